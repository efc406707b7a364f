"""People who keep playing whatever is killed: they connect again and repeat what was not answered."""

from __future__ import annotations

import asyncio
import random
import time
from dataclasses import dataclass, field
from typing import Any

import httpx
import orjson
from dicearena_contracts.errors import RETRYABLE, ErrorCode
from dicearena_contracts.socket import SOCKET_VERSION
from dicearena_games.core import expand
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import WebSocketException

ANSWER_SECONDS = 3.0


@dataclass
class Person:
    """A guest with a cookie, and what the house has acknowledged to them."""

    url: str
    rng: random.Random
    cookie: str = ""
    id: str = ""
    acknowledged: list[tuple[str, str, int]] = field(default_factory=list)
    """(table, command id, record number)."""
    seen: dict[tuple[str, int], int] = field(default_factory=dict)
    """(table, record number) of every view shown → the time of that record."""
    refused: list[tuple[str, dict[str, Any]]] = field(default_factory=list)

    async def rest(self, http: httpx.AsyncClient, method: str, path: str, body: Any = None) -> Any:
        """One REST call, repeated while the house is being killed."""
        while True:
            try:
                reply = await http.request(method, path, json=body, headers={"Cookie": self.cookie})
            except httpx.TransportError:
                await asyncio.sleep(0.3)
                continue
            if reply.status_code < 500:
                if not self.cookie and "set-cookie" in reply.headers:
                    self.cookie = reply.headers["set-cookie"].split(";")[0]
                return reply.json()
            await asyncio.sleep(0.3)

    async def sign_in(self, http: httpx.AsyncClient, name: str) -> None:
        """Become a guest."""
        self.id = (await self.rest(http, "POST", "/api/session", {"name": name}))["id"]

    async def play(self, table: str) -> None:
        """Play a table to its end over sockets that may break at any moment."""
        hand = _Hand(self, table)
        while not hand.over:
            try:
                async with connect(
                    self.url.replace("http", "ws", 1) + "/ws",
                    additional_headers={"Cookie": self.cookie},
                    origin=self.url,  # type: ignore[arg-type]
                    open_timeout=5,
                    ping_interval=None,
                ) as socket:
                    await hand.follow(socket)
            except (OSError, WebSocketException, TimeoutError):
                await asyncio.sleep(0.2 + self.rng.random() * 0.3)


class _Hand:
    """One person at one table."""

    def __init__(self, person: Person, table: str) -> None:
        self.person = person
        self.table = table
        self.over = False
        self._seen = 0
        self._done = 0
        self._pending: dict[str, Any] | None = None
        self._sent = 0.0
        self._view: dict[str, Any] | None = None

    async def follow(self, socket: ClientConnection) -> None:
        await _send(socket, {"t": "hello", "v": SOCKET_VERSION})
        await _send(socket, {"t": "watch", "table": self.table, "seen": 0})
        await self._repeat(socket)
        asked = time.monotonic()
        while not self.over:
            try:
                async with asyncio.timeout(1.0):
                    frame = await socket.recv()
            except TimeoutError:
                if self._pending is not None and time.monotonic() - self._sent > ANSWER_SECONDS:
                    await self._repeat(socket)
                elif time.monotonic() - asked > ANSWER_SECONDS:
                    asked = time.monotonic()
                    await _send(socket, {"t": "watch", "table": self.table, "seen": self._seen})
                continue
            await self._take(socket, orjson.loads(frame))

    async def _take(self, socket: ClientConnection, message: dict[str, Any]) -> None:
        match message["t"]:
            case "view" if message["table"] == self.table:
                self._seen = max(self._seen, message["n"])
                self.person.seen[self.table, message["n"]] = message["at"]
                self._view = message
                self.over = message["status"] == "over" and self._pending is None
                await self._move(socket)
            case "done" if self._pending is not None and message["id"] == self._pending["id"]:
                self.person.acknowledged.append((self.table, message["id"], message["n"]))
                self._pending = None
                self._done = message["n"]
                self.over = self._view is not None and self._view["status"] == "over"
                await self._move(socket)
            case "refused" if self._pending is not None and message["id"] == self._pending["id"]:
                await self._refused(socket, message["error"])

    async def _refused(self, socket: ClientConnection, error: dict[str, Any]) -> None:
        if ErrorCode(error["code"]) in RETRYABLE:
            await asyncio.sleep(0.3)
            await self._repeat(socket)
            return
        self.person.refused.append((self.table, error))
        self._pending = None
        await _send(socket, {"t": "watch", "table": self.table, "seen": 0})

    async def _move(self, socket: ClientConnection) -> None:
        view = self._view
        if view is None or self._pending is not None or view["status"] == "over" or view["n"] < self._done:
            return
        actions = [action for domain in view["actions"] for action in expand(domain)]
        if not actions or (actions[0]["kind"] == "weiter" and view["seat"] != 0):
            return
        await asyncio.sleep(self.person.rng.random() * 0.4)
        deed = {"kind": "act", "decision": view["decision"], "action": self.person.rng.choice(actions)}
        command = f"{self.table}:{view['seat']}:{view['decision']}:{self.person.rng.getrandbits(32):08x}"
        self._pending = {"t": "do", "id": command, "table": self.table, "seen": view["n"], "deed": deed}
        await self._repeat(socket)

    async def _repeat(self, socket: ClientConnection) -> None:
        if self._pending is not None:
            self._sent = time.monotonic()
            await _send(socket, self._pending)


async def _send(socket: ClientConnection, message: dict[str, Any]) -> None:
    await socket.send(orjson.dumps(message).decode())
