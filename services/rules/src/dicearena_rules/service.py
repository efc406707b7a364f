"""Wiring: one connection and user per family hosted, endpoints, clock consumer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager

from dicearena_bus import Bus, BusSettings, Job, connect, serve, telemetry, work
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family

from dicearena_rules.followups import FollowUps
from dicearena_rules.handlers import Handlers
from dicearena_rules.host import Host
from dicearena_rules.settings import RulesSettings
from dicearena_rules.store import LogStore


async def main(stop: asyncio.Event, families: Sequence[Family]) -> None:
    """Host the families until told to stop."""
    settings, bus_settings = RulesSettings(), BusSettings()
    async with AsyncExitStack() as stack:
        buses = []
        for family in families:
            bus = await stack.enter_async_context(connect(bus_settings, user=f"rules-{family}"))
            await stack.enter_async_context(hosting(bus, family, settings))
            buses.append(bus)
        await stack.enter_async_context(telemetry(*buses))
        await stop.wait()


@asynccontextmanager
async def hosting(bus: Bus, family: Family, settings: RulesSettings) -> AsyncIterator[Host]:
    """Serve one family on a connection of its user while the context lasts."""
    key = settings.key.get_secret_value().encode()
    store, follow = LogStore(bus, family, key), FollowUps(bus, family, key)
    host = Host(bus, family, store, follow, cached=settings.cached_tables)
    handlers = Handlers(bus, host, store, follow)

    async def fired(job: Job) -> None:
        await handlers.nudge(subjects.clock_due_table(job.subject))

    stream, consumer = subjects.clock_stream(family), subjects.clock_consumer(family)
    async with (
        work(bus, stream, consumer, fired, concurrency=settings.clock_concurrency),
        serve(bus, f"rules-{family}", handlers, concurrency=settings.concurrency, family=family),
    ):
        yield host
