"""The setup job, ``python -m dicearena_bus.setup``: creates or updates all streams and consumers, then ends."""

from __future__ import annotations

import asyncio
from typing import Any, Final

import orjson
import structlog
from pydantic_settings import SettingsConfigDict

from dicearena_bus.bus import Bus, connect
from dicearena_bus.layout import Stream, streams
from dicearena_bus.runner import run
from dicearena_bus.settings import BusSettings

USER: Final = "setup"
PATIENCE: Final = 30.0
"""Seconds to wait for a server that still recovers its streams."""
_NAME_IN_USE: Final = 10058
_log = structlog.get_logger("dicearena.setup")


class SetupSettings(BusSettings):
    """Settings of the job."""

    model_config = SettingsConfigDict(env_prefix="DICEARENA_", extra="ignore")

    nats_replicas: int = 1
    """Copies of every stream; 3 in a cluster."""


class SetupFailed(Exception):  # noqa: N818
    """The server refused a stream or consumer; the text is the server's."""


async def set_up(bus: Bus, replicas: int = 1) -> None:
    """Create what is missing and update what differs. May run at any time, any number of times.

    Raises SetupFailed, or DicearenaError where the server does not answer.
    """
    for stream in streams(replicas):
        await _stream(bus, stream)
        for name, config in stream.consumers.items():
            request = {"stream_name": stream.name, "config": config, "action": ""}
            await _call(bus, f"$JS.API.CONSUMER.CREATE.{stream.name}.{name}.{config['filter_subject']}", request)


async def _stream(bus: Bus, stream: Stream) -> None:
    error = await _try(bus, f"$JS.API.STREAM.CREATE.{stream.name}", stream.config)
    if error is not None and error.get("err_code") == _NAME_IN_USE:
        await _call(bus, f"$JS.API.STREAM.UPDATE.{stream.name}", stream.config)
    elif error is not None:
        raise SetupFailed(f"stream {stream.name}: {error.get('description')}")


async def _call(bus: Bus, subject: str, request: dict[str, Any]) -> None:
    error = await _try(bus, subject, request)
    if error is not None:
        raise SetupFailed(f"{subject}: {error.get('description')}")


async def _try(bus: Bus, subject: str, request: dict[str, Any]) -> dict[str, Any] | None:
    answer = await bus.request_raw(subject, orjson.dumps(request), timeout=5.0, patience=PATIENCE)
    error: dict[str, Any] | None = orjson.loads(answer).get("error")
    return error


async def main(_stop: asyncio.Event) -> None:
    """Connect, set up, end."""
    settings = SetupSettings()
    async with connect(settings, user=USER) as bus:
        await set_up(bus, settings.nats_replicas)
        _log.info("setup.done", streams=len(streams()))


if __name__ == "__main__":
    run(main, name=USER)
