"""The migrations of stats in real databases."""

from __future__ import annotations

from pathlib import Path

import pytest
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from dicearena_stats.migrate import migrate
from dicearena_stats.results import Results
from dicearena_stats.schema import Base

from tests.services.stats.house import DATABASES, address_of, fresh_database, match, seat


@pytest.mark.parametrize("database", DATABASES)
async def test_the_migrated_schema_is_the_models_and_migrating_again_keeps_results(
    database: str, tmp_path: Path
) -> None:
    made = await fresh_database(database, tmp_path)
    finished = match(seat("anna", 1), seat("ben", 2))
    assert await Results(made).store(finished)
    await migrate(address_of(database, tmp_path))
    assert await Results(made).has(finished.table)
    async with made.connect() as connection:
        differences = await connection.run_sync(
            lambda sync: compare_metadata(
                MigrationContext.configure(sync, opts={"version_table": "alembic_version_stats"}), Base.metadata
            )
        )
    assert differences == []
    await made.dispose()
