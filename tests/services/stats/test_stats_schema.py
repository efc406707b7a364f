"""The migrations of stats in real databases."""

from __future__ import annotations

from pathlib import Path

import pytest
from dicearena_stats.migrate import migrate
from dicearena_stats.results import Results
from dicearena_stats.schema import Base

from tests.services.stats.house import fresh_database, match, seat
from tests.support.databases import KINDS, address_of, differences


@pytest.mark.parametrize("database", KINDS)
async def test_the_migrated_schema_is_the_models_and_migrating_again_keeps_results(
    database: str, tmp_path: Path
) -> None:
    made = await fresh_database(database, tmp_path)
    finished = match(seat("anna", 1), seat("ben", 2))
    assert await Results(made).store(finished)
    await migrate(address_of(database, tmp_path))
    assert await Results(made).has(finished.table)
    assert await differences(made, Base.metadata, "alembic_version_stats") == []
    await made.dispose()
