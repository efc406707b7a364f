"""People and tables for the load, made over REST as a browser would."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass
from typing import Any, Final, TypeVar

import httpx

SEATS: Final = 4
PARALLEL: Final = 16
OPTIONS: Final[dict[str, dict[str, Any]]] = {"shut_the_box": {"rounds": 5}, "maexchen": {"lives": 7}}
"""Long games, so that few tables end before the others."""

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True, slots=True)
class Visitor:
    """A guest's cookie and id."""

    id: str
    cookie: str


async def in_parallel(work: Callable[[T], Awaitable[R]], items: Sequence[T], limit: int = PARALLEL) -> list[R]:
    """Do the work for all items, ``limit`` at a time; results in the order of the items."""
    gate = asyncio.Semaphore(limit)

    async def one(item: T) -> R:
        async with gate:
            return await work(item)

    return await asyncio.gather(*(one(item) for item in items))


class Reception:
    """Signs guests in and seats them."""

    def __init__(self, url: str) -> None:
        limits = httpx.Limits(max_connections=PARALLEL, max_keepalive_connections=PARALLEL)
        self._http = httpx.AsyncClient(base_url=url, limits=limits, timeout=60)

    async def __aenter__(self) -> Reception:
        return self

    async def __aexit__(self, *_: object) -> None:
        await self._http.aclose()

    async def visitors(self, count: int) -> list[Visitor]:
        """New guests."""

        async def sign_in(number: int) -> Visitor:
            reply = await self._http.post("/api/session", json={"name": f"Gast {number}"})
            reply.raise_for_status()
            cookie = "; ".join(f"{name}={value}" for name, value in reply.cookies.items())
            self._http.cookies.clear()
            return Visitor(reply.json()["id"], cookie)

        return await in_parallel(sign_in, range(count))

    async def running_table(self, game: str, guests: Sequence[Visitor]) -> str:
        """Open a table, seat the guests, everybody ready, start; its id."""
        host, *others = guests
        settings = {"game": game, "options": OPTIONS[game], "clock": None}
        table = await self._post(host, "/api/tables", {"name": "Probe", "settings": settings, "seats": len(guests)})
        path = f"/api/tables/{table['id']}"
        for guest in others:
            await self._post(guest, f"{path}/join", {})
        for number, guest in enumerate(guests):
            await self._post(guest, f"{path}/ready", {"entropy": f"{number:032x}", "commitment": table["commitment"]})
        await self._post(host, f"{path}/start", {})
        return str(table["id"])

    async def _post(self, guest: Visitor, path: str, body: dict[str, Any]) -> dict[str, Any]:
        reply = await self._http.post(path, json=body, headers={"Cookie": guest.cookie})
        if reply.is_error:
            raise RuntimeError(f"{path}: {reply.status_code} {reply.text[:200]}")
        found: dict[str, Any] = reply.json()
        return found
