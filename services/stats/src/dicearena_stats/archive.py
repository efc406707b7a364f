"""The archive: the whole log and the secret of every finished match, asked of its rules service and kept in SQL."""

from __future__ import annotations

import asyncio
import zlib

import structlog
from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.records import Export
from dicearena_contracts.rules import ReplayRequest
from sqlalchemy import select, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlmodel import col

from dicearena_stats import metrics
from dicearena_stats.days import Days
from dicearena_stats.results import now_ms
from dicearena_stats.schema import Archived, Match

AT_ONCE = 20
PATIENCE = 10.0
RETRY_MS, LONGEST_RETRY_MS = 10_000, 3600_000
GIVE_UP_MS = 31 * 24 * 3600_000
"""By then the log has left its stream."""

log = structlog.get_logger("stats")


class Archive:
    """Keeps exports, and fetches those still missing; what is missing stands in SQL, so nothing is forgotten."""

    def __init__(self, engine: AsyncEngine, bus: Bus, days: Days) -> None:
        self._engine = engine
        self._bus = bus
        self._days = days

    async def read(self, table: str) -> bytes | None:
        """The JSON of an `Export`, or None where the match is not archived."""
        async with AsyncSession(self._engine) as session:
            row = await session.get(Archived, table)
        return None if row is None else zlib.decompress(row.export)

    async def run(self, stop: asyncio.Event, pause: float) -> None:
        """Fetch what is missing until told to stop."""
        while not stop.is_set():
            try:
                more = await self.round() == AT_ONCE
            except Exception:
                log.exception("archive round failed")
                more = False
            try:
                await asyncio.wait_for(stop.wait(), 0.1 if more else pause)
            except TimeoutError:
                continue

    async def round(self) -> int:
        """Fetch the exports due now, one after the other; returns how many were due."""
        async with AsyncSession(self._engine) as session:
            due = (
                (
                    await session.execute(
                        select(Match)
                        .where(
                            col(Match.archived).is_(False),
                            col(Match.archive_after) <= now_ms(),
                            col(Match.finished_at) > now_ms() - GIVE_UP_MS,
                        )
                        .order_by(col(Match.archive_after))
                        .limit(AT_ONCE)
                    )
                )
                .scalars()
                .all()
            )
        for match in due:
            await self._fetch(match)
        return len(due)

    async def _fetch(self, match: Match) -> None:
        try:
            if match.day is not None:
                day = await self._days.find(match.day)
                if not day.closed:
                    await self._later(match.table_id, day.closes_at, match.archive_tries)
                    return
            export = await self._bus.request(
                subjects.rules_replay(match.family),
                ReplayRequest(table=match.table_id),
                Export,
                timeout=5.0,
                patience=PATIENCE,
            )
        except DicearenaError as error:
            metrics.ARCHIVE.labels(error.code.value).inc()
            wait = min(RETRY_MS * 2 ** min(match.archive_tries, 10), LONGEST_RETRY_MS)
            log.warning("not archived yet", table=match.table_id, code=error.code, tries=match.archive_tries + 1)
            await self._later(match.table_id, now_ms() + wait, match.archive_tries + 1)
            return
        await self._keep(match.table_id, export)
        metrics.ARCHIVE.labels("ok").inc()

    async def _keep(self, table: str, export: Export) -> None:
        packed = zlib.compress(export.model_dump_json().encode())
        try:
            async with AsyncSession(self._engine) as session, session.begin():
                session.add(Archived(table_id=table, stored_at=now_ms(), export=packed))
                await session.flush()
                await session.execute(update(Match).where(col(Match.table_id) == table).values(archived=True))
        except IntegrityError:
            log.info("archived by another process", table=table)

    async def _later(self, table: str, after: int, tries: int) -> None:
        async with AsyncSession(self._engine) as session, session.begin():
            await session.execute(
                update(Match).where(col(Match.table_id) == table).values(archive_after=after, archive_tries=tries)
            )


def missing() -> DicearenaError:
    """The match is not in the archive (yet)."""
    return DicearenaError(ErrorCode.NOT_FOUND, "stats.refused.not_archived")
