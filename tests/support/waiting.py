"""Waiting for what another process or task brings about."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from inspect import isawaitable
from typing import Any


async def until(condition: Callable[[], Any | Awaitable[Any]], seconds: float = 30) -> Any:
    """Return what ``condition`` gives as soon as that is true.

    Raises TimeoutError.
    """
    async with asyncio.timeout(seconds):
        while True:
            value = condition()
            if isawaitable(value):
                value = await value
            if value:
                return value
            await asyncio.sleep(0.01)
