"""A browser-like client: one socket, whole views in, legal moves out as soon as a view asks for one."""

from __future__ import annotations

import random
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import orjson
from dicearena_contracts.socket import SOCKET_VERSION
from dicearena_games.core import expand
from websockets.asyncio.client import ClientConnection, connect

Clock = Callable[[], float]


@dataclass(slots=True)
class Move:
    """One command: when it was sent, when its own view came, and its record number once it is known."""

    command: str
    sent: float
    own: float | None = None
    n: int | None = None


@dataclass(slots=True)
class Client:
    """One guest at one table."""

    table: str
    seat: int
    cookie: str
    rng: random.Random
    moves: list[Move] = field(default_factory=list)
    arrivals: list[tuple[int, float]] = field(default_factory=list)
    """Record number and arrival of every view."""
    last: dict[str, Any] = field(default_factory=dict)
    """The newest view; empty before the first."""
    refusals: list[str] = field(default_factory=list)
    """Codes of the frames that refused a move."""
    over: bool = False
    playing: bool = True
    alone: bool = False
    """Moves only while nobody on a seat before owes a decision: one action at a time at the whole table."""
    _socket: ClientConnection | None = None
    _answered: int = -1
    _open: Move | None = None
    _answering: int = 0
    """Number of the view that was answered last."""

    @property
    def _seen(self) -> int:
        return int(self.last.get("n", 0))

    @property
    def errors(self) -> int:
        """How many moves were refused."""
        return len(self.refusals)

    async def connect(self, url: str) -> None:
        """Open the socket and say hello; follows nothing yet."""
        self._socket = await connect(
            url.replace("http", "ws", 1) + "/ws",
            additional_headers={"Cookie": self.cookie},
            origin=url,  # type: ignore[arg-type]
            compression=None,
            ping_interval=None,
            max_queue=64,
        )
        await self._send({"t": "hello", "v": SOCKET_VERSION})
        welcome = orjson.loads(await self._socket.recv())
        if welcome["t"] != "welcome":
            raise RuntimeError(f"expected a welcome, got {welcome['t']}")

    async def play(self) -> None:
        """Watch the table and play until it is over or ``playing`` falls."""
        assert self._socket is not None
        await self._send({"t": "watch", "table": self.table, "seen": 0})
        async for frame in self._socket:
            now = time.perf_counter()
            message = orjson.loads(frame)
            match message["t"]:
                case "view":
                    await self._view(message, now)
                case "done":
                    if self._open is not None and message["id"] == self._open.command:
                        self._open.n = message["n"]
                        self._open = None
                case "refused":
                    self.refusals.append(message["error"]["code"])
                    self._answered = -1
                    # What came since the move left may be why it was refused, and nothing more need come.
                    if self._seen > self._answering:
                        await self._consider()
            if self.over or not self.playing:
                return

    async def leave(self) -> None:
        """Leave the game, so that an unfinished table closes, and hang up."""
        assert self._socket is not None
        if not self.over:
            await self._send(
                {"t": "do", "id": f"leave-{self.table}-{self.seat}", "table": self.table, "seen": self._seen,
                 "deed": {"kind": "leave"}}
            )  # fmt: skip
            async for frame in self._socket:
                message = orjson.loads(frame)
                if message["t"] in {"done", "refused"} and str(message["id"]).startswith("leave-"):
                    break
        await self._socket.close()

    async def close(self) -> None:
        """Hang up."""
        if self._socket is not None:
            await self._socket.close()

    async def _view(self, view: dict[str, Any], now: float) -> None:
        n = view["n"]
        if n <= self._seen:
            return
        self.last = view
        self.arrivals.append((n, now))
        if self._open is not None and self._open.own is None and view["decision"] > self._answered:
            self._open.own = now
        if view["status"] == "over":
            self.over = True
        else:
            await self._consider()

    async def _consider(self) -> None:
        if self.last["decision"] > self._answered and self.playing:
            await self._answer(self.last)

    async def _answer(self, view: dict[str, Any]) -> None:
        if self.alone and any(seat["due"] for seat in view["seats"][: self.seat]):
            return
        actions = [action for domain in view["actions"] for action in expand(domain)]
        if not actions or (actions[0]["kind"] == "weiter" and self.seat != 0):
            return
        self._answered, self._answering = view["decision"], view["n"]
        command = f"{self.table}:{self.seat}:{view['decision']}"
        move = Move(command, time.perf_counter())
        self._open = move
        self.moves.append(move)
        deed = {"kind": "act", "decision": view["decision"], "action": self.rng.choice(actions)}
        await self._send({"t": "do", "id": command, "table": self.table, "seen": view["n"], "deed": deed})

    async def _send(self, message: dict[str, Any]) -> None:
        assert self._socket is not None
        await self._socket.send(orjson.dumps(message).decode())
