"""The way of every sheet game: in turn, throw, keep dice, throw again, fill one field; best sum wins.

`SheetGame` is this way with its refusals, events and views. What makes a game is said by its subclass: fields, dice,
worth of a throw, and where it leaves the common way (the hooks at the end).
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from itertools import pairwise
from typing import Any, Final, Generic, NoReturn

from dicearena_contracts.errors import Param

from dicearena_games.common import at_table, coded, listed, plain
from dicearena_games.core import DomainDict, Event, IllegalAction, Json, Pause, Result, Step, Throw, places_by
from dicearena_games.sheets.own_dice import as_dice, typed_domain
from dicearena_games.sheets.sheet_types import (
    Announce,
    Keep,
    OptionsT,
    Phase,
    Roll,
    Sheet,
    State,
    Strike,
    Typed,
    Write,
)

SEATS: Final = (1, 6)
REFUSALS: Final = (
    "over", "no_seat", "not_your_turn", "wait_dice", "roll_first", "already_rolled", "type_first", "nothing_to_type",
    "not_a_throw", "no_throw_left", "not_a_die", "not_ascending", "throw_one", "not_a_field", "filled", "worth_nothing",
)  # fmt: skip
"""What every sheet game refuses; the text key is ``sheet.refused.<one of these>``."""

_ROLL: Final = (plain("roll"),)


def refuse(why: str, **params: Param) -> NoReturn:
    """Raise IllegalAction with the key ``sheet.refused.<why>``."""
    raise IllegalAction(f"sheet.refused.{why}", **params)


class SheetGame(Generic[OptionsT]):
    """The functions of a `Game`, for one set of facts and hooks."""

    key: str
    fields: tuple[str, ...]
    """Names of the fields of one column."""
    dice: int
    rare: str
    """The key of the rare throw that the statistics count."""

    def start(self, options: OptionsT, seats: int) -> Step[State[OptionsT]]:
        """Empty sheets, round 1."""
        if not SEATS[0] <= seats <= SEATS[1]:
            raise ValueError(f"this takes {SEATS[0]} to {SEATS[1]} seats, not {seats}")
        sheet = Sheet((None,) * (len(self.fields) * self.columns(options)))
        return self.round_begins(State(options, (sheet,) * seats, "roll", 1, 0))

    def awaiting(self, state: State[OptionsT]) -> tuple[int, ...]:
        """The one seat whose turn it is."""
        return () if state.phase in ("draw", "throw", "over") else (state.turn,)

    def legal(self, state: State[OptionsT], seat: int) -> tuple[DomainDict, ...]:
        """What the seat may do now."""
        phase = state.phase
        if seat != state.turn or phase in ("draw", "throw", "over"):
            return ()
        if phase == "roll":
            return _ROLL
        if phase == "type":
            return (typed_domain(self.dice - len(state.kept)),)
        if phase == "announce":
            return (listed("announce", "field", list(self.callable(state))),)
        offered: list[DomainDict] = []
        if state.throws < self.throws_most(state):
            offered.append(_keep_domain(self.dice, state.kept if self.stay(state.options) else ()))
        if written := [cell for cell, points in self._worth(state).items() if points]:
            offered.append(listed("write", "field", list(written)))
        if struck := self.strikable(state):
            offered.append(listed("strike", "field", list(struck)))
        return tuple(offered)

    def act(self, state: State[OptionsT], seat: int, action: Any) -> Step[State[OptionsT]]:
        """Carry out one action. Raises IllegalAction with one of the game's refusals."""
        self._check_turn(state, seat, action)
        match action:
            case Roll():
                return Step(self._with(state, "throw"))
            case Typed(dice=typed):
                dice = as_dice(typed, self.dice - len(state.kept))
                if dice is None:
                    refuse("not_a_throw")
                return self._land(state, dice)
            case Announce(field=field):
                return self._announce(state, field)
            case Keep(dice=kept):
                return self._keep(state, kept)
            case Write(field=cell):
                self._check_cell(state, cell)
                points = self.worth(state)[cell]
                if not points:
                    refuse("worth_nothing")
                return self._fill(state, cell, points, "written")
            case Strike(field=cell):
                self._check_cell(state, cell, strike=True)
                return self._fill(state, cell, 0, "struck")
        raise TypeError(f"not an action of a sheet game: {type(action).__name__}")

    def wants(self, state: State[OptionsT]) -> Throw | Pause | None:
        """The dice not kept, or the lot for the field of the round."""
        if state.phase == "throw":
            return Throw(count=self.dice - len(state.kept), faces=6, seat=state.turn, hidden=False)
        if state.phase == "draw":
            return Throw(count=1, faces=len(self.callable(state)), seat=None, hidden=False)
        return None

    def thrown(self, state: State[OptionsT], dice: Sequence[int]) -> Step[State[OptionsT]]:
        """The dice lie, or the lot is drawn."""
        if state.phase == "throw":
            return self._land(state, dice)
        if state.phase == "draw":
            return self._drawn(state, self.callable(state)[dice[0] - 1])
        raise ValueError("no throw is due")

    def waited(self, state: State[OptionsT]) -> Step[State[OptionsT]]:
        """A sheet game has no pause: always ValueError."""
        raise ValueError("no pause is due")

    def expired(self, state: State[OptionsT]) -> Step[State[OptionsT]]:
        """A sheet game has no closing time of its own: always ValueError."""
        raise ValueError("a sheet game does not expire")

    def view(self, state: State[OptionsT], seat: int | None) -> dict[str, Json]:
        """The board: nothing is hidden."""
        return {**self.shared(state), **self.own(state, seat)}

    def shared(self, state: State[OptionsT]) -> dict[str, Json]:
        """All but the reader's worth of the dice."""
        return {
            "phase": state.phase,
            "round": state.round,
            "rounds": len(state.sheets[0].cells),
            "turn": state.turn,
            "columns": self.columns(state.options),
            "throws": state.throws,
            "throws_most": self.throws_most(state),
            "dice": list(state.dice),
            "kept": list(state.kept),
            "stay": self.stay(state.options),
            "called": state.called,
            "entered": list(state.entered),
            "winners": self._winners(state),
            "sheets": [
                {"cells": coded(sheet.cells), "total": self.total(state.options, sheet)} for sheet in state.sheets
            ],
        }

    def own(self, state: State[OptionsT], seat: int | None) -> dict[str, Json]:
        """What the dice would bring, for the seat that may enter them."""
        if state.phase != "play" or seat != state.turn:
            return {"worth": None}
        worth: list[int | None] = [None] * len(state.sheets[0].cells)
        for cell, points in self._worth(state).items():
            worth[cell] = points
        return {"worth": coded(worth)}

    def result(self, state: State[OptionsT]) -> Result | None:
        """The higher sum is better, equal sums share; who won at once is first.

        With own dice nothing is remembered, and no sum under house rules that change what a sheet may bring.
        """
        if state.phase != "over":
            return None
        totals = [self.total(state.options, sheet) for sheet in state.sheets]
        own = state.options.own_dice
        counts = not own and self.usual(state.options)
        return Result(
            places=places_by([(seat != state.winner, -total) for seat, total in enumerate(totals)]),
            scores=tuple([float(total) for total in totals]),
            rare=tuple([{self.rare: sheet.rare} if sheet.rare and not own else {} for sheet in state.sheets]),
            bests=tuple([{f"{self.key}_high": float(total)} if counts else {} for total in totals]),
        )

    def _check_turn(self, state: State[OptionsT], seat: int, action: Any) -> None:
        """Refuse what this seat may not do now, whatever the dice."""
        phase = state.phase
        at_table(seat, len(state.sheets), phase, refuse)
        if phase in ("throw", "draw"):
            refuse("wait_dice")
        if seat != state.turn:
            refuse("not_your_turn", turn=state.turn)
        if isinstance(action, Announce) != (phase == "announce"):
            refuse("announce_first" if phase == "announce" else "nothing_to_announce")
        if isinstance(action, Typed) != (phase == "type"):
            refuse("type_first" if phase == "type" else "nothing_to_type")
        if phase == "roll" and not isinstance(action, Roll):
            refuse("roll_first")
        if phase == "play" and isinstance(action, Roll):
            refuse("already_rolled")

    def _keep(self, state: State[OptionsT], positions: tuple[int, ...]) -> Step[State[OptionsT]]:
        if state.throws >= self.throws_most(state):
            refuse("no_throw_left")
        if not all(0 <= position < self.dice for position in positions):
            refuse("not_a_die")
        if any(second <= first for first, second in pairwise(positions)):
            refuse("not_ascending")
        kept = positions
        if self.stay(state.options):
            if any(position in state.kept for position in positions):
                refuse("already_laid")
            kept = tuple(sorted(state.kept + positions))
        if len(kept) == self.dice:
            refuse("throw_one")
        faces = [state.dice[position] for position in kept]
        return Step(
            self._with(state, "type" if state.options.own_dice else "throw", kept=kept),
            (Event("sheet.kept", {"seat": state.turn, "dice": faces}),),
        )

    def _land(self, state: State[OptionsT], dice: Sequence[int]) -> Step[State[OptionsT]]:
        """Put the new dice where none are kept."""
        if state.kept:
            new = iter(dice)
            lie = tuple([state.dice[at] if at in state.kept else next(new) for at in range(self.dice)])
        else:
            lie = tuple(dice)
        after = State(
            state.options, state.sheets, "play", state.round, state.turn, lie, state.kept, state.throws + 1,
            state.called, state.entered,
        )  # fmt: skip
        rolled = Event("sheet.rolled", {"seat": state.turn, "throw": after.throws, "dice": list(lie)})
        return Step(self.landed(after), (rolled,))

    def _announce(self, state: State[OptionsT], field: int) -> Step[State[OptionsT]]:
        if not 0 <= field < len(self.fields):
            refuse("not_a_field")
        if field not in self.callable(state):
            refuse("filled")
        said = Event("sheet.announced", {"seat": state.turn, "field": self.fields[field]})
        return Step(self.announced(replace(state, called=field)), (said,))

    def _drawn(self, state: State[OptionsT], field: int) -> Step[State[OptionsT]]:
        drawn = Event("sheet.drawn", {"round": state.round, "field": self.fields[field]})
        return Step(replace(state, called=field, phase=self.first(state.options)), (drawn,))

    def _check_cell(self, state: State[OptionsT], cell: int, *, strike: bool = False) -> None:
        if not 0 <= cell < len(state.sheets[0].cells):
            refuse("not_a_field")
        if state.sheets[state.turn].cells[cell] is not None:
            refuse("filled")
        if cell not in (self.strikable(state) if strike else self.open(state)):
            self.refuse_cell(state, cell, strike=strike)

    def _fill(self, state: State[OptionsT], cell: int, points: int, word: str) -> Step[State[OptionsT]]:
        seat, size = state.turn, len(self.fields)
        sheet = state.sheets[seat]
        extra = self.extra_points(state, cell)
        rare = sheet.rare + self.is_rare(state, cell, points)
        after = Sheet((*sheet.cells[:cell], points, *sheet.cells[cell + 1 :]), sheet.extra + extra, rare)
        said = {
            "seat": seat, "field": self.fields[cell % size], "column": cell // size,
            "points": points, "dice": list(state.dice),
        }  # fmt: skip
        events = [Event(f"sheet.{word}", said), *self.explained(state.options, seat, sheet, after)]
        sheets = (*state.sheets[:seat], after, *state.sheets[seat + 1 :])
        entered = (*state.entered, points)
        if self.wins_at_once(state, cell, points):
            return self._end(replace(state, sheets=sheets, entered=entered, winner=seat), events)
        if seat + 1 < len(sheets):
            called = self.called_next(state)
            first = self.first(state.options)
            then = State(state.options, sheets, first, state.round, seat + 1, called=called, entered=entered)
            return Step(then, tuple(events))
        filled = replace(state, sheets=sheets, entered=entered)
        events += self.round_ends(filled)
        if state.round == len(sheet.cells):
            return self._end(filled, events)
        begun = self.round_begins(State(state.options, sheets, "roll", state.round + 1, 0))
        return Step(begun.state, (*events, *begun.events))

    def _end(self, state: State[OptionsT], events: list[Event]) -> Step[State[OptionsT]]:
        over = replace(state, phase="over", called=None, dice=(), kept=(), throws=0)
        won = Event("sheet.won", {"seats": self._winners(over), "at_once": over.winner is not None})
        return Step(over, (*events, won))

    def _winners(self, state: State[OptionsT]) -> list[int]:
        """The best seats of a finished game."""
        if state.phase != "over":
            return []
        if state.winner is not None:
            return [state.winner]
        totals = [self.total(state.options, sheet) for sheet in state.sheets]
        return [seat for seat, total in enumerate(totals) if total == max(totals)]

    def _worth(self, state: State[OptionsT]) -> dict[int, int]:
        """What the dice bring in each cell that may be written."""
        worth = self.worth(state)
        return {cell: worth[cell] for cell in self.open(state)}

    def _with(self, state: State[OptionsT], phase: Phase, kept: tuple[int, ...] = ()) -> State[OptionsT]:
        return State(
            state.options, state.sheets, phase, state.round, state.turn, state.dice, kept, state.throws,
            state.called, state.entered,
        )  # fmt: skip

    def first(self, options: OptionsT) -> Phase:
        """How a turn begins: with a throw, or by typing the own dice."""
        return "type" if options.own_dice else "roll"

    # Hooks: a game says here what differs.

    def columns(self, options: OptionsT) -> int:
        """Columns of a sheet."""
        return 1

    def usual(self, options: OptionsT) -> bool:
        """Whether all fields bring what they usually do, so that sums of two games may be compared."""
        return True

    def stay(self, options: OptionsT) -> bool:
        """Whether dice once put aside stay."""
        return False

    def throws_most(self, state: State[OptionsT]) -> int:
        """Throws the turn allows."""
        raise NotImplementedError

    def worth(self, state: State[OptionsT]) -> Sequence[int]:
        """Points of the dice per cell, for the seat whose turn it is; filled cells count for nothing."""
        raise NotImplementedError

    def open(self, state: State[OptionsT]) -> Sequence[int]:
        """The cells the seat may write now, ascending; never a filled one."""
        return open_cells(state)

    def strikable(self, state: State[OptionsT]) -> Sequence[int]:
        """The cells the seat may strike now, ascending; never a filled one."""
        return self.open(state)

    def refuse_cell(self, state: State[OptionsT], cell: int, *, strike: bool) -> NoReturn:
        """Say why an empty cell is not offered."""
        raise NotImplementedError

    def callable(self, state: State[OptionsT]) -> Sequence[int]:
        """The fields that may be announced or drawn, ascending."""
        return ()

    def announced(self, state: State[OptionsT]) -> State[OptionsT]:
        """How it goes on after ``called`` was announced."""
        raise NotImplementedError

    def called_next(self, state: State[OptionsT]) -> int | None:
        """What stays called for the next seat of the round."""
        return None

    def landed(self, state: State[OptionsT]) -> State[OptionsT]:
        """How it goes on after a throw."""
        return state

    def round_begins(self, state: State[OptionsT]) -> Step[State[OptionsT]]:
        """How a round begins."""
        return Step(replace(state, phase=self.first(state.options)))

    def round_ends(self, state: State[OptionsT]) -> list[Event]:
        """What is told when everybody has filled a field."""
        return []

    def extra_points(self, state: State[OptionsT], cell: int) -> int:
        """Points beside the cell that is being filled."""
        return 0

    def explained(self, options: OptionsT, seat: int, before: Sheet, after: Sheet) -> list[Event]:
        """What else a filled cell brought."""
        return []

    def wins_at_once(self, state: State[OptionsT], cell: int, points: int) -> bool:
        """Whether filling this cell ends the game."""
        return False

    def is_rare(self, state: State[OptionsT], cell: int, points: int) -> bool:
        """Whether this turn ends with the rare throw."""
        raise NotImplementedError

    def total(self, options: OptionsT, sheet: Sheet) -> int:
        """The sum of a sheet."""
        return sum([points for points in sheet.cells if points])


def open_cells(state: State[Any]) -> list[int]:
    """The empty cells of the seat whose turn it is."""
    return [cell for cell, points in enumerate(state.sheets[state.turn].cells) if points is None]


@lru_cache
def _keep_domain(dice: int, laid: tuple[int, ...]) -> DomainDict:
    free = [position for position in range(dice) if position not in laid]
    return {"kind": "keep", "fields": {"dice": {"type": "subset", "of": free, "min": 0, "max": len(free) - 1}}}
