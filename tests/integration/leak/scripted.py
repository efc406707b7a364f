"""One scripted game through the real bus, table host and gateway, with chosen dice; everything sent is recorded."""

from __future__ import annotations

import asyncio
import json
import time
from collections import defaultdict
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from typing import Any, Final

import dicearena_gateway.desk
import dicearena_rules.handlers
import dicearena_rules.host
import pytest
from dicearena_bus import Bus, Job, endpoint, serve, work
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family, GameKey, Level
from dicearena_contracts.dice import SealReply, SealRequest, ThrowReply, ThrowRequest
from dicearena_contracts.lobby import Person
from dicearena_contracts.rules import (
    BotCommand,
    BotTurn,
    OpenReply,
    OpenTable,
    Seat,
    TableSettings,
)
from dicearena_contracts.view import view_number
from dicearena_gateway.service import gateway, listen
from dicearena_gateway.settings import GatewaySettings
from dicearena_rules.service import hosting
from dicearena_rules.settings import RulesSettings
from pydantic import SecretStr

from tests.services.gateway.fakes import COMMITMENT, KEY, Browser, FakeLobby, FakeStats, person, until
from tests.services.gateway.fakes import table as lobby_table
from tests.support.nats import NatsServer

TABLE: Final = "t-leak"
ANNA, BERT, WATCHER = person(1), person(2), person(3)
"""Anna (seat 0) throws the hidden dice that are exchanged; seat 2 is a computer's."""
COMPUTER: Final = 2

SCRIPT: Final[tuple[tuple[int, dict[str, Any]], ...]] = (
    (0, {"kind": "claim", "value": 43}),
    (1, {"kind": "believe"}),
    (1, {"kind": "claim", "value": 52}),
    (2, {"kind": "pass", "value": 54}),
    (0, {"kind": "believe"}),
    (0, {"kind": "claim", "value": 61}),
    (1, {"kind": "pass", "value": 62}),
    (2, {"kind": "pass", "value": 63}),
    (0, {"kind": "believe"}),
    (0, {"kind": "claim", "value": 65}),
    (1, {"kind": "doubt"}),
)
ANNAS_THROWS: Final = (1, 3, 4)
"""The numbers of Anna's throws; throw 2 is Bert's. The doubt, the last step, lifts the cup over throw 4."""
PROBES: Final[tuple[dict[str, Any], ...]] = (
    {"kind": "claim", "value": 31},
    {"kind": "claim", "value": 7},
    {"kind": "show"},
    {"kind": "concede"},
    {"kind": "weiter"},
    {"kind": "fly"},
)
"""Never legal for Bert in this script."""


@dataclass
class Run:
    """What each channel carried, and how much of it before the reveal."""

    channels: dict[str, list[bytes]] = field(default_factory=lambda: defaultdict(list))
    before: dict[str, int] = field(default_factory=dict)

    def until_reveal(self, channel: str) -> list[bytes]:
        """What was sent before the last step."""
        return self.channels[channel][: self.before.get(channel, 0)]


class ChosenDice:
    """A dice service that gives what it is told."""

    def __init__(self, throws: Sequence[tuple[int, int]]) -> None:
        self._throws = throws

    @endpoint(subjects.DICE_SEAL)
    async def seal(self, request: SealRequest) -> SealReply:
        return SealReply(commitment=COMMITMENT, entropy=request.entropy)

    @endpoint(subjects.DICE_THROW)
    async def throw(self, request: ThrowRequest) -> ThrowReply:
        assert (request.count, request.faces) == (2, 6)
        return ThrowReply(dice=self._throws[request.n - 1])


class Recorder(Browser):
    """A browser whose every frame is kept, byte for byte."""

    kept: list[bytes]

    async def frame(self, seconds: float = 5.0) -> dict[str, Any]:
        data = await asyncio.wait_for(self.socket.recv(), seconds)
        assert isinstance(data, str)
        self.kept.append(data.encode())
        frame = json.loads(data)
        assert isinstance(frame, dict)
        return frame


def run(server: NatsServer, throws: Sequence[tuple[int, int]], now: int) -> Run:
    """Play the script on a server of its own, at a time that stands still."""
    with pytest.MonkeyPatch.context() as patch:
        for module, name in (
            (dicearena_rules.host, "now_ms"),
            (dicearena_rules.handlers, "now_ms"),
            (dicearena_gateway.desk, "_now_ms"),
        ):
            patch.setattr(module, name, lambda: now)
        return asyncio.run(_run(server, throws))


def frozen_time() -> int:
    """An hour from now (ms), so that no timer of the table fires during a run."""
    return time.time_ns() // 1_000_000 + 3_600_000


async def _run(server: NatsServer, throws: Sequence[tuple[int, int]]) -> Run:
    done = Run()
    async with asyncio.timeout(60), _house(server, throws) as house:
        await house.record(done)
        game = Game(house, done)
        await game.begin()
        for number, (seat, action) in enumerate(SCRIPT):
            if number == len(SCRIPT) - 1:
                done.before = {name: len(sent) for name, sent in done.channels.items()}
            await game.step(seat, action)
        await game.settle()
        return done


@dataclass
class House:
    """The parts that the script talks to."""

    port: int
    lobby: Bus
    bots: Bus
    ear: Bus
    stack: AsyncExitStack
    computer: asyncio.Queue[dict[str, Any]] = field(default_factory=asyncio.Queue)

    async def browser(self, who: Person, kept: list[bytes]) -> Recorder:
        browser = await Recorder.open(self.port, who, greet=False)
        assert isinstance(browser, Recorder)
        browser.kept = kept
        self.stack.push_async_callback(browser.close)
        await browser.send(t="hello", v=1)
        await browser.get("welcome")
        return browser

    async def record(self, done: Run) -> None:
        """Keep all that is published for anybody, and all turns of computers."""

        def view(subject: str, payload: bytes) -> None:
            done.channels[f"view of {subject.rpartition('.')[2]}"].append(payload)

        def news(_subject: str, payload: bytes) -> None:
            done.channels["lobby news"].append(payload)

        async def turn(job: Job) -> None:
            done.channels["turns of the computer"].append(job.payload)
            asked = BotTurn.model_validate_json(job.payload)
            command = BotCommand(
                table=TABLE,
                seat=asked.seat,
                command=f"bot:{TABLE}:{asked.seat}:{asked.decision}",
                seen=asked.n,
                decision=asked.decision,
                action=await self.computer.get(),
            )
            subject = subjects.rules_act_bot(Family.BLUFF)
            reply = await self.bots.request_raw(subject, command.model_dump_json().encode())
            done.channels["replies to the computer"].append(reply)

        await self.ear.subscribe(subjects.views_of_table(Family.BLUFF, TABLE), view)
        await self.ear.subscribe(subjects.LOBBY_CHANGED, news)
        await self.ear.flush()
        consumer = subjects.bot_consumer(GameKey.MAEXCHEN)
        await self.stack.enter_async_context(work(self.bots, subjects.BOT_STREAM, consumer, turn))


@asynccontextmanager
async def _house(server: NatsServer, throws: Sequence[tuple[int, int]]) -> AsyncIterator[House]:
    settings = GatewaySettings.model_validate(
        {"DICEARENA_SESSION_KEY": SecretStr(KEY), "presence_debounce": 0.05, "rate_frames": "100000/second"}
    )
    async with AsyncExitStack() as stack:
        buses = {
            user: await stack.enter_async_context(server.connect(user, drain_seconds=0.2))
            for user in ("lobby", "rules-bluff", "stats", "dice", "bots", "gateway")
        }
        ear = await stack.enter_async_context(server.connect("gateway"))
        rooms = FakeLobby(buses["lobby"])
        rooms.put(lobby_table(TABLE, ANNA, BERT))
        await stack.enter_async_context(serve(buses["lobby"], "lobby", rooms))
        await stack.enter_async_context(serve(buses["stats"], "stats", FakeStats()))
        await stack.enter_async_context(serve(buses["dice"], "dice", ChosenDice(throws)))
        key = RulesSettings.model_validate({"key": "k" * 40})
        await stack.enter_async_context(hosting(buses["rules-bluff"], Family.BLUFF, key))
        listener = listen("127.0.0.1", 0)
        await stack.enter_async_context(gateway(buses["gateway"], settings, listener))
        async with AsyncExitStack() as inner:
            yield House(listener.getsockname()[1], buses["lobby"], buses["bots"], ear, inner)


class Game:
    """The scripted game, as its people see it."""

    def __init__(self, house: House, done: Run) -> None:
        self._house = house
        self._done = done
        self._n = 0
        self._decisions = {0: 0, 1: 0}
        self._commands = 0

    async def begin(self) -> None:
        """Open the table; everybody looks at it."""
        people = (ANNA, BERT)
        opened = OpenTable(
            table=TABLE,
            settings=TableSettings(game=GameKey.MAEXCHEN, options={"blind_pass": True}, clock=60, turbo=True),
            seats=(
                *(Seat(person=one.id, name=one.name, entropy=f"{i:032x}") for i, one in enumerate(people)),
                Seat(name="Computer", level=Level.NORMAL),
            ),
            commitment=COMMITMENT,
        )
        await self._house.lobby.request(subjects.rules_open(Family.BLUFF), opened, OpenReply)
        self._n = 1
        names = {"anna": ANNA, "bert": BERT, "watcher": WATCHER}
        self._browsers = {
            name: await self._house.browser(who, self._done.channels[f"socket of {name}"])
            for name, who in names.items()
        }
        for browser in self._browsers.values():
            await browser.watch(TABLE)
        await self._probe()

    async def step(self, seat: int, action: dict[str, Any]) -> None:
        """One move; all others see it, and then try what they may not."""
        if seat == COMPUTER:
            self._house.computer.put_nowait(action)
        else:
            name = ("anna", "bert")[seat]
            await self._do(name, action, self._decisions[seat])
            await self._browsers[name].get("done")
            self._decisions[seat] += 1
        self._n += 1
        channels = self._done.channels
        await until(lambda: all(self._seen(channels[f"view of {reader}"]) for reader in ("0", "1", "w")))
        await self.settle()
        await self._probe()

    async def settle(self) -> None:
        """Everything sent so far has arrived."""
        for browser in self._browsers.values():
            await browser.quiet()

    def _seen(self, views: list[bytes]) -> bool:
        return bool(views) and view_number(views[-1]) >= self._n

    async def _do(self, name: str, action: dict[str, Any], decision: int) -> None:
        self._commands += 1
        deed = {"kind": "act", "decision": decision, "action": action}
        await self._browsers[name].send(t="do", id=f"command-{self._commands}", table=TABLE, seen=self._n, deed=deed)

    async def _probe(self) -> None:
        """Bert tries what is never legal for him now, and the watcher tries to play; both ask for the view again."""
        bert, watcher = self._browsers["bert"], self._browsers["watcher"]
        for action in PROBES:
            if self._n == len(SCRIPT) + 1 and action["kind"] == "weiter":
                continue
            await self._do("bert", action, self._decisions[1])
            await bert.get("refused")
        await self._do("bert", {"kind": "believe"}, self._decisions[1] + 5)
        await bert.get("refused")
        await self._do("watcher", {"kind": "doubt"}, 0)
        await watcher.get("refused")
        for browser in (bert, watcher):
            await browser.watch(TABLE)
