"""Mickey: eight categories, one announced each round, and the temptation of a straight in exactly two throws.

Rules: fragment 003 "Mickey" as reconstructed, decisions MI-1 to MI-8, E-6 (filling a field is "Fertig").
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any, Final, Literal, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from pydantic import Field, TypeAdapter

from dicearena_games.core import Options, Step
from dicearena_games.sheets import flow
from dicearena_games.sheets.combos import NUMBERS, Dice, longest_run, of_face, table
from dicearena_games.sheets.flow import SheetGame, open_cells
from dicearena_games.sheets.sheet_types import AnnouncingAction, Board, SheetOptions, State

FIELDS: Final = (*NUMBERS, "straight", "mickey")
STRAIGHT: Final = FIELDS.index("straight")
MICKEY: Final = FIELDS.index("mickey")
MICKEY_POINTS: Final = 50
MICKEY_THROWS: Final = 2
"""A Mickey is made in exactly so many throws, and announcing it forfeits the third (MI-8)."""


class MickeyOptions(SheetOptions):
    """House rules of Mickey."""

    announce: Literal["after_first", "before"] = Field(
        default="after_first", description="The category is announced after the first throw, or before it."
    )
    mickey: int = Field(default=MICKEY_POINTS, ge=10, le=100, description="Points of a Mickey.")
    missed: Literal["any", "announced"] = Field(
        default="any", description="A missed straight or Mickey strikes any open category, or the announced one."
    )


MickeyState = State[MickeyOptions]


def points(dice: Dice, field: str, options: MickeyOptions, *, throws: int) -> int:
    """What five dice bring in a category after so many throws (MI-2, MI-3)."""
    run = longest_run(dice)
    match field:
        case "straight":
            return {4: 30, 5: 40}.get(run, 0)
        case "mickey":
            return options.mickey if run == 5 and throws == MICKEY_THROWS else 0
    return of_face(dice, 1 + NUMBERS.index(field))


class _Mickey(SheetGame[MickeyOptions]):
    key = GameKey.MICKEY
    fields = FIELDS
    dice = 5
    rare = "mickey"

    def usual(self, options: MickeyOptions) -> bool:
        return options.mickey == MICKEY_POINTS

    def throws_most(self, state: MickeyState) -> int:
        """Three, two after announcing a Mickey (MI-8); MI-4: dice may be taken up again."""
        return MICKEY_THROWS if state.called == MICKEY else 3

    def worth(self, state: MickeyState) -> Sequence[int]:
        return _table(state.options, state.throws)[tuple(sorted(state.dice))]

    def callable(self, state: MickeyState) -> Sequence[int]:
        """The open categories."""
        return open_cells(state)

    def round_begins(self, state: MickeyState) -> Step[MickeyState]:
        return Step(replace(state, phase=self.first(state.options)))

    def first(self, options: MickeyOptions) -> Any:
        """MI-5: with the house rule the turn begins with the announcement."""
        return "announce" if options.announce == "before" else super().first(options)

    def landed(self, state: MickeyState) -> MickeyState:
        """MI-5: after the first throw one open category must be announced."""
        return state if state.called is not None else replace(state, phase="announce")

    def announced(self, state: MickeyState) -> MickeyState:
        return replace(state, phase="play" if state.throws else super().first(state.options))

    def open(self, state: MickeyState) -> Sequence[int]:
        """Only what was announced is written."""
        return () if state.called is None else (state.called,)

    def strikable(self, state: MickeyState) -> Sequence[int]:
        """Only a miss is struck; MI-7: for a missed straight or Mickey any open category, or the announced one."""
        called = state.called
        if called is None or self.worth(state)[called]:
            return ()
        return open_cells(state) if called >= STRAIGHT and state.options.missed == "any" else (called,)

    def refuse_cell(self, state: MickeyState, cell: int, *, strike: bool) -> NoReturn:
        called = state.called or 0
        if strike and self.worth(state)[called]:
            flow.refuse("must_write", field=FIELDS[called])
        flow.refuse("other_field", field=FIELDS[called])

    def is_rare(self, state: MickeyState, cell: int, points: int) -> bool:
        return cell == MICKEY and points > 0


@lru_cache(maxsize=64)
def _table(options: MickeyOptions, throws: int) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    return table(5, len(FIELDS), lambda dice, field: points(dice, FIELDS[field], options, throws=throws))


_GAME: Final = _Mickey()

KEY: GameKey = GameKey.MICKEY
FAMILY: Family = Family.SHEETS
VERSION: int = 1
SEATS: tuple[int, int] = flow.SEATS
OPTIONS: type[Options] = MickeyOptions
STATE: TypeAdapter[Any] = TypeAdapter(MickeyState)
ACTIONS: TypeAdapter[Any] = TypeAdapter(AnnouncingAction)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)
REFUSALS: Final = (*flow.REFUSALS, "announce_first", "nothing_to_announce", "other_field", "must_write")

start, awaiting, legal, act, wants = _GAME.start, _GAME.awaiting, _GAME.legal, _GAME.act, _GAME.wants
thrown, waited, expired, result = _GAME.thrown, _GAME.waited, _GAME.expired, _GAME.result
view, shared, own = _GAME.view, _GAME.shared, _GAME.own
