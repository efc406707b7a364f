"""The lobby's endpoints: decode, call, answer."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from typing import Any

import orjson
from dicearena_bus import endpoint
from dicearena_contracts import subjects
from dicearena_contracts.base import Empty
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import (
    ChatLine,
    ChatRequest,
    DailyOpenRequest,
    FinishedRequest,
    GetRequest,
    ListRequest,
    LobbyTable,
    OpenRequest,
    Person,
    PersonRequest,
    PresenceRequest,
    ReadyRequest,
    SeatsRequest,
    SettingsRequest,
    StartRequest,
    TableDetail,
    TableRequest,
    TableStatus,
)

from dicearena_lobby import tables
from dicearena_lobby.caretaker import Caretaker
from dicearena_lobby.house_rules import checked
from dicearena_lobby.opening import Opener
from dicearena_lobby.people import People
from dicearena_lobby.quota import Quota
from dicearena_lobby.starting import REPEAT_AFTER_MS, Starter
from dicearena_lobby.store import LobbyStore, now_ms
from dicearena_lobby.tables import Change, Held, refused

ALIVE = (TableStatus.OPEN, TableStatus.STARTING, TableStatus.RUNNING)


class LobbyHandlers:
    """People, tables and chat. The gateway vouches for every request's ``person``."""

    def __init__(
        self,
        *,
        store: LobbyStore,
        people: People,
        opener: Opener,
        starter: Starter,
        caretaker: Caretaker,
        quota: Quota,
        finished_minutes: float,
    ) -> None:
        self._store = store
        self._people = people
        self._opener = opener
        self._starter = starter
        self._caretaker = caretaker
        self._quota = quota
        self._finished_ms = finished_minutes * 60_000
        self._background: set[asyncio.Task[Any]] = set()

    @endpoint(subjects.LOBBY_PERSON)
    async def person(self, request: PersonRequest) -> Person:
        """Make, rename or look up a guest."""
        if request.id is None:
            return await self._people.make(request.name)
        if request.name is None:
            return await self._people.find(request.id)
        return await self._people.rename(request.id, request.name)

    @endpoint(subjects.LOBBY_LIST)
    async def list_tables(self, request: ListRequest) -> bytes:
        """A `TableList` of what anybody may join, watch, or saw end just now; for the host also unlisted ones."""
        now = now_ms()
        shown = []
        for held in await self._store.all_raw():
            table = held["table"]
            if table["status"] == TableStatus.STARTING and now - (held["starting_at"] or now) >= REPEAT_AFTER_MS:
                self._later(self._starter.repeat(Held.model_validate(held)))
            fresh = table["status"] == TableStatus.FINISHED and now - held["changed_at"] < self._finished_ms
            if (table["listed"] or request.unlisted) and (table["status"] in ALIVE or fresh):
                shown.append(table)
        return orjson.dumps({"tables": shown})

    @endpoint(subjects.LOBBY_GET)
    async def get(self, request: GetRequest) -> TableDetail:
        """One table and its newest chat."""
        held = await self._store.get(request.table)
        if held.table.status is TableStatus.STARTING:
            self._later(self._starter.repeat(held))
        return TableDetail(table=held.table, chat=await self._store.chat(request.table))

    @endpoint(subjects.LOBBY_OPEN)
    async def open(self, request: OpenRequest) -> LobbyTable:
        """A new table with its host on seat 0."""
        await self._quota.check(request.person)
        held = await self._opener.open_table(request, await self._people.find(request.person))
        self._quota.opened(held)
        return held.table

    @endpoint(subjects.LOBBY_DAILY)
    async def daily(self, request: DailyOpenRequest) -> LobbyTable:
        """Today's Tageswurf; it starts at once."""
        held = await self._opener.daily(request, await self._people.find(request.person))
        return (await self._starter.open_game(held)).table

    @endpoint(subjects.LOBBY_JOIN)
    async def join(self, request: TableRequest) -> LobbyTable:
        """Sit down on the lowest free seat."""
        person = await self._people.find(request.person)
        return await self._change(request.table, lambda held: tables.join(held, person))

    @endpoint(subjects.LOBBY_LEAVE)
    async def leave(self, request: TableRequest) -> LobbyTable:
        """Get up before the start."""
        return await self._change(request.table, lambda held: tables.leave(held, request.person))

    @endpoint(subjects.LOBBY_READY)
    async def ready(self, request: ReadyRequest) -> LobbyTable:
        """Ready, with own entropy."""
        return await self._change(
            request.table,
            lambda held: tables.ready(held, request.person, request.entropy, request.commitment, request.rev),
        )

    @endpoint(subjects.LOBBY_SETTINGS)
    async def settings(self, request: SettingsRequest) -> LobbyTable:
        """The host's new rules."""
        settings = checked(request.settings)
        return await self._change(
            request.table, lambda held: tables.change_settings(held, request.person, settings, request.name)
        )

    @endpoint(subjects.LOBBY_SEATS)
    async def seats(self, request: SeatsRequest) -> LobbyTable:
        """The host's new seats."""
        return await self._change(
            request.table, lambda held: tables.change_seats(held, request.person, request.seats, request.computers)
        )

    @endpoint(subjects.LOBBY_START)
    async def start(self, request: StartRequest) -> LobbyTable:
        """Freeze the table and have the rules open its game; status ``starting`` where they take longer."""
        held = await self._store.change(
            request.table, lambda held: tables.start(held, request.person, request.fill, now_ms())
        )
        return (await self._starter.open_game(held)).table

    @endpoint(subjects.LOBBY_REMATCH)
    async def rematch(self, request: TableRequest) -> LobbyTable:
        """The next table of the same people."""
        return (await self._opener.rematch(request.table, request.person)).table

    @endpoint(subjects.LOBBY_CHAT)
    async def chat(self, request: ChatRequest) -> ChatLine:
        """Say something at a table."""
        held = await self._store.get(request.table)
        if held.table.status is TableStatus.CLOSED:
            raise refused("table_closed")
        person = await self._people.find(request.person)
        line = ChatLine(at=now_ms(), person=person.id, name=person.name, text=request.text)
        await self._store.say(request.table, line)
        return line

    @endpoint(subjects.LOBBY_PRESENCE)
    async def presence(self, request: PresenceRequest) -> Empty:
        """A gateway says who is connected."""
        await self._caretaker.report(request)
        return Empty()

    @endpoint(subjects.LOBBY_FINISHED)
    async def finished(self, request: FinishedRequest) -> Empty:
        """A result is stored; a table the lobby does not keep (any more) is no matter."""
        try:
            await self._store.change(request.table, tables.finished)
        except DicearenaError as error:
            if error.code is not ErrorCode.NOT_FOUND:
                raise
        return Empty()

    async def settle(self) -> None:
        """Wait for what goes on behind answered requests."""
        await asyncio.gather(*self._background, return_exceptions=True)

    async def _change(self, table: str, step: Change) -> LobbyTable:
        return (await self._store.change(table, step)).table

    def _later(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self._background.add(task)
        task.add_done_callback(self._background.discard)
