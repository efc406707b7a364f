"""What happens to tables without anybody asking: starts repeated, absent people shown, old tables put away."""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable

import structlog
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import PresenceRequest, TableStatus

from dicearena_lobby import metrics, tables
from dicearena_lobby.presence import Presence, Report
from dicearena_lobby.quota import Quota
from dicearena_lobby.settings import LobbySettings
from dicearena_lobby.starting import Starter
from dicearena_lobby.store import LobbyStore, now_ms
from dicearena_lobby.tables import Held

AT_ONCE = 16
LOST_MS = 8 * 24 * 3600_000
"""A game nobody touches is closed by the rules after seven days; by then its end was missed."""

log = structlog.get_logger("lobby")


class Caretaker:
    """Goes round every few seconds; several may, in as many processes."""

    def __init__(
        self, store: LobbyStore, presence: Presence, starter: Starter, quota: Quota, settings: LobbySettings
    ) -> None:
        self._store = store
        self._presence = presence
        self._starter = starter
        self._quota = quota
        self._idle_ms = settings.lobby_idle_minutes * 60_000
        self._keep_ms = settings.lobby_keep_hours * 3600_000
        self._pause = settings.lobby_sweep_seconds

    async def run(self, stop: asyncio.Event) -> None:
        """Go round until told to stop."""
        while not stop.is_set():
            try:
                await self.round()
            except DicearenaError as error:
                log.warning("caretaker's round cut short", code=error.code)
            except Exception:
                log.exception("caretaker's round failed")
            try:
                await asyncio.wait_for(stop.wait(), self._pause)
            except TimeoutError:
                continue

    async def round(self) -> None:
        """Look at everything once."""
        await self._read_reports()
        everything = await self._store.all()
        metrics.PEOPLE_ONLINE.set(self._presence.everybody())
        counted = Counter(held.table.status for held in everything)
        for status in TableStatus:
            metrics.TABLES.labels(status.value).set(counted[status])
        self._quota.learn(everything)
        for held in everything:
            try:
                await self._look(held, now_ms())
            except DicearenaError as error:
                if error.code is not ErrorCode.NOT_FOUND:
                    raise

    async def report(self, request: PresenceRequest) -> None:
        """Take a gateway's report and show the difference at the tables."""
        report = Report(at=now_ms(), request=request)
        await self._store.report(request.gateway, report.model_dump_json().encode())
        await self.show(self._presence.take(report))

    async def show(self, changed: Iterable[str]) -> None:
        """Show who is connected at these tables, as far as the lobby keeps them."""
        bound = asyncio.Semaphore(AT_ONCE)

        async def one(table: str) -> None:
            async with bound:
                try:
                    await self._store.change(table, _unchanged)
                except DicearenaError as error:
                    if error.code is not ErrorCode.NOT_FOUND:
                        raise

        await asyncio.gather(*(one(table) for table in changed))

    async def _read_reports(self) -> None:
        for value in await self._store.reports():
            self._presence.take(Report.model_validate_json(value))
        for gateway in self._presence.expire(now_ms()):
            await self._store.forget_gateway(gateway)

    async def _look(self, held: Held, now: int) -> None:
        age = now - held.changed_at
        match held.table.status:
            case TableStatus.FINISHED | TableStatus.CLOSED:
                if age > self._keep_ms and now > (held.closes_at or 0):
                    await self._store.forget(held.table.id)
                return
            case TableStatus.STARTING:
                await self._starter.repeat(held)
            case TableStatus.RUNNING if age > LOST_MS:
                await self._store.change(held.table.id, tables.closed)
                return
            case TableStatus.OPEN if age > self._idle_ms and not any(seat.online for seat in held.table.seats):
                await self._store.change(held.table.id, tables.close_open)
                return
        if self._presence.seen(held) != held:
            await self._store.change(held.table.id, _unchanged)


def _unchanged(held: Held) -> Held:
    return held
