"""Wiring of the dice service."""

from __future__ import annotations

import asyncio
from zoneinfo import ZoneInfo

import structlog
from dicearena_bus import BusSettings, connect, serve, telemetry

from dicearena_dice.days import Calendar
from dicearena_dice.handlers import DiceHandlers
from dicearena_dice.settings import DiceSettings
from dicearena_dice.store import DiceStore

log = structlog.get_logger("dice")

AHEAD_SECONDS, RETRY_SECONDS = 600.0, 5.0


async def main(stop: asyncio.Event) -> None:
    """Serve until told to stop."""
    settings = DiceSettings()
    async with connect(BusSettings(), user="dice") as bus:
        calendar = Calendar(ZoneInfo(settings.zone), settings.day_close_hour)
        handlers = DiceHandlers(DiceStore(bus), calendar, cache=settings.dice_cache)
        async with (
            serve(bus, "dice", handlers, concurrency=256),
            telemetry(bus),
        ):
            await _draw_days(handlers, stop)


async def _draw_days(handlers: DiceHandlers, stop: asyncio.Event) -> None:
    while not stop.is_set():
        pause = AHEAD_SECONDS
        try:
            await handlers.draw_ahead()
        except Exception as error:
            log.warning("days not drawn ahead, trying again", error=type(error).__name__)
            pause = RETRY_SECONDS
        try:
            await asyncio.wait_for(stop.wait(), pause)
        except TimeoutError:
            continue
