"""What a host may set, from the environment."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class LobbySettings(BaseSettings):
    """``DICEARENA_DATABASE_URL``, ``DICEARENA_DATA_DIR`` and ``DICEARENA_LOBBY_…``."""

    model_config = SettingsConfigDict(env_prefix="DICEARENA_")

    database_url: str | None = Field(default=None, description="Null: SQLite, lobby.sqlite3 in the data directory.")
    data_dir: Path = Path("data")
    lobby_max_open: int = Field(default=5, ge=1, description="Tables one person may host that have not begun.")
    lobby_finished_minutes: float = Field(default=5, ge=0, description="How long finished tables stay in the list.")
    lobby_keep_hours: float = Field(default=24, gt=0, description="How long finished and closed tables are kept.")
    lobby_idle_minutes: float = Field(default=60, gt=0, description="Open tables nobody has open are closed after it.")
    lobby_sweep_seconds: float = Field(default=5, gt=0)

    @property
    def database(self) -> str:
        """The database's address."""
        return self.database_url or f"sqlite:///{self.data_dir / 'lobby.sqlite3'}"
