"""Commit, seal, throw, reveal, and the days of the daily roll."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from datetime import UTC, date, datetime, timedelta
from typing import NamedTuple

from dicearena_bus import endpoint
from dicearena_contracts import subjects
from dicearena_contracts.dice import (
    CommitReply,
    CommitRequest,
    DailyThrow,
    DayReply,
    DayRequest,
    RevealReply,
    RevealRequest,
    SealReply,
    SealRequest,
    ThrowReply,
    ThrowRequest,
)
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_games import fair

from dicearena_dice.days import Calendar
from dicearena_dice.metrics import CACHE_MISSES, DICE
from dicearena_dice.store import DiceStore


class Sealed(NamedTuple):
    """All a table's throws come from."""

    secret: bytes
    entropy: tuple[str, ...]


def utc_now() -> datetime:
    """The time, aware."""
    return datetime.now(UTC)


class DiceHandlers:
    """The endpoints. Who may call which is the bus's business (permissions): only a rules service may throw, seal
    or have a table's secret revealed.
    """

    def __init__(
        self, store: DiceStore, calendar: Calendar, *, cache: int = 20_000, now: Callable[[], datetime] = utc_now
    ) -> None:
        self._store = store
        self._calendar = calendar
        self._now = now
        self._tables: OrderedDict[str, Sealed] = OrderedDict()
        self._cache = cache
        self._days: dict[str, bytes] = {}

    @endpoint(subjects.DICE_COMMIT)
    async def commit(self, request: CommitRequest) -> CommitReply:
        """Draw the table's secret, once, and promise it."""
        return CommitReply(commitment=fair.commitment(await self._store.draw(request.table)))

    @endpoint(subjects.DICE_SEAL)
    async def seal(self, request: SealRequest) -> SealReply:
        """Fix the people's entropy. A later seal changes nothing and is told what is sealed."""
        secret = await self._store.secret(request.table)
        if secret is None:
            raise DicearenaError(ErrorCode.NOT_FOUND, "dice.refused.not_committed")
        entropy = await self._store.seal(request.table, request.entropy)
        return SealReply(commitment=fair.commitment(secret), entropy=entropy)

    @endpoint(subjects.DICE_THROW)
    async def throw(self, request: ThrowRequest) -> ThrowReply:
        """Throw ``n``; the same question has the same answer for ever."""
        table = self._tables.get(request.table)
        if table is None:
            table = await self._load(request.table)
        else:
            self._tables.move_to_end(request.table)
        DICE.inc(request.count)
        if request.daily is not None:
            return ThrowReply(dice=await self._daily(request.daily, request.count, request.faces))
        secret, entropy = table
        return ThrowReply(
            dice=fair.table_throw(secret, request.table, request.n, entropy, count=request.count, faces=request.faces)
        )

    @endpoint(subjects.DICE_REVEAL)
    async def reveal(self, request: RevealRequest) -> RevealReply:
        """The secret of a sealed table; the rules service asks once the game is over."""
        secret, entropy = await self._load(request.table)
        return RevealReply(secret=secret.hex(), commitment=fair.commitment(secret), entropy=entropy)

    @endpoint(subjects.DICE_DAY)
    async def day(self, request: DayRequest) -> DayReply:
        """A day's commitment; its secret only after its close. Days behind tomorrow are not drawn yet."""
        today = self._calendar.today(self._now())
        day = today if request.day is None else _parse(request.day)
        if day > today + timedelta(days=1):
            raise DicearenaError(ErrorCode.NOT_FOUND, "dice.refused.day_not_drawn", day=day.isoformat())
        secret = await (self._store.draw_day(day) if day >= today else self._store.day(day))
        if secret is None:
            raise DicearenaError(ErrorCode.NOT_FOUND, "dice.refused.day_not_drawn", day=day.isoformat())
        closes_at = self._calendar.closes_at(day)
        return DayReply(
            day=day.isoformat(),
            commitment=fair.commitment(secret),
            closes_at=int(closes_at.timestamp() * 1000),
            secret=secret.hex() if self._now() >= closes_at else None,
        )

    async def draw_ahead(self) -> None:
        """Draw today's and tomorrow's secrets, so that each day is promised before it begins."""
        today = self._calendar.today(self._now())
        for day in (today, today + timedelta(days=1)):
            await self._store.draw_day(day)

    async def _load(self, table: str) -> Sealed:
        CACHE_MISSES.inc()
        secret = await self._store.secret(table)
        if secret is None:
            raise DicearenaError(ErrorCode.NOT_FOUND, "dice.refused.not_committed")
        entropy = await self._store.sealed(table)
        if entropy is None:
            raise DicearenaError(ErrorCode.CONFLICT, "dice.refused.not_sealed")
        sealed = Sealed(secret, entropy)
        self._tables[table] = sealed
        if len(self._tables) > self._cache:
            self._tables.popitem(last=False)
        return sealed

    async def _daily(self, throw: DailyThrow, count: int, faces: int) -> tuple[int, ...]:
        secret = self._days.get(throw.day)
        if secret is None:
            day = _parse(throw.day)
            if day > self._calendar.today(self._now()):
                raise DicearenaError(ErrorCode.CONFLICT, "dice.refused.day_not_begun", day=throw.day)
            secret = await self._store.day(day)
            if secret is None:
                raise DicearenaError(ErrorCode.NOT_FOUND, "dice.refused.day_not_drawn", day=throw.day)
            if len(self._days) >= DAYS_KEPT:
                self._days.clear()
            self._days[throw.day] = secret
        return fair.day_throw(secret, throw.round, throw.throw, count=count, faces=faces)


DAYS_KEPT = 32


def _parse(day: str) -> date:
    try:
        return date.fromisoformat(day)
    except ValueError:
        raise DicearenaError(ErrorCode.BAD_REQUEST, "dice.refused.no_such_day", day=day) from None
