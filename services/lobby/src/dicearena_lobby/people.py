"""People in SQL."""

from __future__ import annotations

import time
from uuid import uuid4

from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import Person
from sqlalchemy import BigInteger, MetaData
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlmodel import Field, SQLModel


class Base(SQLModel):
    """Keeps the lobby's tables apart from those of other services in one process."""

    metadata = MetaData()


class PersonRow(Base, table=True):
    """A guest: an id that the gateway's cookie carries, and the name shown at tables. Times in Unix ms."""

    __tablename__ = "people"

    id: str = Field(primary_key=True, max_length=40)
    name: str = Field(max_length=24)
    created_at: int = Field(sa_type=BigInteger)
    renamed_at: int = Field(sa_type=BigInteger)


class People:
    """Make, rename and look up guests."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def make(self, name: str | None) -> Person:
        """A new guest; without a name he is "Gast" and four digits."""
        identity = uuid4()
        name = name or f"Gast {identity.int % 9000 + 1000}"
        now = time.time_ns() // 1_000_000
        async with AsyncSession(self._engine) as session, session.begin():
            session.add(PersonRow(id=identity.hex, name=name, created_at=now, renamed_at=now))
        return Person(id=identity.hex, name=name)

    async def rename(self, person: str, name: str) -> Person:
        """Give another name. Raises DicearenaError ``not_found``."""
        async with AsyncSession(self._engine) as session, session.begin():
            row = await session.get(PersonRow, person)
            if row is None:
                raise unknown()
            if row.name != name:
                row.name = name
                row.renamed_at = time.time_ns() // 1_000_000
        return Person(id=person, name=name)

    async def find(self, person: str) -> Person:
        """Look up. Raises DicearenaError ``not_found``."""
        async with AsyncSession(self._engine) as session:
            row = await session.get(PersonRow, person)
        if row is None:
            raise unknown()
        return Person(id=row.id, name=row.name)


def unknown() -> DicearenaError:
    """Nobody has that id here."""
    return DicearenaError(ErrorCode.NOT_FOUND, "lobby.refused.unknown_person")
