"""The endpoints of one family: open, act, view, replay, admin."""

from __future__ import annotations

from functools import partial

from dicearena_bus import Bus, endpoint
from dicearena_contracts import subjects
from dicearena_contracts.dice import DayReply, DayRequest, RevealReply, RevealRequest, SealReply, SealRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.records import Export, MatchFinished, RecordKind
from dicearena_contracts.rules import (
    Act,
    AdminRequest,
    BotCommand,
    CommandReply,
    HumanCommand,
    OpenReply,
    OpenTable,
    ReplayRequest,
    ResultRequest,
    ViewRequest,
)
from dicearena_games.table import CLOSED, VIEW_BYTES, Intent, Table, Views, due_now, match_finished, opening

from dicearena_rules.followups import FollowUps
from dicearena_rules.host import Host, now_ms
from dicearena_rules.store import LogStore

DICE_PATIENCE_S = 4.0
OPEN_NUDGE_MS = 20_000
MOST_DUE_AT_ONCE = 16


class Handlers:
    """Decode, call, answer."""

    def __init__(self, bus: Bus, host: Host, store: LogStore, follow: FollowUps) -> None:
        self._bus = bus
        self._host = host
        self._store = store
        self._follow = follow

    @endpoint(subjects.rules_open)
    async def open(self, request: OpenTable) -> OpenReply:
        """Start a game. Idempotent: the same table opened again answers alike."""
        fresh = opening(request)
        if self._host.family != fresh.game.FAMILY:
            raise DicearenaError(ErrorCode.BAD_REQUEST, "error.wrong_family")
        cell = self._host.cell(request.table)
        async with cell.lock:
            await self._host.catch_up(cell)
            if cell.table is not None:
                if cell.table.open != request:
                    raise DicearenaError(ErrorCode.CONFLICT, "error.already_open")
                await self._follow.after(cell, now_ms())
                return OpenReply(n=cell.table.n)
            await self._seal(request)
            await self._follow.arm_first(cell, now_ms() + OPEN_NUDGE_MS)
            intent = Intent(RecordKind.OPEN, f"open:{request.table}")
            try:
                await self._host.command(cell, lambda table: (table or fresh, intent))
            except DicearenaError:
                # Another replica, or an append whose ack was lost, opened the very same table.
                if cell.table is None or cell.table.open != request:
                    raise
                await self._follow.after(cell, now_ms())
            return OpenReply(n=1)

    @endpoint(subjects.rules_act_human)
    async def act_human(self, request: HumanCommand) -> CommandReply:
        """A person's command."""
        deed = request.deed

        def decide(table: Table | None) -> tuple[Table, Intent]:
            known = _known(table)
            seat = known.seat_of(request.person)
            if seat is None:
                raise DicearenaError(ErrorCode.FORBIDDEN, "error.not_seated")
            if isinstance(deed, Act):
                act = RecordKind.ACT
                return known, Intent(act, request.command, seat, decision=deed.decision, action=deed.action)
            return known, Intent(RecordKind(deed.kind), request.command, seat)

        cell = self._host.cell(request.table)
        async with cell.lock:
            return await self._host.command(cell, decide, request.seen)

    @endpoint(subjects.rules_act_bot)
    async def act_bot(self, request: BotCommand) -> CommandReply:
        """A computer's command, only for a seat that a computer holds."""

        def decide(table: Table | None) -> tuple[Table, Intent]:
            known = _known(table)
            if request.seat >= len(known.seats):
                raise DicearenaError(ErrorCode.FORBIDDEN, "error.not_seated")
            intent = Intent(RecordKind.ACT, request.command, request.seat, True, request.decision, dict(request.action))
            return known, intent

        cell = self._host.cell(request.table)
        async with cell.lock:
            return await self._host.command(cell, decide, request.seen)

    @endpoint(subjects.rules_view)
    async def view(self, request: ViewRequest) -> bytes:
        """The present view of a person's seat, or the watcher's, with the latest events."""
        cell = self._host.cell(request.table)
        async with cell.lock:
            table = await self._host.current(cell)
            seat = table.seat_of(request.person)
            if seat is None and table.open.daily is not None:
                raise DicearenaError(ErrorCode.FORBIDDEN, "error.daily_is_private")
            if table.computers_due() or table.paused or table.ending:
                await self._follow.due(cell, now_ms())
            return Views(table, fresh=False, now=now_ms(), most=VIEW_BYTES).encode(seat)

    @endpoint(subjects.rules_replay)
    async def replay(self, request: ReplayRequest) -> Export:
        """Everything about a finished table; of a daily one only after the day's close (S-9)."""
        cell = self._host.cell(request.table)
        async with cell.lock:
            table = await self._host.current(cell)
        if table.ending is None:
            raise DicearenaError(ErrorCode.FORBIDDEN, "error.still_running")
        day = await self._day(table)
        records = await self._store.records(request.table)
        revealed = await self._bus.request(
            subjects.DICE_REVEAL, RevealRequest(table=request.table), RevealReply, patience=DICE_PATIENCE_S
        )
        return Export(
            table=request.table,
            commitment=revealed.commitment,
            secret=revealed.secret,
            day_commitment=day.commitment if day else None,
            day_secret=day.secret if day else None,
            records=tuple(records),
        )

    @endpoint(subjects.rules_result)
    async def result(self, request: ResultRequest) -> MatchFinished:
        """The result of a finished table, computed from its sealed log."""
        cell = self._host.cell(request.table)
        async with cell.lock:
            table = await self._host.current(cell)
            if table.ending is None:
                raise DicearenaError(ErrorCode.FORBIDDEN, "error.still_running")
            return match_finished(table)

    @endpoint(subjects.rules_admin)
    async def admin(self, request: AdminRequest) -> CommandReply:
        """Close a stuck table."""
        cell = self._host.cell(request.table)
        intent = Intent(RecordKind.CLOSE, request.command, reason=CLOSED)
        async with cell.lock:
            return await self._host.command(cell, partial(_with, intent))

    async def nudge(self, table_id: str) -> None:
        """A timer fired: do what is due, send again what may be lost, arm the next timer."""
        cell = self._host.cell(table_id)
        async with cell.lock:
            await self._host.catch_up(cell)
            for _ in range(MOST_DUE_AT_ONCE):
                intent = None if cell.table is None else _first_due(cell.table)
                if intent is None:
                    break
                try:
                    await self._host.command(cell, partial(_with, intent))
                except DicearenaError as refused:
                    if refused.retryable:
                        raise
                    # Somebody moved meanwhile; what is due is computed anew.
            if cell.table is not None:
                await self._follow.due(cell, now_ms())

    async def _seal(self, request: OpenTable) -> None:
        entropy = tuple(seat.entropy for seat in request.seats if seat.entropy is not None)
        sealed = await self._bus.request(
            subjects.DICE_SEAL,
            SealRequest(table=request.table, entropy=entropy),
            SealReply,
            patience=DICE_PATIENCE_S,
        )
        if sealed.commitment != request.commitment or sealed.entropy != entropy:
            raise DicearenaError(ErrorCode.CONFLICT, "error.sealed_otherwise")

    async def _day(self, table: Table) -> DayReply | None:
        if table.open.daily is None:
            return None
        day = await self._bus.request(
            subjects.DICE_DAY, DayRequest(day=table.open.daily.day), DayReply, patience=DICE_PATIENCE_S
        )
        if day.secret is None:
            raise DicearenaError(ErrorCode.FORBIDDEN, "error.day_still_open")
        return day


def _known(table: Table | None) -> Table:
    if table is None:
        raise DicearenaError(ErrorCode.NOT_FOUND, "error.unknown_table")
    return table


def _with(intent: Intent, table: Table | None) -> tuple[Table, Intent]:
    return _known(table), intent


def _first_due(table: Table) -> Intent | None:
    return next((due.intent for due in due_now(table, now_ms()) if due.intent is not None), None)
