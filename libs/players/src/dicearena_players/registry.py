"""Which computer plays which game at which level, and how a stranger's policy is found."""

from __future__ import annotations

from functools import cache
from importlib import import_module
from typing import Final

from dicearena_contracts.catalogue import GameKey, Level

from dicearena_players.bluff import policies as bluff
from dicearena_players.chicago import policies as chicago
from dicearena_players.crag import policies as crag
from dicearena_players.dice_cup import policies as dice_cup
from dicearena_players.general import policies as general
from dicearena_players.gipfelsturm import policies as gipfelsturm
from dicearena_players.maexchen import policies as maexchen
from dicearena_players.mickey import policies as mickey
from dicearena_players.policy import Policy
from dicearena_players.schocken import policies as schocken
from dicearena_players.shut_the_box import policies as shut_the_box
from dicearena_players.wuerfelpoker import policies as wuerfelpoker
from dicearena_players.wuerfelraster import policies as wuerfelraster
from dicearena_players.zehntausend import policies as zehntausend

POLICIES: Final[dict[tuple[GameKey, Level], type[Policy]]] = {
    (GameKey.MAEXCHEN, Level.EASY): maexchen.Easy,
    (GameKey.MAEXCHEN, Level.NORMAL): maexchen.Normal,
    (GameKey.MAEXCHEN, Level.STRONG): maexchen.Strong,
    (GameKey.SHUT_THE_BOX, Level.EASY): shut_the_box.Easy,
    (GameKey.SHUT_THE_BOX, Level.NORMAL): shut_the_box.Normal,
    (GameKey.SHUT_THE_BOX, Level.STRONG): shut_the_box.Strong,
    (GameKey.GIPFELSTURM, Level.EASY): gipfelsturm.Easy,
    (GameKey.GIPFELSTURM, Level.NORMAL): gipfelsturm.Normal,
    (GameKey.GIPFELSTURM, Level.STRONG): gipfelsturm.Strong,
    (GameKey.ZEHNTAUSEND, Level.EASY): zehntausend.Easy,
    (GameKey.ZEHNTAUSEND, Level.NORMAL): zehntausend.Normal,
    (GameKey.ZEHNTAUSEND, Level.STRONG): zehntausend.Strong,
    (GameKey.WUERFELRASTER, Level.EASY): wuerfelraster.Easy,
    (GameKey.WUERFELRASTER, Level.NORMAL): wuerfelraster.Normal,
    (GameKey.WUERFELRASTER, Level.STRONG): wuerfelraster.Strong,
    (GameKey.DICE_CUP, Level.EASY): dice_cup.Easy,
    (GameKey.DICE_CUP, Level.NORMAL): dice_cup.Normal,
    (GameKey.DICE_CUP, Level.STRONG): dice_cup.Strong,
    (GameKey.WUERFELPOKER, Level.EASY): wuerfelpoker.Easy,
    (GameKey.WUERFELPOKER, Level.NORMAL): wuerfelpoker.Normal,
    (GameKey.WUERFELPOKER, Level.STRONG): wuerfelpoker.Strong,
    (GameKey.CRAG, Level.EASY): crag.Easy,
    (GameKey.CRAG, Level.NORMAL): crag.Normal,
    (GameKey.CRAG, Level.STRONG): crag.Strong,
    (GameKey.GENERAL, Level.EASY): general.Easy,
    (GameKey.GENERAL, Level.NORMAL): general.Normal,
    (GameKey.GENERAL, Level.STRONG): general.Strong,
    (GameKey.MICKEY, Level.EASY): mickey.Easy,
    (GameKey.MICKEY, Level.NORMAL): mickey.Normal,
    (GameKey.MICKEY, Level.STRONG): mickey.Strong,
    (GameKey.SCHOCKEN, Level.EASY): schocken.Easy,
    (GameKey.SCHOCKEN, Level.NORMAL): schocken.Normal,
    (GameKey.SCHOCKEN, Level.STRONG): schocken.Strong,
    (GameKey.CHICAGO, Level.EASY): chicago.Easy,
    (GameKey.CHICAGO, Level.NORMAL): chicago.Normal,
    (GameKey.CHICAGO, Level.STRONG): chicago.Strong,
    (GameKey.BLUFF, Level.EASY): bluff.Easy,
    (GameKey.BLUFF, Level.NORMAL): bluff.Normal,
    (GameKey.BLUFF, Level.STRONG): bluff.Strong,
}


class UnknownPolicy(Exception):  # noqa: N818 - reads as what it is
    """No such level, module or class; the text says what was looked for."""


def policy(game: str, level: str) -> Policy:
    """The computer of a level (``easy``, ``normal``, ``strong``) or of a stranger (``module:Class``, made anew).

    Raises UnknownPolicy where there is none.
    """
    return _stranger(level) if ":" in level else _house(game, level)


def preload() -> None:
    """Make all computers of the house, so that no first decision waits for its tables."""
    for key, level in POLICIES:
        policy(key, level)


@cache
def _house(game: str, level: str) -> Policy:
    try:
        return POLICIES[GameKey(game), Level(level)]()
    except (KeyError, ValueError):
        raise UnknownPolicy(f"no computer {level!r} for {game}: easy, normal, strong, or module:Class") from None


def _stranger(name: str) -> Policy:
    module_name, _, class_name = name.partition(":")
    try:
        module = import_module(module_name)
    except Exception as error:  # whatever a stranger's module raises
        raise UnknownPolicy(f"{name}: the module {module_name!r} cannot be imported ({error})") from error
    found = getattr(module, class_name, None)
    if not isinstance(found, type):
        raise UnknownPolicy(f"{name}: the module {module_name!r} has no class {class_name!r}")
    try:
        made = found()
    except Exception as error:  # as above
        raise UnknownPolicy(f"{name}: a policy class is made without arguments ({error})") from error
    if not callable(getattr(made, "choose", None)):
        raise UnknownPolicy(f"{name}: a policy has a method choose(view, rng)")
    return made  # type: ignore[no-any-return]
