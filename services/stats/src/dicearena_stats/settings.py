"""What a host may set, from the environment."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class StatsSettings(BaseSettings):
    """``DICEARENA_DATABASE_URL``, ``DICEARENA_DATA_DIR`` and ``DICEARENA_STATS_…``."""

    model_config = SettingsConfigDict(env_prefix="DICEARENA_")

    database_url: str | None = Field(default=None, description="Null: SQLite, stats.sqlite3 in the data directory.")
    data_dir: Path = Path("data")
    stats_archive_seconds: float = Field(default=3, gt=0, description="Pause between looks for matches to archive.")

    @property
    def database(self) -> str:
        """The database's address."""
        return self.database_url or f"sqlite:///{self.data_dir / 'stats.sqlite3'}"
