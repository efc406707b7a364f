"""Games kept running while the house is under fire, in every mix of people, computers and clocks."""

from __future__ import annotations

import asyncio
import random
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count, cycle

import httpx

from tests.chaos.people import Person


@dataclass(frozen=True)
class Mix:
    """Who sits at a table. ``away``: people who have no browser open; the clock and the stand-in play for them."""

    game: str
    people: int
    computers: int
    clock: int | None
    away: int = 0


MIXES = (
    Mix("maexchen", 1, 2, None),
    Mix("shut_the_box", 1, 3, None),
    Mix("maexchen", 2, 1, 30),
    Mix("shut_the_box", 2, 1, 30),
    Mix("maexchen", 3, 0, None),
    Mix("shut_the_box", 3, 2, 30),
    Mix("maexchen", 2, 2, 30, away=2),
    Mix("shut_the_box", 1, 1, None),
    Mix("shut_the_box", 1, 2, 30, away=1),
    Mix("maexchen", 1, 4, None),
)


@dataclass
class Arena:
    """All games of the trial."""

    url: str
    rng: random.Random
    tables: dict[str, Mix] = field(default_factory=dict)
    people: list[Person] = field(default_factory=list)
    going: bool = True
    playing: set[str] = field(default_factory=set)

    async def keep_running(self, games: int) -> None:
        """Keep so many games going until ``going`` falls; then return when all with people present are over."""
        mixes = cycle(MIXES)
        async with httpx.AsyncClient(base_url=self.url, timeout=10) as http, asyncio.TaskGroup() as group:
            for slot in range(games):
                group.create_task(self._slot(http, mixes, slot))

    async def _slot(self, http: httpx.AsyncClient, mixes: Iterator[Mix], slot: int) -> None:
        for turn in count():
            if not self.going:
                return
            await self._one(http, next(mixes), f"{slot}-{turn}")

    async def _one(self, http: httpx.AsyncClient, mix: Mix, name: str) -> None:
        guests = []
        for number in range(mix.people):
            guest = Person(self.url, random.Random(f"{self.rng.random()}/{name}/{number}"))
            await guest.sign_in(http, f"G{name}-{number}")
            guests.append(guest)
        self.people += guests
        table = await self._open(http, mix, guests)
        if table is None:
            return
        self.tables[table] = mix
        present = guests[: mix.people - mix.away]
        if present:
            self.playing.add(table)
            await asyncio.gather(*(guest.play(table) for guest in present))
            self.playing.discard(table)
        else:
            await asyncio.sleep(5)

    async def _open(self, http: httpx.AsyncClient, mix: Mix, guests: list[Person]) -> str | None:
        """Open, sit down, ready, start. A table half opened when something died may be given up: people try again."""
        host, *others = guests
        options = {"lives": 3} if mix.game == "maexchen" else {}
        settings = {"game": mix.game, "options": options, "clock": mix.clock, "turbo": True}
        body = {"name": "Sturm", "settings": settings, "seats": mix.people + mix.computers}
        opened = await host.rest(http, "POST", "/api/tables", body)
        if "id" not in opened:
            return None
        path = f"/api/tables/{opened['id']}"
        for guest in others:
            await guest.rest(http, "POST", f"{path}/join", {})
        for guest in guests:
            entropy = f"{guest.rng.getrandbits(128):032x}"
            await guest.rest(http, "POST", f"{path}/ready", {"entropy": entropy, "commitment": opened["commitment"]})
        for _ in range(60):
            await host.rest(http, "POST", f"{path}/start", {"fill": "normal"})
            with suppress(KeyError):
                status = (await host.rest(http, "GET", path))["table"]["status"]
                if status in {"running", "finished"}:
                    return str(opened["id"])
                if status == "open":
                    return None
            await asyncio.sleep(0.5)
        raise AssertionError(f"table {opened['id']} did not start")
