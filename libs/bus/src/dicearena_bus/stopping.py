"""The process's wish to end, for those who wait for something that may never come."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from contextvars import ContextVar
from typing import Any, Final, TypeVar

T = TypeVar("T")

stop_event: Final[ContextVar[asyncio.Event | None]] = ContextVar("dicearena_stop", default=None)
"""Set by ``run`` for everything below it."""


class Stopped(Exception):  # noqa: N818
    """The process was told to end before what was waited for came."""


async def unless_stopped(wanted: Coroutine[Any, Any, T]) -> T:
    """Wait for a coroutine, but not longer than the process may live.

    Raises Stopped.
    """
    stop = stop_event.get()
    if stop is None:
        return await wanted
    work = asyncio.ensure_future(wanted)
    told = asyncio.ensure_future(stop.wait())
    try:
        await asyncio.wait((work, told), return_when=asyncio.FIRST_COMPLETED)
        if work.done():
            return work.result()
        raise Stopped
    finally:
        for task in (work, told):
            if not task.done():
                task.cancel()
