"""Bring the lobby's database to the newest schema: ``python -m dicearena_lobby.migrate``, once before the start."""

from __future__ import annotations

import asyncio

import structlog
from dicearena_store.migrations import upgrade

from dicearena_lobby import migrations
from dicearena_lobby.settings import LobbySettings


async def migrate(address: str) -> None:
    """Upgrade to the head; does nothing where it is there already."""
    await upgrade(address, migrations)


if __name__ == "__main__":
    asyncio.run(migrate(LobbySettings().database))
    structlog.get_logger("lobby").info("database migrated")
