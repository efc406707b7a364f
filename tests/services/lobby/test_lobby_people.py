"""People in real databases: SQLite, and PostgreSQL where DICEARENA_TEST_POSTGRES holds the address of one."""

from __future__ import annotations

import os
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_lobby.database import engine
from dicearena_lobby.migrate import migrate
from dicearena_lobby.people import Base, People
from sqlalchemy import MetaData, text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

POSTGRES = os.environ.get("DICEARENA_TEST_POSTGRES")


@pytest.fixture(params=["sqlite", *(["postgres"] if POSTGRES else [])])
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    if request.param == "sqlite":
        return f"sqlite:///{tmp_path / 'deep' / 'lobby.sqlite3'}"
    made = engine(POSTGRES or "")
    async with made.begin() as connection:
        found = MetaData()
        await connection.run_sync(found.reflect)
        await connection.run_sync(found.drop_all)
    await made.dispose()
    return POSTGRES or ""


@pytest.fixture
async def database(address: str) -> AsyncIterator[AsyncEngine]:
    await migrate(address)
    made = engine(address)
    yield made
    await made.dispose()


async def test_people_are_kept(database: AsyncEngine) -> None:
    people = People(database)
    anna = await people.make("Anna")
    assert await people.rename(anna.id, "Änne") == await people.find(anna.id)
    assert (await people.find(anna.id)).name == "Änne"
    for ask in (people.find("nobody00"), people.rename("nobody00", "Neu")):
        with pytest.raises(DicearenaError) as caught:
            await ask
        assert caught.value.code is ErrorCode.NOT_FOUND


async def test_migrating_again_changes_nothing(address: str, database: AsyncEngine) -> None:
    anna = await People(database).make("Anna")
    await migrate(address)
    assert await People(database).find(anna.id) == anna


async def test_the_migrated_schema_is_the_models(database: AsyncEngine) -> None:
    async with database.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"version_table": "alembic_version_lobby"}), Base.metadata
            )
        )
    assert differences == []


async def test_a_database_without_the_schema_is_not_reachable(address: str) -> None:
    made = engine(address)
    with pytest.raises(DBAPIError):
        await People(made).reachable()
    await migrate(address)
    await People(made).reachable()
    await made.dispose()


async def test_sqlite_writes_ahead_and_waits_for_locks(tmp_path: Path) -> None:
    made = engine(f"sqlite:///{tmp_path / 'lobby.sqlite3'}")
    async with made.connect() as connection:
        assert (await connection.execute(text("PRAGMA journal_mode"))).scalar_one() == "wal"
        assert (await connection.execute(text("PRAGMA busy_timeout"))).scalar_one() == 10_000
    await made.dispose()
