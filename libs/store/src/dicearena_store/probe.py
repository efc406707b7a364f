"""Whether a database answers: a service's readiness."""

from __future__ import annotations

import asyncio

import structlog
from sqlalchemy import MetaData, false, select
from sqlalchemy.ext.asyncio import AsyncEngine

PROBE_SECONDS = 5.0

_log = structlog.get_logger("dicearena.store")


async def reachable(database: AsyncEngine, schema: MetaData) -> None:
    """Raises DBAPIError where the database does not answer or lacks a table or column of the schema."""
    async with database.connect() as connection:
        for table in schema.sorted_tables:
            await connection.execute(select(table).where(false()))


class Probe:
    """Asks a database again and again, and remembers the latest answer."""

    def __init__(self, database: AsyncEngine, schema: MetaData, seconds: float = PROBE_SECONDS) -> None:
        self._database = database
        self._schema = schema
        self._seconds = seconds
        self._answers = False

    def ready(self) -> bool:
        """Whether the database was `reachable` when last asked; False before the first answer."""
        return self._answers

    async def run(self, stop: asyncio.Event) -> None:
        """Ask every ``seconds`` until told to stop."""
        while not stop.is_set():
            try:
                await reachable(self._database, self._schema)
                self._answers = True
            except Exception as error:
                self._answers = False
                _log.warning("database does not answer", error=type(error).__name__)
            try:
                await asyncio.wait_for(stop.wait(), self._seconds)
            except TimeoutError:
                continue
