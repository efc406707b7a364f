"""The frame of every process: loop, logs, traces, signals."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Awaitable, Callable
from typing import Any

import structlog
import uvloop

from dicearena_bus import logs, trace
from dicearena_bus.settings import BusSettings
from dicearena_bus.stopping import Stopped, stop_event

Main = Callable[[asyncio.Event], Awaitable[None]]


def run(main: Main, *, name: str) -> None:
    """Run ``main(stop)`` to its end; SIGTERM and SIGINT set ``stop``."""
    settings = BusSettings()
    logs.configure(name, settings.log_format, settings.log_level)
    provider = trace.configure(name, settings.trace_ratio)
    try:
        with asyncio.Runner(loop_factory=uvloop.new_event_loop) as runner:
            runner.run(_until_stopped(main))
    finally:
        provider.shutdown()


async def _until_stopped(main: Main) -> None:
    log = structlog.get_logger("dicearena.bus")
    stop = asyncio.Event()
    stop_event.set(stop)
    loop = asyncio.get_running_loop()
    loop.set_exception_handler(_loop_failed)
    for number in (signal.SIGTERM, signal.SIGINT):
        loop.add_signal_handler(number, stop.set)
    log.info("process.started")
    try:
        await main(stop)
    except Stopped:
        log.info("process.stopped_while_connecting")
    else:
        log.info("process.stopped")


def _loop_failed(_loop: asyncio.AbstractEventLoop, context: dict[str, Any]) -> None:
    """Log an error nobody waited for. asyncio's own line would quote its text and arguments, so perhaps a payload."""
    error = context.get("exception")
    found = logs.where(error) if isinstance(error, BaseException) else {"what": context.get("message")}
    structlog.get_logger("dicearena.bus").error("loop.failed", **found)
