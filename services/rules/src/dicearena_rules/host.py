"""The table host: one lock per table, load, decide, append; on conflict catch up and decide again.

Refusals are given only after the log's tip was compared, else an old cache would refuse what is legal by now.
"""

from __future__ import annotations

import asyncio
import time
from collections import OrderedDict
from collections.abc import Callable
from dataclasses import dataclass, field

from dicearena_bus import Bus, Conflict, Unknown
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family
from dicearena_contracts.dice import DailyThrow, ThrowReply, ThrowRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.records import Record
from dicearena_contracts.rules import CommandReply
from dicearena_games.core import Throw
from dicearena_games.table import Draft, Intent, Table, earliest

from dicearena_rules import metrics
from dicearena_rules.followups import FollowUps
from dicearena_rules.store import LogStore

ATTEMPTS = 12
DICE_PATIENCE_S = 4.0

Decide = Callable[[Table | None], tuple[Table, Intent]]
"""From the table as it is now to the command; raises DicearenaError to refuse."""


@dataclass(slots=True)
class Cell:
    """A table in this replica: its fold, the stream sequence it is folded up to, and its armed timer."""

    id: str
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    table: Table | None = None
    tip: int = 0
    armed: int | None = None


def now_ms() -> int:
    """Unix time in ms."""
    return time.time_ns() // 1_000_000


class Host:
    """All tables of one family, as this replica knows them."""

    def __init__(self, bus: Bus, family: Family, store: LogStore, follow: FollowUps, *, cached: int) -> None:
        self._bus = bus
        self.family = family
        self._store = store
        self._follow = follow
        self._limit = cached
        self._cells: OrderedDict[str, Cell] = OrderedDict()
        metrics.cached.labels(family).set_function(lambda: len(self._cells))
        metrics.running.labels(family).set_function(self._count_running)

    def cell(self, table: str) -> Cell:
        """The cell of a table, made if need be; the one least lately used goes."""
        cell = self._cells.get(table)
        if cell is None:
            cell = self._cells[table] = Cell(table)
            while len(self._cells) > self._limit:
                oldest = next((c for c in self._cells.values() if not c.lock.locked()), None)
                if oldest is None or oldest is cell:
                    break
                del self._cells[oldest.id]
        else:
            self._cells.move_to_end(table)
        return cell

    async def command(self, cell: Cell, decide: Decide, seen: int = 0) -> CommandReply:
        """Do a command exactly once and send what follows from it.

        Raises DicearenaError where it is refused, after comparing with the log's tip. The cell's lock is held.
        """
        if cell.table is None or cell.table.n < seen:
            await self.catch_up(cell)
        for _ in range(ATTEMPTS):
            try:
                table, intent = decide(cell.table)
                done = table.done(intent.seat, intent.command)
                draft = None if done is not None else _drafted(table, intent)
            except DicearenaError as refused:
                if await self.catch_up(cell):
                    continue
                metrics.refusals.labels(self.family, refused.code).inc()
                if cell.table is None:
                    self._cells.pop(cell.id, None)
                raise
            if draft is None:
                await self._follow.after(cell, now_ms())
                return CommandReply(n=done or 0, repeated=True)
            await self._throw(draft)
            record = draft.record()
            if await self._append(cell, record):
                draft.install(record)
                cell.table = table
                metrics.records.labels(table.game.KEY, record.kind).inc()
                await self._follow.after(cell)
                return CommandReply(n=record.n)
            await self.catch_up(cell)
        raise DicearenaError(ErrorCode.UNAVAILABLE, "error.busy_table")

    async def catch_up(self, cell: Cell) -> bool:
        """Compare with the log's tip and fold what is missing. True where anything changed.

        A log shorter than the cache (a server that lost its last second) is read anew from the beginning.
        """
        if cell.table is not None:
            tip = await self._store.tip(cell.id)
            if tip == cell.tip:
                return False
            if tip < cell.tip:
                cell.table, cell.tip = None, 0
        with metrics.loads.labels(self.family).time():
            cell.table, tip = await self._store.load(cell.id, cell.table, cell.tip)
        changed = tip != cell.tip
        cell.tip = tip
        return changed

    async def current(self, cell: Cell) -> Table:
        """The table as the log has it now. Raises DicearenaError (not_found)."""
        await self.catch_up(cell)
        if cell.table is None:
            self._cells.pop(cell.id, None)
            raise DicearenaError(ErrorCode.NOT_FOUND, "error.unknown_table")
        return cell.table

    async def _append(self, cell: Cell, record: Record) -> bool:
        try:
            cell.tip = await self._store.append(cell.id, record, cell.tip)
        except Conflict:
            metrics.conflicts.labels(self.family).inc()
            return False
        except Unknown:
            # The next round reads the log: the command is there, or it is decided again.
            metrics.unknown_appends.labels(self.family).inc()
            return False
        return True

    async def _throw(self, draft: Draft) -> None:
        while (want := draft.want) is not None:
            reply = await self._bus.request(
                subjects.DICE_THROW, _request(draft, want), ThrowReply, patience=DICE_PATIENCE_S
            )
            draft.feed(reply.dice)

    def _count_running(self) -> int:
        return sum(1 for cell in self._cells.values() if cell.table is not None and cell.table.ending is None)


def _drafted(table: Table, intent: Intent) -> Draft:
    """The command being decided. Raises DicearenaError where it is refused, also before its time.

    What was due when a timer fired need not be due any more after another replica's record, nor by a clock set back.
    """
    draft = Draft(table, intent, now_ms())
    start = earliest(table, intent)
    if start is None or draft.at < start:
        raise DicearenaError(ErrorCode.STALE, "error.stale_decision")
    return draft


def _request(draft: Draft, want: Throw) -> ThrowRequest:
    daily = want.daily
    named = None if daily is None else DailyThrow(day=daily.day, round=daily.round, throw=daily.throw)
    return ThrowRequest(table=draft.table.id, n=draft.throw_number, count=want.count, faces=want.faces, daily=named)
