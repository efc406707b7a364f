"""The whole way with the real services: commit, ready, start, play, result, lobby, leaderboard, archive, verify."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import AsyncExitStack, asynccontextmanager
from datetime import UTC, datetime
from pathlib import Path
from typing import Any
from uuid import uuid4
from zoneinfo import ZoneInfo

import orjson
import pytest
from dicearena_bus import Bus, serve, work
from dicearena_cli.verify.check import Undue, verify
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import FAMILY_OF, Family, GameKey
from dicearena_contracts.lobby import (
    DailyOpenRequest,
    GetRequest,
    LobbyTable,
    OpenRequest,
    Person,
    PersonRequest,
    ReadyRequest,
    StartRequest,
    TableDetail,
    TableRequest,
    TableStatus,
)
from dicearena_contracts.rules import Act, CommandReply, HumanCommand, TableSettings, ViewRequest
from dicearena_contracts.stats import Archive as ArchiveReply
from dicearena_contracts.stats import ArchiveRequest, Leaderboard, LeaderboardRequest, MineRequest, MyGames
from dicearena_dice.days import Calendar
from dicearena_dice.handlers import DiceHandlers
from dicearena_dice.store import DiceStore
from dicearena_games.core import expand
from dicearena_lobby.migrate import migrate as migrate_lobby
from dicearena_lobby.people import People
from dicearena_lobby.service import Lobby
from dicearena_lobby.settings import LobbySettings
from dicearena_rules.service import hosting
from dicearena_rules.settings import RulesSettings
from dicearena_stats.archive import Archive
from dicearena_stats.days import Days
from dicearena_stats.handlers import StatsHandlers
from dicearena_stats.intake import Intake
from dicearena_stats.queries import Queries
from dicearena_stats.results import Results
from dicearena_stats.schema import Match
from dicearena_store import engine
from sqlalchemy import update

from tests.services.stats.house import fresh_database
from tests.support.nats import NatsServer
from tests.support.waiting import until


@asynccontextmanager
async def house(nats: NatsServer, folder: Path) -> AsyncIterator[tuple[Bus, Archive, Any]]:
    """The gateway's connection, and the archive with its database."""
    address = f"sqlite:///{folder / 'lobby.sqlite3'}"
    await migrate_lobby(address)
    people, results = engine(address), await fresh_database("sqlite", folder)
    async with AsyncExitStack() as stack:
        stack.push_async_callback(people.dispose)
        stack.push_async_callback(results.dispose)

        async def connect(user: str) -> Bus:
            return await stack.enter_async_context(nats.connect(user))

        dice, lobby, stats = await connect("dice"), await connect("lobby"), await connect("stats")
        handlers = DiceHandlers(DiceStore(dice), Calendar(ZoneInfo("Europe/Berlin")), now=lambda: datetime.now(UTC))
        await stack.enter_async_context(serve(dice, "dice", handlers))
        await stack.enter_async_context(serve(lobby, "lobby", Lobby(lobby, People(people), LobbySettings()).handlers))
        for family in (Family.BOARDS, Family.BLUFF):
            settings = RulesSettings(key="k" * 32)
            await stack.enter_async_context(hosting(await connect(f"rules-{family}"), family, settings))
        days = Days(stats)
        archive = Archive(results, stats, days)
        await stack.enter_async_context(serve(stats, "stats", StatsHandlers(Queries(results), archive, days)))
        take = Intake(stats, Results(results)).take
        await stack.enter_async_context(work(stats, subjects.MATCH_STREAM, subjects.MATCH_CONSUMER, take))
        yield await connect("gateway"), archive, results


async def play(gateway: Bus, table: LobbyTable, people: list[Person]) -> None:
    """Everybody plays the first legal action until the game is over."""
    family = FAMILY_OF[table.settings.game]
    while True:
        for person in people:
            request = ViewRequest(table=table.id, person=person.id)
            view = orjson.loads(
                await gateway.request_raw(subjects.rules_view(family), request.model_dump_json().encode())
            )
            if view["status"] == "over":
                return
            if not view["actions"]:
                continue
            deed = Act(decision=view["decision"], action=next(expand(view["actions"][0])))
            command = HumanCommand(table=table.id, person=person.id, command=uuid4().hex, seen=view["n"], deed=deed)
            await gateway.request(subjects.rules_act_human(family), command, CommandReply, patience=5.0)


@pytest.mark.parametrize(
    ("game", "names", "scored"),
    [(GameKey.MAEXCHEN, ["Anna", "Ben", "Cleo"], 3), (GameKey.SHUT_THE_BOX, ["Anna", "Ben"], 2)],
)
async def test_a_game_goes_from_the_lobby_to_the_archive_and_is_verified(
    own_nats: NatsServer, tmp_path: Path, game: GameKey, names: list[str], scored: int
) -> None:
    async with house(own_nats, tmp_path) as (gateway, archive, results):
        people = [await gateway.request(subjects.LOBBY_PERSON, PersonRequest(name=name), Person) for name in names]
        host = people[0]
        opening = OpenRequest(
            person=host.id, name="Tisch", settings=TableSettings(game=game, clock=None), seats=len(people)
        )
        table = await gateway.request(subjects.LOBBY_OPEN, opening, LobbyTable)
        for number, person in enumerate(people):
            await gateway.request(subjects.LOBBY_JOIN, TableRequest(table=table.id, person=person.id), LobbyTable)
            ready = ReadyRequest(
                table=table.id, person=person.id, entropy=f"{number:032x}", commitment=table.commitment
            )
            await gateway.request(subjects.LOBBY_READY, ready, LobbyTable)
        start = StartRequest(table=table.id, person=host.id)
        assert (await gateway.request(subjects.LOBBY_START, start, LobbyTable)).status is TableStatus.RUNNING
        await play(gateway, table, people)

        async def finished() -> bool:
            detail = await gateway.request(subjects.LOBBY_GET, GetRequest(table=table.id), TableDetail)
            return detail.table.status is TableStatus.FINISHED

        await until(finished)
        board = await gateway.request(subjects.STATS_LEADERBOARD, LeaderboardRequest(game=game), Leaderboard)
        assert {row.name for row in board.rows} == set(names)
        assert max(row.points for row in board.rows) == 30
        mine = await gateway.request(subjects.STATS_MINE, MineRequest(person=host.id), MyGames)
        assert [(played.table, played.seats) for played in mine.games] == [(table.id, scored)]

        async with results.begin() as connection:
            await connection.execute(update(Match).values(archive_after=0))
        await archive.round()
        export = (await gateway.request(subjects.STATS_ARCHIVE, ArchiveRequest(table=table.id), ArchiveReply)).export
        undue: list[Undue] = []
        verdict = verify(export, undue.append)
        assert undue == []
        assert export.commitment == table.commitment
        assert verdict.table.result is not None
        assert verdict.throws > 0
        assert bool(verdict.hidden) == (game is GameKey.MAEXCHEN)


async def test_two_peoples_daily_rolls_show_the_same_dice(own_nats: NatsServer, tmp_path: Path) -> None:
    async with house(own_nats, tmp_path) as (gateway, _, _):
        shown = []
        for name in ("Anna", "Ben"):
            person = await gateway.request(subjects.LOBBY_PERSON, PersonRequest(name=name), Person)
            request = DailyOpenRequest(person=person.id)
            table = await gateway.request(subjects.LOBBY_DAILY, request, LobbyTable, timeout=5.0)
            assert table.status is TableStatus.RUNNING
            deed = Act(decision=0, action={"kind": "roll"})
            command = HumanCommand(table=table.id, person=person.id, command=uuid4().hex, seen=1, deed=deed)
            await gateway.request(subjects.rules_act_human(Family.BOARDS), command, CommandReply, patience=5.0)
            view = ViewRequest(table=table.id, person=person.id).model_dump_json().encode()
            board = orjson.loads(await gateway.request_raw(subjects.rules_view(Family.BOARDS), view))["board"]
            shown.append(board["boxes"][0]["dice"])
        assert shown[0] == shown[1]
        assert len(shown[0]) == 2
