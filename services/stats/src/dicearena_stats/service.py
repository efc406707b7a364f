"""Wiring of stats."""

from __future__ import annotations

import asyncio

from dicearena_bus import BusSettings, connect, serve, telemetry, work
from dicearena_contracts import subjects
from dicearena_store import Probe, engine

from dicearena_stats.archive import Archive
from dicearena_stats.days import Days
from dicearena_stats.handlers import StatsHandlers
from dicearena_stats.intake import Intake
from dicearena_stats.queries import Queries
from dicearena_stats.results import Results
from dicearena_stats.schema import Base
from dicearena_stats.settings import StatsSettings

AT_ONCE = 8


async def main(stop: asyncio.Event) -> None:
    """Serve until told to stop. The database must have been migrated."""
    settings = StatsSettings()
    database = engine(settings.database)
    results = Results(database)
    probe = Probe(database, Base.metadata)

    try:
        async with connect(BusSettings(), user="stats") as bus:
            days = Days(bus)
            archive = Archive(database, bus, days)
            intake = Intake(bus, results)
            async with (
                serve(bus, "stats", StatsHandlers(Queries(database), archive, days)),
                telemetry(bus, ready=probe.ready),
                work(bus, subjects.MATCH_STREAM, subjects.MATCH_CONSUMER, intake.take, concurrency=AT_ONCE),
                asyncio.TaskGroup() as tasks,
            ):
                tasks.create_task(probe.run(stop))
                tasks.create_task(archive.run(stop, settings.stats_archive_seconds))
    finally:
        await database.dispose()
