"""One command being decided: checks, throws, record. Folding a record goes the same way with recorded throws."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Any, Final

from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.records import Record, RecordKind
from dicearena_contracts.rules import OpenTable
from pydantic import ValidationError

from dicearena_games.core import Event, IllegalAction, Step, Throw, refused_options
from dicearena_games.registry import GAMES
from dicearena_games.table.state import CHECKPOINT_EVERY, Ending, Holder, SeatState, Table


@dataclass(frozen=True, slots=True)
class Intent:
    """A command before it is a record. ``decision`` is the pause's record number for ``waited``."""

    kind: RecordKind
    command: str
    seat: int | None = None
    bot: bool = False
    decision: int | None = None
    action: dict[str, Any] | None = None
    reason: str | None = None

    @classmethod
    def of(cls, record: Record) -> Intent:
        """The command a record was made of."""
        return cls(record.kind, record.command, record.seat, record.bot, record.decision, record.action, record.reason)

    def pure(self) -> Intent:
        """Without what its kind has no use for, so that no record can carry it."""
        used = _USED[self.kind]
        return replace(
            self,
            seat=self.seat if "seat" in used else None,
            bot=self.bot and "bot" in used,
            decision=self.decision if "decision" in used else None,
            action=self.action if "action" in used else None,
            reason=self.reason if "reason" in used else None,
        )


_USED: Final = {
    RecordKind.OPEN: (),
    RecordKind.ACT: ("seat", "bot", "decision", "action"),
    RecordKind.LEAVE: ("seat",),
    RecordKind.BACK: ("seat",),
    RecordKind.STANDIN: ("seat", "decision"),
    RecordKind.WAITED: ("decision",),
    RecordKind.EXPIRE: (),
    RecordKind.CLOSE: ("reason",),
}


def opening(request: OpenTable) -> Table:
    """An empty table for a request, before record 1.

    Raises DicearenaError (bad_request) for unknown games, options or numbers of seats.
    """
    settings = request.settings
    game = GAMES.get(GameKey(settings.game))
    if game is None:
        raise DicearenaError(ErrorCode.BAD_REQUEST, "error.unknown_game", game=str(settings.game))
    try:
        options = game.OPTIONS.model_validate(settings.options)
    except ValidationError as bad:
        raise refused_options(bad, "error.bad_options") from bad
    if request.daily is not None and getattr(options, "day", None) != request.daily.day:
        raise DicearenaError(ErrorCode.BAD_REQUEST, "error.bad_options", fields=["day"])
    if not game.SEATS[0] <= len(request.seats) <= game.SEATS[1]:
        raise DicearenaError(
            ErrorCode.BAD_REQUEST, "error.bad_seats", least=game.SEATS[0], most=game.SEATS[1], seats=len(request.seats)
        )
    seats = [SeatState(who, Holder.COMPUTER if who.person is None else Holder.HUMAN) for who in request.seats]
    return Table(request.table, game, options, options.model_dump(mode="json"), request, seats)


class Draft:
    """Decide an intent at a table without changing the table.

    Raises DicearenaError where the command is refused. Feed the throw `want` names until it is None, then `record`
    is what to append and `install` makes it part of the table.
    """

    __slots__ = ("_ending", "_events", "_intent", "_state", "_throws", "at", "table", "want")

    def __init__(self, table: Table, intent: Intent, at: int) -> None:
        self.table = table
        self.at = max(at, table.at)
        self._intent = intent.pure()
        self._throws: list[tuple[int, ...]] = []
        self._events: list[Event] = []
        self._state: Any = table.state
        self._ending: Ending | None = table.ending
        self.want: Throw | None = None
        if not table.n and intent.kind is not RecordKind.OPEN:
            raise DicearenaError(ErrorCode.NOT_FOUND, "error.unknown_table")
        if table.ending is not None and intent.kind is not RecordKind.OPEN:
            raise DicearenaError(ErrorCode.OVER, "error.table_over")
        _DECIDE[intent.kind](self)
        self._look()

    @property
    def throw_number(self) -> int:
        """The number of the throw wanted, from 1."""
        return self.table.throws + len(self._throws) + 1

    def feed(self, dice: Sequence[int]) -> None:
        """Hand over the throw wanted."""
        if self.want is None or len(dice) != self.want.count:
            raise ValueError("no such throw is wanted")
        self._throws.append(tuple(dice))
        self._step(self.table.game.thrown(self._state, dice))
        self._look()

    def record(self) -> Record:
        """The record to append. Raises ValueError while a throw is still wanted."""
        if self.want is not None:
            raise ValueError("a throw is still wanted")
        intent = self._intent
        first = intent.kind is RecordKind.OPEN
        n = self.table.n + 1
        return Record(
            n=n,
            at=self.at,
            kind=intent.kind,
            command=intent.command,
            seat=intent.seat,
            bot=intent.bot,
            decision=intent.decision,
            action=intent.action,
            reason=intent.reason,
            throws=tuple(self._throws),
            open=self.table.open if first else None,
            rules=self.table.game.VERSION if first else None,
            checkpoint=self.table.checkpoint() if n % CHECKPOINT_EVERY == 0 else None,
        )

    def install(self, record: Record) -> None:
        """Make the record part of the table."""
        table, intent = self.table, self._intent
        if intent.kind is RecordKind.OPEN:
            table.started_at = record.at
        if intent.seat is not None:
            seat = table.seats[intent.seat]
            _HANDS[intent.kind](table, seat)
            if intent.kind is not RecordKind.STANDIN:
                seat.last_command, seat.last_n = intent.command, record.n
        table.install(record, self._state, tuple(self._events), self._ending)

    # What each kind of command does.

    def _open(self) -> None:
        if self.table.n:
            raise DicearenaError(ErrorCode.CONFLICT, "error.already_open")
        self._events.append(Event("table.opened"))
        self._step(self.table.game.start(self.table.options, len(self.table.seats)))

    def _act(self) -> None:
        intent, seat = self._intent, self._seat()
        if intent.bot and not seat.holder.automatic:
            raise DicearenaError(ErrorCode.FORBIDDEN, "error.not_a_computers_seat")
        if intent.decision != seat.decision:
            raise DicearenaError(ErrorCode.STALE, "error.stale_decision")
        if not intent.bot and seat.holder is Holder.LEFT:
            raise DicearenaError(ErrorCode.CONFLICT, "error.you_left")
        if not intent.bot and seat.holder.automatic:
            raise DicearenaError(ErrorCode.STALE, "error.stand_in_decides")
        game = self.table.game
        try:
            action = game.ACTIONS.validate_python(intent.action)
        except ValidationError as bad:
            raise DicearenaError(ErrorCode.BAD_REQUEST, "error.unknown_action") from bad
        try:
            self._step(game.act(self._state, self._seat_number(), action))
        except IllegalAction as illegal:
            turn = illegal.key.endswith(".not_your_turn")
            code = ErrorCode.NOT_YOUR_TURN if turn else ErrorCode.ILLEGAL
            raise DicearenaError(code, illegal.key, **illegal.params) from illegal

    def _leave(self) -> None:
        if self._seat().holder is Holder.LEFT:
            raise DicearenaError(ErrorCode.CONFLICT, "error.you_left")
        if self.table.open.daily is not None:
            raise DicearenaError(ErrorCode.FORBIDDEN, "error.daily_stays_open")
        self._events.append(Event("table.left", {"seat": self._intent.seat}))
        if not self.table.humans_present(but=self._intent.seat):
            self._end("abandoned")

    def _back(self) -> None:
        if self._seat().holder is not Holder.LEFT:
            raise DicearenaError(ErrorCode.CONFLICT, "error.not_left")
        self._events.append(Event("table.back", {"seat": self._intent.seat}))

    def _standin(self) -> None:
        seat = self._seat()
        if seat.holder is not Holder.HUMAN or seat.due_since is None or seat.decision != self._intent.decision:
            raise DicearenaError(ErrorCode.STALE, "error.stale_decision")
        self._events.append(Event("table.standin", {"seat": self._intent.seat}))

    def _waited(self) -> None:
        paused = self.table.paused
        if paused is None or paused.n != self._intent.decision:
            raise DicearenaError(ErrorCode.STALE, "error.stale_decision")
        self._step(self.table.game.waited(self._state))

    def _expire(self) -> None:
        self._events.append(Event("table.expired"))
        if not self.table.throws:
            # An attempt begins with its first throw (S-6): one that was only opened is none.
            self._ending = Ending("expired", scored=False)
            return
        self._step(self.table.game.expired(self._state))

    def _close(self) -> None:
        self._end(self._intent.reason or "closed")

    def _end(self, reason: str) -> None:
        self._events.append(Event("table.closed", {"reason": reason}))
        self._ending = Ending(reason, scored=False)

    def _seat_number(self) -> int:
        if self._intent.seat is None or not 0 <= self._intent.seat < len(self.table.seats):
            raise DicearenaError(ErrorCode.FORBIDDEN, "error.not_seated")
        return self._intent.seat

    def _seat(self) -> SeatState:
        return self.table.seats[self._seat_number()]

    def _step(self, step: Step[Any]) -> None:
        self._state = step.state
        self._events.extend(step.events)

    def _look(self) -> None:
        want = None if self._ending else self.table.game.wants(self._state)
        self.want = want if isinstance(want, Throw) else None


_DECIDE = {
    RecordKind.OPEN: Draft._open,
    RecordKind.ACT: Draft._act,
    RecordKind.LEAVE: Draft._leave,
    RecordKind.BACK: Draft._back,
    RecordKind.STANDIN: Draft._standin,
    RecordKind.WAITED: Draft._waited,
    RecordKind.EXPIRE: Draft._expire,
    RecordKind.CLOSE: Draft._close,
}


def _acted(_table: Table, seat: SeatState) -> None:
    if seat.holder is Holder.STANDIN:
        seat.holder = Holder.HUMAN
    _next_decision(seat)


def _left(table: Table, seat: SeatState) -> None:
    if table.humans_present() > 1:
        seat.pays = True
    seat.holder = Holder.LEFT
    _next_decision(seat)


def _came_back(_table: Table, seat: SeatState) -> None:
    seat.holder = Holder.HUMAN
    _next_decision(seat)


def _stood_in(_table: Table, seat: SeatState) -> None:
    seat.holder = Holder.STANDIN
    _next_decision(seat)


def _next_decision(seat: SeatState) -> None:
    seat.decision += 1
    seat.due_since = None


_HANDS = {
    RecordKind.ACT: _acted,
    RecordKind.LEAVE: _left,
    RecordKind.BACK: _came_back,
    RecordKind.STANDIN: _stood_in,
}


def fold(table: Table | None, record: Record) -> Table:
    """The table after one more record; ``None`` before record 1.

    Raises ValueError where the record does not fit the rules or the log before it: then log and rules differ.
    """
    if table is None:
        if record.open is None:
            raise ValueError(f"record {record.n}: a log begins with its opening")
        table = opening(record.open)
        if record.rules != table.game.VERSION:
            raise ValueError(f"rules version {record.rules} is not played here, only {table.game.VERSION}")
    if record.n != table.n + 1:
        raise ValueError(f"record {record.n} follows {table.n}")
    try:
        draft = Draft(table, Intent.of(record), record.at)
    except DicearenaError as refused:
        raise ValueError(f"record {record.n}: the rules refuse it ({refused.wire.key})") from refused
    for dice in record.throws:
        draft.feed(dice)
    if draft.want is not None:
        raise ValueError(f"record {record.n}: a throw is missing")
    draft.install(record)
    return table
