"""Crag: thirteen categories, up to two throws of three dice.

Rules: text 003 "Crag", decisions CR-1 and CR-2, E-6 (filling a field is "Fertig").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any, Final

from dicearena_contracts.catalogue import Family, GameKey
from pydantic import TypeAdapter

from dicearena_games.core import Options
from dicearena_games.sheets import flow
from dicearena_games.sheets.combos import NUMBERS, Dice, most_alike, of_face, table
from dicearena_games.sheets.flow import SheetGame
from dicearena_games.sheets.sheet_types import Action, Board, SheetOptions, State

SEQUENCES: Final = {"odd": (1, 3, 5), "even": (2, 4, 6), "low": (1, 2, 3), "high": (4, 5, 6)}
"""The four sequences that count; 2-3-4 and 3-4-5 are none."""
FIELDS: Final = (*NUMBERS, *SEQUENCES, "triple", "thirteen", "crag")
CRAG: Final = FIELDS.index("crag")


class CragOptions(SheetOptions):
    """House rules of Crag: none but the dice."""


CragState = State[CragOptions]


def points(dice: Dice, field: str, *, crag_filled: bool) -> int:
    """What three dice bring in a category.

    A crag counts as thirteen only once "crag" is filled, if only struck (CR-1).
    """
    thirteen, pair = sum(dice) == 13, most_alike(dice) == 2
    match field:
        case "triple":
            return 25 if most_alike(dice) == 3 else 0
        case "thirteen":
            return 26 if thirteen and (crag_filled or not pair) else 0
        case "crag":
            return 50 if thirteen and pair else 0
    if field in SEQUENCES:
        return 20 if tuple(sorted(dice)) == SEQUENCES[field] else 0
    return of_face(dice, 1 + NUMBERS.index(field))


class _Crag(SheetGame[CragOptions]):
    key = GameKey.CRAG
    fields = FIELDS
    dice = 3
    rare = "crag"

    def throws_most(self, state: CragState) -> int:
        """Two; CR-2: any dice may be kept for the second."""
        return 2

    def worth(self, state: CragState) -> Sequence[int]:
        filled = state.sheets[state.turn].cells[CRAG] is not None
        return _table(filled)[tuple(sorted(state.dice))]

    def is_rare(self, state: CragState, cell: int, points: int) -> bool:
        return cell == CRAG and points > 0


@lru_cache(maxsize=2)
def _table(crag_filled: bool) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    return table(3, len(FIELDS), lambda dice, field: points(dice, FIELDS[field], crag_filled=crag_filled))


_GAME: Final = _Crag()

KEY: GameKey = GameKey.CRAG
FAMILY: Family = Family.SHEETS
VERSION: int = 1
SEATS: tuple[int, int] = flow.SEATS
OPTIONS: type[Options] = CragOptions
STATE: TypeAdapter[Any] = TypeAdapter(CragState)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)
REFUSALS: Final = flow.REFUSALS

start, awaiting, legal, act, wants = _GAME.start, _GAME.awaiting, _GAME.legal, _GAME.act, _GAME.wants
thrown, waited, expired, result = _GAME.thrown, _GAME.waited, _GAME.expired, _GAME.result
view, shared, own = _GAME.view, _GAME.shared, _GAME.own
