"""Bring the stats database to the newest schema: ``python -m dicearena_stats.migrate``, once before the start."""

from __future__ import annotations

import asyncio
from pathlib import Path

import structlog
from alembic import command
from alembic.config import Config
from sqlalchemy import Connection

from dicearena_stats.database import engine
from dicearena_stats.settings import StatsSettings


async def migrate(address: str) -> None:
    """Upgrade to the head; does nothing where it is there already."""
    database = engine(address)
    try:
        async with database.begin() as connection:
            await connection.run_sync(_upgrade)
    finally:
        await database.dispose()


def _upgrade(connection: Connection) -> None:
    config = Config()
    config.set_main_option("script_location", str(Path(__file__).with_name("migrations")))
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


if __name__ == "__main__":
    asyncio.run(migrate(StatsSettings().database))
    structlog.get_logger("stats").info("database migrated")
