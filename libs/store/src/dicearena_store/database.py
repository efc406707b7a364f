"""Engines for SQLite (one file, WAL) and PostgreSQL from one address."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sqlalchemy import event, make_url
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

BUSY_SECONDS = 10.0


def engine(address: str) -> AsyncEngine:
    """An engine for ``sqlite:///file`` or ``postgresql://user:password@host/name``."""
    url = make_url(address)
    if url.get_backend_name() != "sqlite":
        return create_async_engine(url.set(drivername="postgresql+psycopg"), pool_pre_ping=True)
    if url.database:
        Path(url.database).parent.mkdir(parents=True, exist_ok=True)
    made = create_async_engine(url.set(drivername="sqlite+aiosqlite"), connect_args={"timeout": BUSY_SECONDS})
    event.listen(made.sync_engine, "connect", _durable)
    return made


def _durable(connection: Any, _: Any) -> None:
    cursor = connection.cursor()
    for pragma in ("journal_mode=WAL", "synchronous=FULL", "foreign_keys=ON"):
        cursor.execute(f"PRAGMA {pragma}")
    cursor.close()
