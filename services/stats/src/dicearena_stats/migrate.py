"""Bring the stats database to the newest schema: ``python -m dicearena_stats.migrate``, once before the start."""

from __future__ import annotations

import asyncio

import structlog
from dicearena_store.migrations import upgrade

from dicearena_stats import migrations
from dicearena_stats.settings import StatsSettings


async def migrate(address: str) -> None:
    """Upgrade to the head; does nothing where it is there already."""
    await upgrade(address, migrations)


if __name__ == "__main__":
    asyncio.run(migrate(StatsSettings().database))
    structlog.get_logger("stats").info("database migrated")
