"""Fan-out: what the bus says, to the sockets it is for. The gateway's only state is who has what open right now."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine, Iterable
from typing import Any, Final

import orjson
import structlog
from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import (
    ChatSaid,
    GetRequest,
    LobbyChanged,
    LobbyTable,
    TableChanged,
    TableDetail,
)
from dicearena_contracts.rules import ViewRequest
from dicearena_contracts.socket import ChatFrame, TableFrame
from dicearena_contracts.view import view_number
from pydantic import TypeAdapter

from dicearena_gateway import frames, metrics
from dicearena_gateway.client import Client
from dicearena_gateway.rooms import PLAYED, Families, Room, Watch

_CHANGED: Final[TypeAdapter[LobbyChanged]] = TypeAdapter(LobbyChanged)
_ASKING: Final = 64
"""Questions under way at once, so that a reconnect with thousands of sockets is no flood."""

_log = structlog.get_logger("dicearena.gateway")


class Hub:
    """Rooms, the clients in them, and those who follow the table list."""

    def __init__(self, bus: Bus, patience: float) -> None:
        self._bus = bus
        self._patience = patience
        """Seconds one question is repeated, before the reader is told and it begins anew."""
        self._loop = asyncio.get_running_loop()
        self._tasks: set[asyncio.Task[None]] = set()
        self._asking = asyncio.Semaphore(_ASKING)
        self.rooms: dict[str, Room] = {}
        self.followers: dict[Client, list[bytes] | None] = {}
        """Who follows the list; a list instead of None keeps frames until the whole list was sent."""
        self.families = Families()
        self.on_presence: Any = lambda: None
        """Called when somebody opens or closes a table."""

    async def start(self) -> None:
        """Follow the lobby; ask for everything again after each reconnect."""
        await self._bus.subscribe(subjects.LOBBY_CHANGED, self._lobby_changed)
        self._bus.on_reconnect.append(self._reconnected)

    async def stop(self) -> None:
        """Give up what is under way."""
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def spawn(self, work: Coroutine[Any, Any, None]) -> None:
        """Run something that ends by itself."""
        task = self._loop.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if not task.cancelled() and (error := task.exception()) is not None:
            _log.error("gateway.task_failed", exc_info=error)

    async def family(self, table: str) -> Family:
        """The family of a table. Raises DicearenaError (not_found, unavailable, timeout)."""
        known = self.families.get(table)
        if known is None:
            known = self.families.learn((await self._detail(table)).table)
        return known

    async def _detail(self, table: str) -> TableDetail:
        return await self._bus.request(
            subjects.LOBBY_GET, GetRequest(table=table), TableDetail, patience=self._patience
        )

    # Opening and closing tables.

    async def watch(self, client: Client, table: str, seen: int, ticket: object) -> None:
        """Open a table for a client: subscribe, flush, then ask. Raises DicearenaError.

        Nothing happens where ``ticket`` is not in ``client.opening`` any more: the table was closed meanwhile.
        """
        try:
            detail = await self._detail(table)
            if client.opening.get(table) is not ticket or not client.wire.open:
                return
        finally:
            if client.opening.get(table) is ticket:
                del client.opening[table]
        self.families.learn(detail.table)
        room = self.rooms.get(table)
        if room is None:
            room = self.rooms[table] = Room(detail.table)
            self.spawn(self._open(room))
            metrics.ROOMS.set(len(self.rooms))
        room.know(detail.table)
        self._drop(client, table, keep=room)
        watch = client.watches[table] = Watch(client, room, seen)
        room.add(watch)
        metrics.WATCHES.inc()
        self.on_presence()
        client.send(frames.encode(TableFrame(table=detail.table)), ("table", table))
        client.send(frames.encode(ChatFrame(table=table, lines=detail.chat)), ("chat", table))
        self._ask(watch, "watch")

    async def _open(self, room: Room) -> None:
        def deliver(subject: str, payload: bytes) -> None:
            room.deliver(subject[prefix:], payload, self._loop.time())

        subject = subjects.views_of_table(room.family, room.table)
        prefix = len(subject) - 1
        room.subscription = await self._bus.subscribe(subject, deliver)
        while not room.opened.done():
            try:
                await self._bus.flush()
            except DicearenaError:
                await asyncio.sleep(0.5)
            else:
                room.opened.set_result(None)
        if not room.watches:
            await self._close(room)

    def unwatch(self, client: Client, table: str) -> None:
        """Close a table for a client; the last one out ends the subscription."""
        client.opening.pop(table, None)
        self._drop(client, table)

    def _drop(self, client: Client, table: str, keep: Room | None = None) -> None:
        watch = client.watches.pop(table, None)
        if watch is None:
            return
        metrics.WATCHES.dec()
        room = watch.room
        room.drop(watch)
        self.on_presence()
        if not room.watches and room is not keep:
            del self.rooms[table]
            metrics.ROOMS.set(len(self.rooms))
            if room.opened.done():
                self.spawn(self._close(room))

    async def _close(self, room: Room) -> None:
        if room.subscription is not None:
            try:
                await room.subscription.unsubscribe()
            except Exception as error:  # the connection may be gone, and the subscription with it
                _log.info("gateway.unsubscribed_late", error=type(error).__name__)

    def leave(self, client: Client) -> None:
        """A socket is closed."""
        self.followers.pop(client, None)
        client.opening.clear()
        for table in list(client.watches):
            self.unwatch(client, table)

    # Views.

    def _ask(self, watch: Watch, reason: str) -> None:
        """Ask for the watch's present view, once at a time."""
        if watch.asking:
            watch.again = True
            return
        if watch.room.status not in PLAYED:
            return
        watch.asking = True
        metrics.RESYNCS.labels(reason=reason).inc()
        self.spawn(self._answer(watch))

    async def _answer(self, watch: Watch) -> None:
        room, client = watch.room, watch.client
        try:
            await room.opened
            while client.watches.get(room.table) is watch:
                watch.again = False
                try:
                    payload = await self._view(watch)
                except DicearenaError as error:
                    client.send(frames.refused(error, table=room.table), ("no view", room.table))
                    if not error.retryable:
                        return
                    continue
                now = self._loop.time()
                if watch.reader is None:
                    watch.settle(_reader(payload), view_number(payload), payload, now)
                else:
                    watch.offer(view_number(payload), payload, now)
                if not watch.again:
                    return
        finally:
            watch.asking = False

    async def _view(self, watch: Watch) -> bytes:
        request = ViewRequest(table=watch.room.table, person=watch.client.person.id, seen=max(watch.seen, watch.sent))
        async with self._asking:
            return await self._bus.request_raw(
                subjects.rules_view(watch.room.family), frames.encode(request), patience=self._patience
            )

    def _reconnected(self) -> None:
        """Views and lobby news may have been missed: ask again for all that is open."""
        for room in list(self.rooms.values()):
            self.spawn(self._refresh(room))
        if self.followers:
            self.spawn(self.send_list(list(self.followers)))

    async def _refresh(self, room: Room) -> None:
        try:
            await room.opened
            async with self._asking:
                detail = await self._detail(room.table)
        except DicearenaError as error:
            _log.warning("gateway.refresh_failed", table=room.table, code=str(error.code))
        else:
            self._table_changed(detail.table)
            chat = frames.encode(ChatFrame(table=room.table, lines=detail.chat))
            for watch in room.watches:
                watch.client.send(chat, ("chat", room.table))
        for watch in list(room.watches):
            self._ask(watch, "reconnect")

    # The lobby.

    def unfollow(self, client: Client) -> None:
        """Stop following the table list."""
        self.followers.pop(client, None)

    async def send_list(self, clients: Iterable[Client]) -> None:
        """Send the whole list (a `TableList` becomes a `Lobby` frame); news that come meanwhile follow behind it."""
        clients = [client for client in clients if client.wire.open]
        for client in clients:
            self.followers[client] = []
        try:
            answer = await self._bus.request_raw(subjects.LOBBY_LIST, b"{}", patience=self._patience)
            payload = b'{"t":"tables",' + answer[1:]
        except DicearenaError as error:
            payload = frames.refused(error)
        for client in clients:
            if client not in self.followers:
                continue
            client.send(payload, "list")
            for kept in self.followers[client] or ():
                client.send(kept)
            self.followers[client] = None

    def _lobby_changed(self, _subject: str, payload: bytes) -> None:
        try:
            changed = _CHANGED.validate_json(payload)
        except ValueError:
            _log.warning("gateway.lobby_news_malformed")
            return
        if isinstance(changed, TableChanged):
            self._table_changed(changed.table)
        elif isinstance(changed, ChatSaid):
            self._chat_said(changed)

    def _table_changed(self, table: LobbyTable) -> None:
        payload = frames.encode(TableFrame(table=table))
        room = self.rooms.get(table.id)
        inside: set[Client] = set()
        if room is not None:
            inside = {watch.client for watch in room.watches}
            if room.know(table):
                for client in inside:
                    client.send(payload, ("table", table.id))
                for watch in room.watches:
                    if watch.reader is None:
                        self._ask(watch, "start")
        if not table.listed:
            return
        for client, kept in self.followers.items():
            if client in inside:
                continue
            if kept is None:
                client.send(payload, ("table", table.id))
            else:
                kept.append(payload)

    def _chat_said(self, said: ChatSaid) -> None:
        room = self.rooms.get(said.table)
        if room is None:
            return
        payload = frames.encode(ChatFrame(table=said.table, lines=(said.line,)))
        for watch in room.watches:
            watch.client.send(payload)


def _reader(payload: bytes) -> str:
    """The reader of an answered view, as the last part of its subject: the only view that is parsed here."""
    seat = orjson.loads(payload)["seat"]
    if seat is not None and not isinstance(seat, int):
        raise DicearenaError(ErrorCode.INTERNAL)
    return subjects.WATCHER if seat is None else str(seat)
