"""What a host may set: the games' own options and numbers of seats."""

from __future__ import annotations

from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.rules import TableSettings
from dicearena_games.core import Game, refused_options
from dicearena_games.registry import GAMES
from pydantic import ValidationError


def game_of(key: GameKey) -> Game:
    """The game. Raises DicearenaError where this house does not play it."""
    game = GAMES.get(key)
    if game is None:
        raise DicearenaError(ErrorCode.BAD_REQUEST, "lobby.refused.unknown_game", game=key.value)
    return game


def checked(settings: TableSettings) -> TableSettings:
    """The settings with every option of the game filled in.

    Raises DicearenaError where the game does not know an option or its value, or options make no sense together; `day`
    is the lobby's own to set. A stake is paid in points, which a game with own dice never brings.
    """
    options = settings.options
    if options.get("day") is not None:
        raise DicearenaError(ErrorCode.BAD_REQUEST, "lobby.refused.day_by_daily_only")
    try:
        full = game_of(settings.game).OPTIONS.model_validate(options)
    except ValidationError as bad:
        raise refused_options(bad, "lobby.refused.bad_options") from None
    if settings.stake and getattr(full, "own_dice", False):
        raise DicearenaError(ErrorCode.BAD_REQUEST, "lobby.refused.stake_with_own_dice")
    return settings.model_copy(update={"options": full.model_dump(mode="json")})


def check_seats(game: GameKey, seats: int) -> None:
    """Raises DicearenaError where the game does not take so many seats."""
    least, most = game_of(game).SEATS
    if not least <= seats <= most:
        raise DicearenaError(ErrorCode.BAD_REQUEST, "lobby.refused.seats", least=least, most=most, seats=seats)
