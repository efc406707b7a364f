"""Wiring: one connection and user per family hosted, endpoints, clock consumer."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AsyncExitStack

from dicearena_bus import BusSettings, Job, connect, serve, telemetry, work
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
    key = settings.key.get_secret_value().encode()
    async with AsyncExitStack() as stack:
        buses = []
        for family in families:
            bus = await stack.enter_async_context(connect(bus_settings, user=f"rules-{family}"))
            buses.append(bus)
            store = LogStore(bus, family, key)
            follow = FollowUps(bus, family, key)
            host = Host(bus, family, store, follow, cached=settings.cached_tables)
            handlers = Handlers(bus, host, store, follow)

            async def fired(job: Job, handlers: Handlers = handlers) -> None:
                await handlers.nudge(subjects.clock_due_table(job.subject))

            await stack.enter_async_context(
                work(
                    bus,
                    subjects.clock_stream(family),
                    subjects.clock_consumer(family),
                    fired,
                    concurrency=settings.clock_concurrency,
                )
            )
            await stack.enter_async_context(
                serve(bus, f"rules-{family}", handlers, concurrency=settings.concurrency, family=family)
            )
        await stack.enter_async_context(telemetry(*buses))
        await stop.wait()
