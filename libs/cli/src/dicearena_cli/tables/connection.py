"""Finding the bus as its user ``admin``: that of a house started by ``dicearena up``, or the environment's."""

from __future__ import annotations

import asyncio
import json
import os
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Final

from dicearena_bus import Bus, BusSettings, connect, password_variable

from dicearena_cli.up.stack import KEYS_FILE, STATE_FILE

USER: Final = "admin"
_SECONDS: Final = 5.0


class NoHouseError(Exception):
    """There is no running house to talk to; the text says where it was looked for."""


@asynccontextmanager
async def admin_bus(data: Path) -> AsyncIterator[Bus]:
    """Connect to the house on the data folder; with ``DICEARENA_NATS_PASSWORD_ADMIN`` set, to ``DICEARENA_NATS_URL``.

    Raises NoHouseError where none answers.
    """
    settings = BusSettings() if password_variable(USER) in os.environ else _local(data)
    connecting = connect(settings, user=USER)
    try:
        async with asyncio.timeout(_SECONDS):
            bus = await connecting.__aenter__()
    except TimeoutError:
        raise NoHouseError(f"nobody answers at {settings.nats_url}") from None
    try:
        yield bus
    finally:
        await connecting.__aexit__(None, None, None)


def _local(data: Path) -> BusSettings:
    try:
        state = json.loads((data / STATE_FILE).read_text())
        keys = json.loads((data / KEYS_FILE).read_text())
    except FileNotFoundError:
        raise NoHouseError(f"no house runs on {data}; name its folder with --data") from None
    os.environ[password_variable(USER)] = keys[password_variable(USER)]
    return BusSettings(nats_url=state["nats_url"])
