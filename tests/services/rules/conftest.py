"""Table hosts and a dice service on a real nats-server, in this process."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import count
from typing import Any
from zoneinfo import ZoneInfo

import orjson
import pytest
from dicearena_bus import Bus, serve
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import FAMILY_OF, Family, GameKey, Level
from dicearena_contracts.dice import CommitReply, CommitRequest
from dicearena_contracts.records import Export
from dicearena_contracts.rules import (
    Act,
    BotCommand,
    CommandReply,
    Deed,
    HumanCommand,
    OpenReply,
    OpenTable,
    ReplayRequest,
    Seat,
    TableSettings,
    ViewRequest,
)
from dicearena_dice.days import Calendar
from dicearena_dice.handlers import DiceHandlers
from dicearena_dice.store import DiceStore
from dicearena_rules.host import Host
from dicearena_rules.service import hosting
from dicearena_rules.settings import RulesSettings

from tests.support.nats import NatsServer, nats, own_nats  # noqa: F401

PEOPLE = ("anna1111", "bert2222", "cleo3333", "dora4444")
KEY = "k" * 40
_numbers = count(1)


def settings() -> RulesSettings:
    return RulesSettings.model_validate({"key": KEY})


@asynccontextmanager
async def replica(server: NatsServer, *families: Family) -> AsyncIterator[Host]:
    """One table host; yields that of the last family named."""
    async with AsyncExitStack() as stack:
        host = None
        for family in families:
            bus = await stack.enter_async_context(server.connect(f"rules-{family}"))
            host = await stack.enter_async_context(hosting(bus, family, settings()))
        assert host is not None
        yield host


@asynccontextmanager
async def dice_service(server: NatsServer) -> AsyncIterator[None]:
    async with server.connect("dice") as bus:
        handlers = DiceHandlers(DiceStore(bus), Calendar(ZoneInfo("Europe/Berlin"), 3), cache=100)
        async with serve(bus, "dice", handlers):
            yield


@dataclass
class House:
    """What a gateway, a lobby and a bot worker would ask."""

    server: NatsServer
    gateway: Bus
    lobby: Bus
    bots: Bus
    seen: dict[str, list[bytes]] = field(default_factory=dict)

    async def open(
        self, game: GameKey, *, humans: int = 2, computers: int = 0, clock: int | None = None, **more: Any
    ) -> OpenTable:
        table = more.pop("table", f"t-{next(_numbers)}")
        daily = more.pop("daily", None)
        commit = await self.lobby.request(subjects.DICE_COMMIT, CommitRequest(table=table), CommitReply)
        people = [Seat(person=PEOPLE[i], name=f"P{i}", entropy=f"{i:032x}") for i in range(humans)]
        machines = [Seat(name=f"C{i}", level=Level.NORMAL) for i in range(computers)]
        request = OpenTable(
            table=table,
            settings=TableSettings(game=game, options=more, clock=clock, turbo=True),
            seats=(*people, *machines),
            commitment=commit.commitment,
            daily=daily,
        )
        await self.lobby.request(subjects.rules_open(FAMILY_OF[game]), request, OpenReply)
        return request

    async def do(
        self, opened: OpenTable, seat: int, deed: Deed, *, command: str | None = None, seen: int = 0
    ) -> CommandReply:
        message = HumanCommand(
            table=opened.table,
            person=PEOPLE[seat],
            command=command or f"command-{next(_numbers)}",
            seen=seen,
            deed=deed,
        )
        return await self.gateway.request(
            subjects.rules_act_human(FAMILY_OF[opened.settings.game]), message, CommandReply
        )

    async def act(self, opened: OpenTable, seat: int, action: dict[str, Any], **more: Any) -> CommandReply:
        decision = more.pop("decision", None)
        if decision is None:
            decision = (await self.view(opened, seat))["decision"]
        return await self.do(opened, seat, Act(decision=decision, action=action), **more)

    async def bot(self, opened: OpenTable, seat: int, decision: int, action: dict[str, Any]) -> CommandReply:
        message = BotCommand(
            table=opened.table,
            seat=seat,
            command=f"bot:{opened.table}:{seat}:{decision}",
            seen=0,
            decision=decision,
            action=action,
        )
        return await self.bots.request(subjects.rules_act_bot(FAMILY_OF[opened.settings.game]), message, CommandReply)

    async def view(self, opened: OpenTable, seat: int | None) -> dict[str, Any]:
        person = None if seat is None else PEOPLE[seat]
        payload = await self.gateway.request_raw(
            subjects.rules_view(FAMILY_OF[opened.settings.game]),
            ViewRequest(table=opened.table, person=person).model_dump_json().encode(),
        )
        found: dict[str, Any] = orjson.loads(payload)
        return found

    async def replay(self, opened: OpenTable) -> Export:
        subject = subjects.rules_replay(FAMILY_OF[opened.settings.game])
        return await self.gateway.request(subject, ReplayRequest(table=opened.table), Export)

    async def follow(self, opened: OpenTable) -> list[tuple[str, bytes]]:
        """The views published from now on, as (subject, payload)."""
        got: list[tuple[str, bytes]] = []
        family = FAMILY_OF[opened.settings.game]
        await self.gateway.subscribe(
            subjects.views_of_table(family, opened.table), lambda subject, payload: got.append((subject, payload))
        )
        await self.gateway.flush()
        return got

    async def until(self, opened: OpenTable, seat: int | None, wanted: Any, seconds: float = 20) -> dict[str, Any]:
        """The first view for which ``wanted(view)`` holds."""
        async with asyncio.timeout(seconds):
            while not wanted(view := await self.view(opened, seat)):  # noqa: ASYNC110 - asks the real service
                await asyncio.sleep(0.05)
        return view


@asynccontextmanager
async def house_on(server: NatsServer) -> AsyncIterator[House]:
    async with (
        dice_service(server),
        server.connect("gateway") as gateway,
        server.connect("lobby") as lobby,
        server.connect("bots") as bots,
    ):
        yield House(server, gateway, lobby, bots)


@pytest.fixture
async def house(nats: NatsServer) -> AsyncIterator[House]:  # noqa: F811
    async with house_on(nats) as made:
        yield made
