"""Wiring of stats."""

from __future__ import annotations

import asyncio

import structlog
from dicearena_bus import BusSettings, connect, serve, telemetry, work
from dicearena_contracts import subjects

from dicearena_stats.archive import Archive
from dicearena_stats.database import engine
from dicearena_stats.days import Days
from dicearena_stats.handlers import StatsHandlers
from dicearena_stats.intake import Intake
from dicearena_stats.queries import Queries
from dicearena_stats.results import Results
from dicearena_stats.settings import StatsSettings

PROBE_SECONDS = 5.0
AT_ONCE = 8

log = structlog.get_logger("stats")


async def main(stop: asyncio.Event) -> None:
    """Serve until told to stop. The database must have been migrated."""
    settings = StatsSettings()
    database = engine(settings.database)
    results = Results(database)
    answering = False

    async def probe() -> None:
        nonlocal answering
        while not stop.is_set():
            try:
                await results.reachable()
                answering = True
            except Exception as error:
                answering = False
                log.warning("database does not answer", error=type(error).__name__)
            try:
                await asyncio.wait_for(stop.wait(), PROBE_SECONDS)
            except TimeoutError:
                continue

    try:
        async with connect(BusSettings(), user="stats") as bus:
            days = Days(bus)
            archive = Archive(database, bus, days)
            intake = Intake(bus, results)
            async with (
                serve(bus, "stats", StatsHandlers(Queries(database), archive, days)),
                telemetry(bus, ready=lambda: answering),
                work(bus, subjects.MATCH_STREAM, subjects.MATCH_CONSUMER, intake.take, concurrency=AT_ONCE),
                asyncio.TaskGroup() as tasks,
            ):
                tasks.create_task(probe())
                tasks.create_task(archive.run(stop, settings.stats_archive_seconds))
    finally:
        await database.dispose()
