"""The front desk: lets sockets in, reads their frames, and sends each to where it is answered."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Coroutine
from typing import Any, Final

from dicearena_bus import Bus, edge
from dicearena_contracts import socket, subjects
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import ChatLine, ChatRequest, LobbyTable, ReadyRequest
from dicearena_contracts.rules import CommandReply, HumanCommand
from dicearena_contracts.socket import CloseCode
from limits import parse
from websockets.http11 import Request

from dicearena_gateway import frames, metrics
from dicearena_gateway.client import MAX_STRIKES, Client
from dicearena_gateway.hub import Hub
from dicearena_gateway.limiting import Bucket, Limits
from dicearena_gateway.origins import Proxies, origin_allowed
from dicearena_gateway.sessions import Sessions
from dicearena_gateway.settings import GatewaySettings
from dicearena_gateway.wire import Wire

_FRAMES_IN: Final = {
    kind: metrics.FRAMES_IN.labels(type=kind)
    for kind in ("hello", "watch", "unwatch", "lobby", "do", "say", "ready", "ping")
}
_MOVES_DONE: Final = metrics.MOVES.labels(outcome="done")


class Desk:
    """All clients of this process."""

    def __init__(self, bus: Bus, hub: Hub, sessions: Sessions, limits: Limits, settings: GatewaySettings) -> None:
        self._bus = bus
        self.hub = hub
        self._sessions = sessions
        self._limits = limits
        self._settings = settings
        self._proxies = Proxies(settings.trusted_proxies)
        self._rate = parse(settings.rate_frames)
        self._loop = asyncio.get_running_loop()
        self.clients: set[Client] = set()
        self._persons: Counter[str] = Counter()
        self._addresses: Counter[str] = Counter()

    # Sockets.

    def enter(self, wire: Wire, request: Request, peer: str, scheme: str) -> Client | None:
        """A socket was opened: check where it comes from and who it is."""
        headers, settings = request.headers, self._settings
        address, scheme = self._proxies.resolve(peer, scheme, lambda name: ", ".join(headers.get_all(name)))
        person = self._sessions.of_header("; ".join(headers.get_all("Cookie")))
        code: CloseCode | None = None
        if not origin_allowed(headers.get("Origin"), headers.get("Host"), scheme, settings.origins):
            code = CloseCode.FORBIDDEN_ORIGIN
        elif person is None:
            code = CloseCode.NOT_SIGNED_IN
        elif (
            self._persons[person.id] >= settings.sockets_per_person
            or self._addresses[address] >= settings.sockets_per_address
        ):
            code = CloseCode.TOO_MANY_SOCKETS
        if code is not None or person is None:
            code = code or CloseCode.NOT_SIGNED_IN
            metrics.CLOSED.labels(code=str(int(code))).inc()
            wire.close(code, code.name.lower())
            return None
        bucket = Bucket(self._rate, self._loop.time())
        client = Client(wire, self, person, address, bucket, settings.queue)
        self.clients.add(client)
        self._persons[person.id] += 1
        self._addresses[address] += 1
        metrics.SOCKETS.inc()
        return client

    def gone(self, client: Client) -> None:
        """A socket is closed."""
        self.clients.discard(client)
        for counter, key in ((self._persons, client.person.id), (self._addresses, client.address)):
            counter[key] -= 1
            if not counter[key]:
                del counter[key]
        metrics.SOCKETS.dec()
        self.hub.leave(client)

    async def sweep(self) -> None:
        """Ping the silent, cut the dead and those who never greet; runs until cancelled."""
        while True:
            await asyncio.sleep(self._settings.sweep_every)
            now = self._loop.time()
            for client in list(self.clients):
                silence = now - client.wire.heard_at
                if silence > self._settings.idle_ping * 2:
                    client.cut()
                elif silence > self._settings.idle_ping:
                    if client.greeted:
                        client.wire.ping()
                    else:
                        client.close(CloseCode.WRONG_VERSION)

    async def close_all(self) -> None:
        """Say goodbye to everybody (1001)."""
        for client in list(self.clients):
            client.close(CloseCode.GOING_AWAY)
        await asyncio.sleep(0)

    # Frames.

    def received(self, client: Client, data: bytes) -> None:
        """A text message came: refuse it, answer it, or start what answers it."""
        now = self._loop.time()
        if not client.bucket.take(now):
            self._strike(client, data)
            return
        if client.strikes:
            client.strikes -= 1
        try:
            frame = frames.decode(data)
        except frames.MalformedFrame as error:
            metrics.FRAMES_IN.labels(type="malformed").inc()
            client.send(frames.refused(error, error.id, error.table))
            return
        _FRAMES_IN[frame.t].inc()
        if not client.greeted or isinstance(frame, socket.Hello):
            self._greet(client, frame)
            return
        match frame:
            case socket.Command():
                watch = client.watches.get(frame.table)
                if watch is not None:
                    watch.acted_at = now
                self._start(client, self._do(client, frame), frame.id, frame.table)
            case socket.Watch():
                self._watch(client, frame)
            case socket.Unwatch():
                self.hub.unwatch(client, frame.table)
            case socket.WatchLobby():
                self._follow(client, frame.on)
            case socket.Say():
                self._start(client, self._say(client, frame), None, frame.table)
            case socket.Ready():
                self._start(client, self._ready(client, frame), None, frame.table)
            case socket.Ping():
                client.send(frames.encode(socket.Pong(now=_now_ms())))

    def noise(self, client: Client) -> None:
        """A ping, a pong or a piece of a message came: it counts like a frame, and abuse cuts the connection.

        The core answers pings by itself, so one who sends them without reading would fill our memory.
        """
        if client.wire.paused or not client.bucket.take(self._loop.time()):
            client.strikes += 1
            if client.strikes > MAX_STRIKES:
                client.cut()

    def _strike(self, client: Client, data: bytes) -> None:
        client.strikes += 1
        metrics.FRAMES_IN.labels(type="over_rate").inc()
        if client.strikes > MAX_STRIKES:
            client.close(CloseCode.TOO_MANY)
        else:
            client.send(frames.refused(DicearenaError(ErrorCode.TOO_MANY), *frames.named(data)))

    def _greet(self, client: Client, frame: socket.ClientFrame) -> None:
        if client.greeted or not isinstance(frame, socket.Hello):
            client.send(frames.refused(DicearenaError(ErrorCode.BAD_REQUEST, "error.hello_first")))
            return
        if frame.v != socket.SOCKET_VERSION:
            client.close(CloseCode.WRONG_VERSION)
            return
        client.greeted = True
        client.send(frames.encode(socket.Welcome(v=socket.SOCKET_VERSION, person=client.person, now=_now_ms())))

    def _start(self, client: Client, work: Coroutine[Any, Any, None], frame_id: str | None, table: str | None) -> bool:
        if client.in_flight >= self._settings.in_flight:
            work.close()
            client.send(frames.refused(DicearenaError(ErrorCode.TOO_MANY, "error.too_many_waiting"), frame_id, table))
            return False
        client.in_flight += 1
        self.hub.spawn(self._answering(client, work, frame_id, table))
        return True

    async def _answering(
        self, client: Client, work: Coroutine[Any, Any, None], frame_id: str | None, table: str | None
    ) -> None:
        try:
            await work
        except DicearenaError as error:
            client.send(frames.refused(error, frame_id, table))
        finally:
            client.in_flight -= 1

    async def _do(self, client: Client, frame: socket.Command) -> None:
        outcome = "internal"
        try:
            watch = client.watches.get(frame.table)
            family = watch.room.family if watch is not None else await self.hub.family(frame.table)
            command = HumanCommand(
                table=frame.table, person=client.person.id, command=frame.id, seen=frame.seen, deed=frame.deed
            )
            with edge("move"):
                reply = await self._bus.request(
                    subjects.rules_act_human(family), command, CommandReply,
                    patience=self._settings.patience, command=frame.id,
                )  # fmt: skip
            outcome = "done"
        except DicearenaError as error:
            outcome = str(error.code)
            raise
        finally:
            (_MOVES_DONE if outcome == "done" else metrics.MOVES.labels(outcome=outcome)).inc()
        client.send(frames.encode(socket.Done(id=frame.id, n=reply.n)))

    def _watch(self, client: Client, frame: socket.Watch) -> None:
        tables = client.watches.keys() | client.opening.keys()
        if frame.table not in tables and len(tables) >= self._settings.watches_per_socket:
            error = DicearenaError(ErrorCode.TOO_MANY, "error.too_many_tables")
            client.send(frames.refused(error, table=frame.table))
            return
        ticket = object()
        if self._start(client, self.hub.watch(client, frame.table, frame.seen, ticket), None, frame.table):
            client.opening[frame.table] = ticket

    def _follow(self, client: Client, on: bool) -> None:
        if not on:
            self.hub.unfollow(client)
            return
        on_its_way = self.hub.followers.get(client) is not None
        if not on_its_way and self._start(client, self.hub.send_list([client]), None, None):
            self.hub.followers[client] = []

    async def _say(self, client: Client, frame: socket.Say) -> None:
        await self._limits.chat(client.person.id)
        request = ChatRequest(table=frame.table, person=client.person.id, text=frame.text)
        await self._bus.request(subjects.LOBBY_CHAT, request, ChatLine)

    async def _ready(self, client: Client, frame: socket.Ready) -> None:
        request = ReadyRequest(
            table=frame.table,
            person=client.person.id,
            entropy=frame.entropy,
            commitment=frame.commitment,
            rev=frame.rev,
        )
        await self._bus.request(subjects.LOBBY_READY, request, LobbyTable)


def _now_ms() -> int:
    return time.time_ns() // 1_000_000
