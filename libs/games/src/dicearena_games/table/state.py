"""What a table is after its records."""

from __future__ import annotations

from collections import deque
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final

from dicearena_contracts.records import Record
from dicearena_contracts.rules import OpenTable, Seat

from dicearena_games.core import Event, Game, Pause, Result

RECENT_EVENTS: Final = 40
TURBO_PAUSE_MS: Final = 1500
CHECKPOINT_EVERY: Final = 32
"""Every so many records one carries the table before it."""


class Holder(StrEnum):
    """Whose hand decides for a seat."""

    HUMAN = "human"
    COMPUTER = "computer"
    STANDIN = "standin"
    LEFT = "left"

    @property
    def automatic(self) -> bool:
        """A computer decides now."""
        return self is not Holder.HUMAN


@dataclass(slots=True)
class SeatState:
    """One seat: who, whose hand, which decision, since when it is due (ms, None: not due)."""

    who: Seat
    holder: Holder
    decision: int = 0
    due_since: int | None = None
    pays: bool = False
    """Left while another human was seated."""
    last_command: str | None = None
    last_n: int = 0


@dataclass(frozen=True, slots=True)
class Ending:
    """How a table ended."""

    reason: str
    scored: bool


@dataclass(frozen=True, slots=True)
class Paused:
    """A pause going on since record ``n`` until ``until`` (ms)."""

    n: int
    until: int
    key: int


@dataclass(slots=True)
class Table:
    """The fold of a log. Changed only by `install`."""

    id: str
    game: Game
    options: Any
    options_json: dict[str, Any]
    open: OpenTable
    seats: list[SeatState]
    state: Any = None
    n: int = 0
    at: int = 0
    started_at: int = 0
    throws: int = 0
    paused: Paused | None = None
    ending: Ending | None = None
    result: Result | None = None
    events: deque[tuple[int, Event]] = field(default_factory=lambda: deque(maxlen=RECENT_EVENTS))
    fresh: tuple[Event, ...] = ()
    """The events of the newest record."""

    def seat_of(self, person: str | None) -> int | None:
        """The seat of a person, or None."""
        if person is None:
            return None
        return next((i for i, seat in enumerate(self.seats) if seat.who.person == person), None)

    def done(self, seat: int | None, command: str) -> int | None:
        """The record number of a seat's newest command, if it is this one."""
        if seat is None or self.seats[seat].last_command != command:
            return None
        return self.seats[seat].last_n

    def humans_present(self, *, but: int | None = None) -> int:
        """Human seats not left, without seat ``but``."""
        return sum(
            1
            for i, seat in enumerate(self.seats)
            if seat.who.person is not None and seat.holder is not Holder.LEFT and i != but
        )

    def computers_due(self) -> list[int]:
        """Seats that owe a decision which a computer makes."""
        return [i for i, seat in enumerate(self.seats) if seat.due_since is not None and seat.holder.automatic]

    def level_of(self, seat: int) -> str:
        """The level that plays a seat; stand-ins always play normal (E-2)."""
        level = self.seats[seat].who.level
        return "normal" if level is None else level.value

    def deadline(self, seat: int) -> int | None:
        """When the clock of a seat runs out (ms), without the grace; None where no clock runs."""
        of = self.seats[seat]
        clock = self.open.settings.clock
        if clock is None or of.due_since is None or of.holder is not Holder.HUMAN:
            return None
        return of.due_since + clock * 1000

    def shown(self, now: int) -> Any:
        """The state that views made at ``now`` (ms) show: a strict pause that has run out is over for them."""
        if self.paused is None or now < self.paused.until:
            return self.state
        want = self.game.wants(self.state)
        return self.game.waited(self.state).state if isinstance(want, Pause) and want.strict else self.state

    def checkpoint(self) -> dict[str, Any]:
        """The whole running table as JSON-able data; `restore` reads it."""
        paused = self.paused
        return {
            "n": self.n,
            "at": self.at,
            "started_at": self.started_at,
            "throws": self.throws,
            "paused": None if paused is None else [paused.n, paused.until, paused.key],
            "seats": [
                [seat.holder, seat.decision, seat.due_since, seat.pays, seat.last_command, seat.last_n]
                for seat in self.seats
            ],
            "events": [[n, event.key, event.params, event.readers] for n, event in self.events],
            "state": self.game.STATE.dump_python(self.state, mode="json"),
        }

    def install(self, record: Record, state: Any, events: tuple[Event, ...], ending: Ending | None) -> None:
        """Make the record part of the table."""
        self.n = record.n
        self.at = record.at
        self.throws += len(record.throws)
        self.state = state
        self.fresh = events
        self.events.extend((record.n, event) for event in events)
        self.result = self.game.result(state)
        self.ending = ending
        if ending is None and self.result is not None:
            self.ending = Ending("expired" if record.kind == "expire" else "played", scored=True)
        self._pause(record)
        self._due(record.at)

    def _pause(self, record: Record) -> None:
        want = None if self.ending else self.game.wants(self.state)
        if not isinstance(want, Pause):
            self.paused = None
        elif self.paused is None or self.paused.key != want.key or record.kind == "waited":
            short = self.open.settings.turbo and not want.strict
            length = min(want.ms, TURBO_PAUSE_MS) if short else want.ms
            self.paused = Paused(record.n, record.at + length, want.key)

    def _due(self, at: int) -> None:
        awaiting = () if self.ending else self.game.awaiting(self.state)
        for index, seat in enumerate(self.seats):
            if index not in awaiting:
                seat.due_since = None
            elif seat.due_since is None:
                seat.due_since = at
