"""The lobby on a real bus and a real SQLite file, with the dice service's answers and a rules service to open games."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar

import orjson
import pytest
from dicearena_bus import Bus, endpoint, serve
from dicearena_contracts import subjects
from dicearena_contracts.base import Empty
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_contracts.dice import CommitReply, CommitRequest, DayReply, DayRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import (
    ChatLine,
    ChatRequest,
    DailyOpenRequest,
    FinishedRequest,
    GetRequest,
    LobbyTable,
    OpenRequest,
    Person,
    PersonRequest,
    PresenceRequest,
    ReadyRequest,
    StartRequest,
    TableDetail,
    TableList,
    TableRequest,
)
from dicearena_contracts.rules import OpenReply, OpenTable, TableSettings
from dicearena_games.fair import commitment
from dicearena_lobby.migrate import migrate
from dicearena_lobby.people import People
from dicearena_lobby.service import Lobby
from dicearena_lobby.settings import LobbySettings
from dicearena_store import engine

from tests.support.nats import NatsServer

T = TypeVar("T")
ENTROPY = "0123456789abcdef" * 2
DAY = "2031-05-03"


class OtherDice:
    """Commits as the dice service does, without secrets: the commitment is the hash of the table's id."""

    @endpoint(subjects.DICE_COMMIT)
    async def commit(self, request: CommitRequest) -> CommitReply:
        return CommitReply(commitment=commitment(request.table.encode()))

    @endpoint(subjects.DICE_DAY)
    async def day(self, request: DayRequest) -> DayReply:
        closes_at = time.time_ns() // 1_000_000 + 3600_000
        return DayReply(day=request.day or DAY, commitment=commitment(b"day"), closes_at=closes_at, secret=None)


@dataclass
class OtherRules:
    """Takes openings, or fails as it is told to."""

    opened: list[OpenTable] = field(default_factory=list)
    failure: DicearenaError | None = None

    @endpoint(subjects.rules_open)
    async def open(self, request: OpenTable) -> OpenReply:
        if self.failure is not None:
            raise self.failure
        self.opened.append(request)
        return OpenReply(n=1)


@dataclass
class House:
    """A lobby and everybody who talks to it."""

    nats: NatsServer
    gateway: Bus
    stats: Bus
    rules: dict[str, OtherRules]
    lobby: Lobby
    twin: Lobby
    changes: list[dict[str, Any]]

    async def ask(self, subject: str, message: Any, reply: type[T]) -> T:
        return await self.gateway.request(subject, message, reply)

    async def guest(self, name: str = "Anna") -> Person:
        return await self.ask(subjects.LOBBY_PERSON, PersonRequest(name=name), Person)

    async def open(
        self,
        person: Person,
        game: GameKey = GameKey.SHUT_THE_BOX,
        *,
        seats: int = 4,
        computers: tuple[Level, ...] = (),
        listed: bool = True,
        **settings: Any,
    ) -> LobbyTable:
        request = OpenRequest(
            person=person.id,
            name="Stammtisch",
            settings=TableSettings(game=game, **settings),
            seats=seats,
            computers=computers,
            listed=listed,
        )
        return await self.ask(subjects.LOBBY_OPEN, request, LobbyTable)

    async def act(self, subject: str, table: LobbyTable, person: Person, **more: Any) -> LobbyTable:
        return await self.gateway.request(
            subject, orjson.dumps({"table": table.id, "person": person.id, **more}), LobbyTable
        )

    async def join(self, table: LobbyTable, person: Person) -> LobbyTable:
        return await self.ask(subjects.LOBBY_JOIN, TableRequest(table=table.id, person=person.id), LobbyTable)

    async def leave(self, table: LobbyTable, person: Person) -> LobbyTable:
        return await self.ask(subjects.LOBBY_LEAVE, TableRequest(table=table.id, person=person.id), LobbyTable)

    async def rematch(self, table: LobbyTable, person: Person) -> LobbyTable:
        return await self.ask(subjects.LOBBY_REMATCH, TableRequest(table=table.id, person=person.id), LobbyTable)

    async def ready(self, table: LobbyTable, person: Person, entropy: str = ENTROPY) -> LobbyTable:
        request = ReadyRequest(table=table.id, person=person.id, entropy=entropy, commitment=table.commitment)
        return await self.ask(subjects.LOBBY_READY, request, LobbyTable)

    async def start(self, table: LobbyTable, person: Person, fill: Level | None = None) -> LobbyTable:
        return await self.ask(
            subjects.LOBBY_START, StartRequest(table=table.id, person=person.id, fill=fill), LobbyTable
        )

    async def daily(self, person: Person, *, practice: bool = False) -> LobbyTable:
        request = DailyOpenRequest(person=person.id, practice=practice)
        return await self.ask(subjects.LOBBY_DAILY, request, LobbyTable)

    async def say(self, table: LobbyTable, person: Person, text: str) -> ChatLine:
        return await self.ask(subjects.LOBBY_CHAT, ChatRequest(table=table.id, person=person.id, text=text), ChatLine)

    async def get(self, table: LobbyTable | str) -> TableDetail:
        identity = table if isinstance(table, str) else table.id
        return await self.ask(subjects.LOBBY_GET, GetRequest(table=identity), TableDetail)

    async def list(self) -> dict[str, LobbyTable]:
        return {table.id: table for table in (await self.ask(subjects.LOBBY_LIST, Empty(), TableList)).tables}

    async def finish(self, table: LobbyTable) -> None:
        await self.stats.request(subjects.LOBBY_FINISHED, FinishedRequest(table=table.id, scored=True), Empty)

    async def report(
        self,
        tables: dict[str, tuple[str, ...]],
        watchers: dict[str, int] | None = None,
        gateway: str = "gateway-1",
    ) -> None:
        request = PresenceRequest(gateway=gateway, tables=tables, watchers=watchers or {})
        await self.ask(subjects.LOBBY_PRESENCE, request, Empty)

    async def started(self, person: Person, **options: Any) -> LobbyTable:
        """A table of one person and a computer, running."""
        table = await self.open(person, seats=2, computers=(Level.EASY,), **options)
        await self.ready(table, person)
        return await self.start(table, person)


@asynccontextmanager
async def house(nats: NatsServer, folder: Path, **settings: Any) -> AsyncIterator[House]:
    address = f"sqlite:///{folder / 'lobby.sqlite3'}"
    await migrate(address)
    database = engine(address)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(database.dispose)

        async def connect(user: str) -> Bus:
            return await stack.enter_async_context(nats.connect(user))

        rules = {family: OtherRules() for family in ("boards", "bluff")}
        for family, service in rules.items():
            await stack.enter_async_context(serve(await connect(f"rules-{family}"), "rules", service, family=family))
        await stack.enter_async_context(serve(await connect("dice"), "dice", OtherDice()))
        made = LobbySettings(**settings)

        async def run_lobby() -> Lobby:
            bus = await connect("lobby")
            lobby = Lobby(bus, People(database), made)
            await stack.enter_async_context(serve(bus, "lobby", lobby.handlers))
            return lobby

        lobby, twin = await run_lobby(), await run_lobby()
        gateway = await connect("gateway")
        changes: list[dict[str, Any]] = []
        await gateway.subscribe(subjects.LOBBY_CHANGED, lambda _, payload: changes.append(orjson.loads(payload)))
        await gateway.flush()
        yield House(nats, gateway, await connect("stats"), rules, lobby, twin, changes)


@asynccontextmanager
async def refusal(code: ErrorCode, why: str) -> AsyncIterator[None]:
    with pytest.raises(DicearenaError) as caught:
        yield
    assert (caught.value.code, caught.value.wire.key) == (code, f"lobby.refused.{why}")


async def eventually(check: Callable[[], Awaitable[bool]]) -> None:
    """Return once the check holds; the test's own timeout is the end of waiting."""
    while not await check():  # noqa: ASYNC110 - nothing tells the test when
        await asyncio.sleep(0.02)
