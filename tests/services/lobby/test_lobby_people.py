"""People in real databases."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_lobby.migrate import migrate
from dicearena_lobby.people import Base, People
from dicearena_store import engine
from sqlalchemy.ext.asyncio import AsyncEngine

from tests.support.databases import KINDS, differences, empty


@pytest.fixture(params=KINDS)
async def address(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    return await empty(request.param, tmp_path)


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
    assert await differences(database, Base.metadata, "alembic_version_lobby") == []
