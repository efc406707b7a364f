"""Wiring: one connection, one consumer per game."""

from __future__ import annotations

import asyncio
from contextlib import AsyncExitStack

from dicearena_bus import BusSettings, connect, telemetry, work
from dicearena_contracts import subjects
from dicearena_games.registry import GAMES
from dicearena_players.registry import preload

from dicearena_bots.handlers import Worker
from dicearena_bots.settings import BotSettings


async def main(stop: asyncio.Event) -> None:
    """Take turns until told to stop."""
    settings = BotSettings()
    preload()
    async with AsyncExitStack() as stack:
        bus = await stack.enter_async_context(connect(BusSettings(), user="bots"))
        worker = Worker(bus, settings.patience)
        for game in GAMES:
            await stack.enter_async_context(
                work(
                    bus,
                    subjects.BOT_STREAM,
                    subjects.bot_consumer(game),
                    worker.take,
                    concurrency=settings.concurrency,
                )
            )
        await stack.enter_async_context(telemetry(bus))
        await stop.wait()
