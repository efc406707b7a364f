"""Stats on a real bus and a real database, with everybody it talks to."""

from __future__ import annotations

import asyncio
import time
from collections.abc import AsyncIterator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any, TypeVar
from uuid import uuid4

from dicearena_bus import Bus, endpoint, serve, work
from dicearena_contracts import subjects
from dicearena_contracts.base import Empty
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_contracts.dice import DayReply, DayRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import FinishedRequest
from dicearena_contracts.records import Export, MatchFinished, MatchSeat, Record, RecordKind
from dicearena_contracts.rules import OpenTable, ReplayRequest, ResultRequest, Seat, TableSettings
from dicearena_contracts.stats import (
    Archive,
    ArchiveRequest,
    DailyList,
    DailyListRequest,
    Leaderboard,
    LeaderboardRequest,
    MineRequest,
    MyGames,
)
from dicearena_stats import archive as archive_module
from dicearena_stats.days import Days
from dicearena_stats.handlers import StatsHandlers
from dicearena_stats.intake import Intake
from dicearena_stats.migrate import migrate
from dicearena_stats.queries import Queries
from dicearena_stats.results import Results
from dicearena_stats.schema import Match
from dicearena_store import engine
from sqlalchemy import text, update
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.support.databases import address_of, empty
from tests.support.nats import NatsServer

T = TypeVar("T")
TODAY = "2031-05-03"


@dataclass
class OtherServices:
    """The lobby, the dice and the rules, as far as stats asks them."""

    finished: list[str] = field(default_factory=list)
    lobby_down: bool = False
    closes_at: dict[str, int] = field(default_factory=dict)
    replays: list[str] = field(default_factory=list)
    replay_error: DicearenaError | None = None
    over: dict[str, MatchFinished] = field(default_factory=dict)
    """What the tables' own logs say."""

    @endpoint(subjects.LOBBY_FINISHED)
    async def told(self, request: FinishedRequest) -> Empty:
        if self.lobby_down:
            raise DicearenaError(ErrorCode.UNAVAILABLE)
        self.finished.append(request.table)
        return Empty()


@dataclass
class OtherDice:
    """Days that close when the test says so."""

    of: OtherServices

    @endpoint(subjects.DICE_DAY)
    async def day(self, request: DayRequest) -> DayReply:
        day = request.day or TODAY
        if day not in self.of.closes_at:
            raise DicearenaError(ErrorCode.NOT_FOUND, "dice.refused.day_not_drawn")
        return DayReply(day=day, commitment="c0" * 32, closes_at=self.of.closes_at[day], secret=None)


@dataclass
class OtherRules:
    """Exports any table."""

    of: OtherServices

    @endpoint(subjects.rules_result)
    async def result(self, request: ResultRequest) -> MatchFinished:
        if request.table not in self.of.over:
            raise DicearenaError(ErrorCode.NOT_FOUND, "error.unknown_table")
        return self.of.over[request.table]

    @endpoint(subjects.rules_replay)
    async def replay(self, request: ReplayRequest) -> Export:
        if self.of.replay_error is not None:
            raise self.of.replay_error
        self.of.replays.append(request.table)
        return export(request.table)


def export(table: str) -> Export:
    """A log of one record; its table has no clock, which is a null that must come back as one."""
    seats = (Seat(person="anna0000", name="Anna", entropy="e1" * 16), Seat(name="Otto", level=Level.EASY))
    opened = OpenTable(
        table=table, settings=TableSettings(game=GameKey.MAEXCHEN, clock=None), seats=seats, commitment="c0" * 32
    )
    first = Record(n=1, at=1, kind=RecordKind.OPEN, command=f"open:{table}", open=opened, rules=1, throws=((3, 1),))
    return Export(table=table, commitment="c0" * 32, secret="5e" * 32, records=(first,))


@dataclass
class House:
    """Stats and its neighbours."""

    others: OtherServices
    gateway: Bus
    rules: dict[str, Bus]
    engine: AsyncEngine
    archive: archive_module.Archive

    async def publish(self, match: MatchFinished, times: int = 1) -> None:
        """Put a result into its queue, more than once as after the deduplication window."""
        bus = self.rules[match.family]
        self.others.over[match.table] = match
        for _ in range(times):
            await bus.enqueue(subjects.match_finished(match.game), match.model_dump_json().encode(), uuid4().hex)

    async def play(self, match: MatchFinished) -> MatchFinished:
        """Publish a result and wait until the lobby has been told of it, so that it is stored."""
        await self.publish(match)
        await self.until(lambda: match.table in self.others.finished)
        return match

    async def until(self, check: Callable[[], bool]) -> None:
        while not check():  # noqa: ASYNC110 - nothing tells the test when
            await asyncio.sleep(0.01)

    async def archiving_due(self) -> None:
        """As if the time to archive had come for all."""
        async with self.engine.begin() as connection:
            await connection.execute(update(Match).values(archive_after=0))

    async def ask(self, subject: str, message: Any, reply: type[T]) -> T:
        return await self.gateway.request(subject, message, reply)

    async def leaderboard(self, game: str | None = None, limit: int = 50) -> Leaderboard:
        request = LeaderboardRequest(game=game, limit=limit)
        return await self.ask(subjects.STATS_LEADERBOARD, request, Leaderboard)

    async def mine(self, person: str, limit: int = 50) -> MyGames:
        return await self.ask(subjects.STATS_MINE, MineRequest(person=identity(person), limit=limit), MyGames)

    async def daily(self, day: str | None = None, person: str | None = None) -> DailyList:
        return await self.ask(
            subjects.STATS_DAILY, DailyListRequest(day=day, person=person and identity(person)), DailyList
        )

    async def archived(self, table: str) -> Export:
        return (await self.ask(subjects.STATS_ARCHIVE, ArchiveRequest(table=table), Archive)).export

    async def rows(self, table: str) -> int:
        async with self.engine.connect() as connection:
            query = text("SELECT count(*) FROM matches WHERE table_id = :table")
            return int((await connection.execute(query, {"table": table})).scalar_one())


@asynccontextmanager
async def house(
    nats: NatsServer,
    database: str,
    folder: Path,
    *,
    intake: bool = True,
    fresh: bool = True,
    over: dict[str, MatchFinished] | None = None,
) -> AsyncIterator[House]:
    made = await fresh_database(database, folder) if fresh else engine(address_of(database, folder))
    async with AsyncExitStack() as stack:
        stack.push_async_callback(made.dispose)

        async def connect(user: str) -> Bus:
            return await stack.enter_async_context(nats.connect(user))

        others = OtherServices(closes_at={TODAY: time.time_ns() // 1_000_000 + 3600_000}, over=dict(over or {}))
        await stack.enter_async_context(serve(await connect("lobby"), "lobby", others))
        await stack.enter_async_context(serve(await connect("dice"), "dice", OtherDice(others)))
        rules = {family: await connect(f"rules-{family}") for family in ("boards", "bluff")}
        for family, bus in rules.items():
            await stack.enter_async_context(serve(bus, "rules", OtherRules(others), family=family))
        bus = await connect("stats")
        days = Days(bus)
        archive = archive_module.Archive(made, bus, days)
        await stack.enter_async_context(serve(bus, "stats", StatsHandlers(Queries(made), archive, days)))
        if intake:
            take = Intake(bus, Results(made)).take
            await stack.enter_async_context(
                work(bus, subjects.MATCH_STREAM, subjects.MATCH_CONSUMER, take, concurrency=8, retry_seconds=0.05)
            )
        yield House(others, await connect("gateway"), rules, made, archive)


async def fresh_database(database: str, folder: Path) -> AsyncEngine:
    """A migrated database without results."""
    address = await empty(database, folder)
    await migrate(address)
    return engine(address)


def identity(person: str) -> str:
    """The id of somebody with that (short) name."""
    return person.ljust(8, "0")


def seat(person: str | None, place: int, score: float = 0.0, **more: Any) -> MatchSeat:
    fields = {
        "person": person and identity(person),
        "name": (person or "Computer").capitalize(),
        "level": None if person else "normal",
        "left": False,
    }
    return MatchSeat(place=place, score=score, **{**fields, **more})


def match(*seats: MatchSeat, **more: Any) -> MatchFinished:
    fields: dict[str, Any] = {
        "table": f"table-{uuid4().hex[:12]}",
        "game": "maexchen",
        "family": "bluff",
        "started_at": 1_000,
        "finished_at": time.time_ns() // 1_000_000,
        "scored": True,
        "reason": "played",
        "options": {"lives": 3},
        "stake": 0,
        "rules": 1,
        "turns": 12,
        "seats": seats,
    }
    return MatchFinished.model_validate({**fields, **more})


def attempt(person: str, penalty: float, rival: float = 40.0, day: str = TODAY, **more: Any) -> MatchFinished:
    best = {"day_low": penalty}
    own = seat(person, 1 if penalty <= rival else 2, penalty, bests=best)
    other = seat(None, 1 if rival <= penalty else 2, rival, name="Rechenmeister", level="strong")
    fields = {"game": "shut_the_box", "family": "boards", "day": day, "official": True}
    return match(own, other, **{**fields, **more})
