"""Würfelraster: one throw of two dice for all, and everybody enters its sum into a free cell of an own 5 × 5 grid.

Rules: text 000 "Würfelraster", decisions R-1, R-2, E-8 (nothing is drawn: seat 0 throws first, then in turn). The
throw comes by itself as soon as all have entered the one before.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final, NoReturn

from dicearena_contracts.catalogue import Family, GameKey
from dicearena_contracts.errors import Param
from pydantic import TypeAdapter

from dicearena_games.boards.raster_lines import CELLS, LINES_OF, POINTS, category_of, times
from dicearena_games.boards.wuerfelraster_types import Action, Board, Enter, Grid, State, WuerfelrasterOptions
from dicearena_games.common import Weiter, at_table, coded, listed
from dicearena_games.core import (
    DomainDict,
    Event,
    IllegalAction,
    Json,
    Options,
    Pause,
    Result,
    Step,
    Throw,
    places_by,
)

KEY: GameKey = GameKey.WUERFELRASTER
FAMILY: Family = Family.BOARDS
VERSION: int = 1
SEATS: tuple[int, int] = (1, 6)
OPTIONS: type[Options] = WuerfelrasterOptions
STATE: TypeAdapter[Any] = TypeAdapter(State)
ACTIONS: TypeAdapter[Any] = TypeAdapter(Action)
VIEW: TypeAdapter[Any] = TypeAdapter(Board)

REFUSALS: Final = ("over", "no_pause", "wait_dice", "no_seat", "entered", "not_a_cell", "cell_taken")
"""Every way an action can be refused; the text key is ``wuerfelraster.refused.<one of these>``."""


def start(options: WuerfelrasterOptions, seats: int) -> Step[State]:
    """Empty grids; the first throw is due at once."""
    if not SEATS[0] <= seats <= SEATS[1]:
        raise ValueError(f"Würfelraster takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
    return Step(State(options, "enter", 1, None, (Grid(),) * seats, (None,) * seats))


def awaiting(state: State) -> tuple[int, ...]:
    """Every seat that has not entered this sum."""
    if state.dice is None or state.phase == "over":
        return ()
    return tuple([seat for seat, cell in enumerate(state.entered) if cell is None])


def legal(state: State, seat: int) -> tuple[DomainDict, ...]:
    """Any free cell of the own grid."""
    if state.dice is None or state.phase == "over" or not 0 <= seat < len(state.grids):
        return ()
    if state.entered[seat] is not None:
        return ()
    free: list[object] = [cell for cell, filled in enumerate(state.grids[seat].cells) if filled is None]
    return (listed("enter", "cell", free),)


def act(state: State, seat: int, action: Any) -> Step[State]:
    """Enter the sum. Raises IllegalAction with a key of `REFUSALS`."""
    at_table(seat, len(state.grids), state.phase, _refuse)
    if isinstance(action, Weiter):
        _refuse("no_pause")
    if not isinstance(action, Enter):
        raise TypeError(f"not an action of Würfelraster: {type(action).__name__}")
    if state.dice is None:
        _refuse("wait_dice")
    cell = action.cell
    if state.entered[seat] is not None:
        _refuse("entered")
    if not 0 <= cell < CELLS:
        _refuse("not_a_cell")
    if state.grids[seat].cells[cell] is not None:
        _refuse("cell_taken", cell=cell)
    return _enter(state, seat, cell, sum(state.dice))


def wants(state: State) -> Throw | Pause | None:
    """The common throw, by each seat in turn."""
    if state.dice is None and state.phase == "enter":
        return Throw(count=2, faces=6, seat=_thrower(state), hidden=False)
    return None


def thrown(state: State, dice: Sequence[int]) -> Step[State]:
    """The same sum for all."""
    if state.dice is not None:
        raise ValueError("no throw is due")
    first, second = dice
    said = {"seat": _thrower(state), "dice": [first, second], "sum": first + second, "round": state.round}
    after = State(state.options, state.phase, state.round, (first, second), state.grids, state.entered)
    return Step(after, (Event("wuerfelraster.thrown", said),))


def waited(state: State) -> Step[State]:
    """Würfelraster has no pauses: always ValueError."""
    raise ValueError("no pause is due")


def view(state: State, seat: int | None) -> dict[str, Json]:
    """The board; nothing of it is hidden."""
    return {**shared(state), **own(state, seat)}


def shared(state: State) -> dict[str, Json]:
    """The part of the board that all readers see alike."""
    dice = state.dice
    return {
        "phase": state.phase,
        "round": state.round,
        "rounds": CELLS,
        "thrower": _thrower(state),
        "dice": None if dice is None else [*dice],
        "sum": None if dice is None else sum(dice),
        "entered": [cell is not None for cell in state.entered],
        "grids": [
            {"cells": coded(grid.cells), "points": coded(grid.points), "total": grid.total} for grid in state.grids
        ],
    }


def own(state: State, seat: int | None) -> dict[str, Json]:
    """The part of the board that only this reader sees so."""
    return {"mine": None if seat is None else state.entered[seat]}


def result(state: State) -> Result | None:
    """The most points are best, equal points share. The score is the points."""
    if state.phase != "over":
        return None
    totals = [grid.total for grid in state.grids]
    high = "raster_high" if state.options.double_diagonals else "raster_high_plain"
    return Result(
        places=places_by([-total for total in totals]),
        scores=tuple(float(total) for total in totals),
        rare=tuple({} for _ in totals),
        bests=tuple({high: float(total)} for total in totals),
    )


def expired(state: State) -> Step[State]:
    """Würfelraster has no closing time of its own: always ValueError."""
    raise ValueError("Würfelraster does not expire")


def entered(grid: Grid, cell: int, value: int, double_diagonals: bool) -> Grid:
    """The grid with a sum in a free cell, its full lines counted."""
    cells = (*grid.cells[:cell], value, *grid.cells[cell + 1 :])
    lines, points, total = [*grid.lines], [*grid.points], grid.total
    for line in LINES_OF[cell]:
        category = category_of(cells, line)
        if category is not None:
            lines[line] = category
            points[line] = worth = POINTS[category] * times(line, double_diagonals)
            total += worth
    return Grid(cells, tuple(lines), tuple(points), total)


def _refuse(why: str, **params: Param) -> NoReturn:
    raise IllegalAction(f"wuerfelraster.refused.{why}", **params)


def _thrower(state: State) -> int:
    return (state.round - 1) % len(state.grids)


def _enter(state: State, seat: int, cell: int, value: int) -> Step[State]:
    before = state.grids[seat]
    grid = entered(before, cell, value, state.options.double_diagonals)
    events = [Event("wuerfelraster.entered", {"seat": seat, "cell": cell, "sum": value})]
    for line in LINES_OF[cell]:
        if grid.lines[line] is not None:
            said = {"seat": seat, "line": line, "category": grid.lines[line], "points": grid.points[line]}
            events.append(Event("wuerfelraster.line", said))
    grids = (*state.grids[:seat], grid, *state.grids[seat + 1 :])
    cells = (*state.entered[:seat], cell, *state.entered[seat + 1 :])
    if None in cells:
        return Step(State(state.options, "enter", state.round, state.dice, grids, cells), tuple(events))
    if state.round < CELLS:
        nobody = (None,) * len(grids)
        return Step(State(state.options, "enter", state.round + 1, None, grids, nobody), tuple(events))
    after = State(state.options, "over", state.round, state.dice, grids, cells)
    # The lines that the last entry filled are told with all the others.
    return Step(after, (events[0], *_counts(after)))


def _counts(state: State) -> list[Event]:
    """What every line of every grid brought, and who has won."""
    counted = Event("wuerfelraster.counted", {"points": [[*grid.points] for grid in state.grids]})
    best = max(grid.total for grid in state.grids)
    winners = [seat for seat, grid in enumerate(state.grids) if grid.total == best]
    return [counted, Event("wuerfelraster.won", {"seats": winners})]
