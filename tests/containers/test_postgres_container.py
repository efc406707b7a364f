"""Lobby and stats on PostgreSQL: migrations, people, results exactly once."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from dicearena_lobby.migrate import migrate as migrate_lobby
from dicearena_lobby.people import People
from dicearena_stats.migrate import migrate as migrate_stats
from dicearena_store import engine
from sqlalchemy import text

from tests.containers.conftest import NatsContainer
from tests.services.stats import house as stats_house
from tests.support import databases

pytestmark = pytest.mark.containers


async def test_the_migrations_run_twice_without_harm(postgres: str) -> None:
    for _ in range(2):
        await migrate_lobby(postgres)


async def test_two_lobbies_share_the_people(postgres: str) -> None:
    await migrate_lobby(postgres)
    first, second = engine(postgres), engine(postgres)
    try:
        made = await asyncio.gather(*(People(first).make(f"Gast {n}") for n in range(20)))
        await People(second).rename(made[3].id, "Ada")
        assert (await People(first).find(made[3].id)).name == "Ada"
        async with second.connect() as connection:
            assert (await connection.execute(text("SELECT count(*) FROM people"))).scalar_one() == len(made)
    finally:
        await first.dispose()
        await second.dispose()


async def test_a_result_delivered_three_times_is_one_row_and_counts_once(
    postgres: str, nats_container: NatsContainer, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(databases, "POSTGRES", postgres)
    async with stats_house.house(nats_container, "postgres", tmp_path) as house:
        finished = stats_house.match(stats_house.seat("anna", 1), stats_house.seat("ben", 2))
        await house.publish(finished, times=3)
        await house.until(lambda: finished.table in house.others.finished)
        after = await house.play(stats_house.match(stats_house.seat("anna", 1), stats_house.seat("ben", 2)))
        assert await house.rows(finished.table) == 1
        assert await house.rows(after.table) == 1
        board = await house.leaderboard()
        assert [(row.name, row.games) for row in board.rows] == [("Anna", 2), ("Ben", 2)]
    await migrate_stats(postgres)
