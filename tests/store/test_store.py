"""The store in real databases: engine, migrations, probe."""

from __future__ import annotations

import asyncio
import subprocess
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from dicearena_store import Probe, engine, reachable
from dicearena_store.migrations import upgrade
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.store import migrations
from tests.store.shelf import SCHEMA, VERSION_TABLE
from tests.support.databases import KINDS, differences, empty
from tests.support.waiting import until


@pytest.fixture(params=KINDS)
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return await empty(request.param, tmp_path)


@pytest.fixture
async def database(address: str) -> AsyncIterator[AsyncEngine]:
    made = engine(address)
    yield made
    await made.dispose()


async def run(database: AsyncEngine, *statements: str) -> None:
    async with database.begin() as connection:
        for statement in statements:
            await connection.execute(text(statement))


async def column(database: AsyncEngine, query: str) -> list[object]:
    async with database.connect() as connection:
        return list((await connection.execute(text(query))).scalars())


async def version_one(database: AsyncEngine) -> None:
    """What an older release left behind: its schema, its version, a row."""
    await run(
        database,
        "CREATE TABLE books (title VARCHAR(40) NOT NULL PRIMARY KEY)",
        "INSERT INTO books VALUES ('Knizia')",
        f"CREATE TABLE {VERSION_TABLE} (version_num VARCHAR(32) NOT NULL PRIMARY KEY)",
        f"INSERT INTO {VERSION_TABLE} VALUES ('0001')",
    )


async def test_an_empty_database_gets_the_newest_schema(address: str, database: AsyncEngine) -> None:
    await upgrade(address, migrations)
    assert await differences(database, SCHEMA, VERSION_TABLE) == []
    assert await column(database, f"SELECT version_num FROM {VERSION_TABLE}") == ["0002"]


async def test_an_older_database_keeps_its_rows_and_gets_what_is_missing(address: str, database: AsyncEngine) -> None:
    await version_one(database)
    await upgrade(address, migrations)
    assert await differences(database, SCHEMA, VERSION_TABLE) == []
    assert await column(database, f"SELECT version_num FROM {VERSION_TABLE}") == ["0002"]
    assert await column(database, "SELECT title FROM books WHERE pages IS NULL") == ["Knizia"]


async def test_upgrading_again_changes_nothing(address: str, database: AsyncEngine) -> None:
    await upgrade(address, migrations)
    await run(database, "INSERT INTO books VALUES ('Knizia', 300)")
    await upgrade(address, migrations)
    assert await column(database, "SELECT pages FROM books") == [300]


async def test_a_database_that_lacks_a_table_or_a_column_is_not_reachable(address: str, database: AsyncEngine) -> None:
    with pytest.raises(DBAPIError):
        await reachable(database, SCHEMA)
    await version_one(database)
    await run(database, "CREATE TABLE readers (name VARCHAR(40) NOT NULL PRIMARY KEY)")
    with pytest.raises(DBAPIError):
        await reachable(database, SCHEMA)
    await run(database, "DROP TABLE readers")
    await upgrade(address, migrations)
    await reachable(database, SCHEMA)


@asynccontextmanager
async def running(probe: Probe) -> AsyncIterator[None]:
    stop = asyncio.Event()
    async with asyncio.TaskGroup() as tasks:
        tasks.create_task(probe.run(stop))
        yield
        stop.set()


async def test_a_probe_follows_the_database(address: str, database: AsyncEngine) -> None:
    probe = Probe(database, SCHEMA, seconds=0.01)
    assert not probe.ready()
    async with running(probe):
        await upgrade(address, migrations)
        await until(probe.ready)
        await run(database, "DROP TABLE readers")
        await until(lambda: not probe.ready())


async def test_a_probe_ends_at_once_when_told_to_stop(address: str, database: AsyncEngine) -> None:
    await upgrade(address, migrations)
    probe = Probe(database, SCHEMA, seconds=86_400)
    async with running(probe):
        await until(probe.ready)


async def test_sqlite_makes_its_folder_writes_ahead_and_waits_for_locks(tmp_path: Path) -> None:
    made = engine(f"sqlite:///{tmp_path / 'deep' / 'test.sqlite3'}")
    assert await column(made, "PRAGMA journal_mode") == ["wal"]
    assert await column(made, "PRAGMA synchronous") == [2]
    assert await column(made, "PRAGMA busy_timeout") == [10_000]
    await made.dispose()


@pytest.mark.parametrize("service", ["lobby", "stats"])
def test_a_running_service_does_not_load_alembic(service: str) -> None:
    check = f"import sys, dicearena_{service}.service; sys.exit('alembic' in sys.modules)"
    assert subprocess.run([sys.executable, "-c", check], check=False).returncode == 0
