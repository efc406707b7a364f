"""Real databases to test on: SQLite; PostgreSQL besides where DICEARENA_TEST_POSTGRES holds the address of one.

That one is emptied: ``postgresql://user:password@host/name`` of a database for tests only.
"""

from __future__ import annotations

import os
from pathlib import Path

from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from dicearena_store import engine
from sqlalchemy import MetaData
from sqlalchemy.ext.asyncio import AsyncEngine

POSTGRES = os.environ.get("DICEARENA_TEST_POSTGRES")
KINDS = ["sqlite", *(["postgres"] if POSTGRES else [])]


def address_of(kind: str, folder: Path) -> str:
    """The address of the one database of that kind that belongs to the folder."""
    return f"sqlite:///{folder / 'test.sqlite3'}" if kind == "sqlite" else POSTGRES or ""


async def empty(kind: str, folder: Path) -> str:
    """The same, with every table dropped."""
    address = address_of(kind, folder)
    database = engine(address)
    async with database.begin() as connection:
        found = MetaData()
        await connection.run_sync(found.reflect)
        await connection.run_sync(found.drop_all)
    await database.dispose()
    return address


async def differences(database: AsyncEngine, schema: MetaData, version_table: str) -> list[object]:
    """What the database has otherwise than the models."""
    async with database.connect() as connection:
        return await connection.run_sync(
            lambda sync: list(
                compare_metadata(MigrationContext.configure(sync, opts={"version_table": version_table}), schema)
            )
        )
