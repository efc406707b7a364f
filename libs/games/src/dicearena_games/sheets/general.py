"""General: ten categories, up to three throws of five dice, more points on the first throw.

Rules: text 003 "General" and common usage, decisions GE-1 to GE-3, E-6 (filling a field is "Fertig"). Dice put aside
stay. A General on the first throw wins at once when it is written in its field; where that is filled, it cannot.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final, Literal

from dicearena_contracts.catalogue import Family, GameKey
from pydantic import Field, TypeAdapter

from dicearena_games.core import Options
from dicearena_games.sheets import flow
from dicearena_games.sheets.combos import NUMBERS, Dice, is_full_house, longest_run, most_alike, of_face, table
from dicearena_games.sheets.flow import SheetGame
from dicearena_games.sheets.sheet_types import Action, Board, SheetOptions, State

FIELDS: Final = (*NUMBERS, "straight", "full_house", "four_alike", "general")
GENERAL: Final = FIELDS.index("general")
FIRST_THROW: Final = 5
"""What straight, full house and four alike bring more on the first throw."""


class GeneralOptions(SheetOptions):
    """House rules of General."""

    general: Literal[60, 50] = Field(default=60, description="Points of a General.")
    first_general_wins: bool = Field(default=True, description="A General on the first throw wins the game at once.")


GeneralState = State[GeneralOptions]


def points(dice: Dice, field: str, options: GeneralOptions, *, first: bool) -> int:
    """What five dice bring in a category (GE-1), ``first`` on the first throw of the turn.

    Five alike are four alike too, but no full house (GE-3).
    """
    more = FIRST_THROW if first else 0
    match field:
        case "straight":
            return 20 + more if longest_run(dice) == 5 else 0
        case "full_house":
            return 30 + more if is_full_house(dice) else 0
        case "four_alike":
            return 40 + more if most_alike(dice) >= 4 else 0
        case "general":
            return options.general if most_alike(dice) == 5 else 0
    return of_face(dice, 1 + NUMBERS.index(field))


def wins(field: str, worth: int, options: GeneralOptions, *, first: bool) -> bool:
    """Whether writing ``worth`` points in this category wins at once (GE-2)."""
    return first and field == "general" and worth > 0 and options.first_general_wins


class _General(SheetGame[GeneralOptions]):
    key = GameKey.GENERAL
    fields = FIELDS
    dice = 5
    rare = "general"

    def stay(self, options: GeneralOptions) -> bool:
        """Dice put aside stay."""
        return True

    def throws_most(self, state: GeneralState) -> int:
        return 3

    def worth(self, state: GeneralState) -> Sequence[int]:
        return _table(state.options, state.throws == 1)[tuple(sorted(state.dice))]

    def wins_at_once(self, state: GeneralState, cell: int, points: int) -> bool:
        return wins(FIELDS[cell], points, state.options, first=state.throws == 1)

    def is_rare(self, state: GeneralState, cell: int, points: int) -> bool:
        return cell == GENERAL and points > 0


@lru_cache(maxsize=16)
def _table(options: GeneralOptions, first: bool) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    return table(5, len(FIELDS), lambda dice, field: points(dice, FIELDS[field], options, first=first))


_GAME: Final = _General()

KEY: GameKey = GameKey.GENERAL
FAMILY: Family = Family.SHEETS
VERSION: int = 1
SEATS: tuple[int, int] = flow.SEATS
OPTIONS: type[Options] = GeneralOptions
STATE: TypeAdapter[Any] = TypeAdapter(GeneralState)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)
REFUSALS: Final = (*flow.REFUSALS, "already_laid")

start, awaiting, legal, act, wants = _GAME.start, _GAME.awaiting, _GAME.legal, _GAME.act, _GAME.wants
thrown, waited, expired, result = _GAME.thrown, _GAME.waited, _GAME.expired, _GAME.result
view, shared, own = _GAME.view, _GAME.shared, _GAME.own
