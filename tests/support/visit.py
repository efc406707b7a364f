"""A guest who plays a whole game against computers through the house's front door: REST and the web socket."""

from __future__ import annotations

import random
import time
from typing import Any

import httpx
from dicearena_cli.bench.client import Client
from dicearena_cli.bench.people import Reception


class Guest:
    """One signed-in guest."""

    def __init__(self, url: str, person: str, cookie: str) -> None:
        self.url, self.person, self.cookie = url, person, cookie

    @classmethod
    async def arrive(cls, url: str) -> Guest:
        async with Reception(url) as reception:
            (visitor,) = await reception.visitors(1)
        return cls(url, visitor.id, visitor.cookie)

    def get(self, path: str) -> Any:
        reply = httpx.get(self.url + path, headers={"Cookie": self.cookie}, timeout=30)
        reply.raise_for_status()
        return reply.json()

    def post(self, path: str, body: dict[str, Any]) -> Any:
        reply = httpx.post(self.url + path, json=body, headers={"Cookie": self.cookie}, timeout=30)
        assert reply.is_success, f"{path}: {reply.status_code} {reply.text[:300]}"
        return reply.json()

    def open_table(
        self, game: str, computers: tuple[str, ...], seats: int | None = None, **options: Any
    ) -> dict[str, Any]:
        """An open table with the guest on seat 0, computers behind; turbo, no clock; no chair left, if not said."""
        settings = {"game": game, "options": options, "clock": None, "turbo": True}
        body = {
            "name": "Stammtisch",
            "settings": settings,
            "seats": seats or 1 + len(computers),
            "computers": computers,
        }
        table: dict[str, Any] = self.post("/api/tables", body)
        return table

    def start(self, table: dict[str, Any]) -> str:
        """Get ready and start; the table's id."""
        path = f"/api/tables/{table['id']}"
        self.post(f"{path}/ready", {"entropy": "0f" * 16, "commitment": table["commitment"]})
        self.post(f"{path}/start", {})
        return str(table["id"])

    async def play(self, table: str, seed: int = 7) -> Client:
        """Play any legal moves to the end of the game."""
        client = Client(table=table, seat=0, cookie=self.cookie, rng=random.Random(seed))
        await client.connect(self.url)
        try:
            await client.play()
        finally:
            await client.close()
        assert client.over
        return client

    def result(self, table: str, seconds: float = 20) -> dict[str, Any]:
        """The row of a finished game in the guest's own list, once it is there."""
        until = time.monotonic() + seconds
        while True:
            rows = [row for row in self.get("/api/mine")["games"] if row["table"] == table]
            if rows or time.monotonic() > until:
                (row,) = rows
                return dict(row)
            time.sleep(0.1)
