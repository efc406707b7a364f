"""Settings of a bot worker, from the environment."""

from __future__ import annotations

from pydantic import Field
from pydantic_settings import BaseSettings, SettingsConfigDict


class BotSettings(BaseSettings):
    """``DICEARENA_BOTS_…``."""

    model_config = SettingsConfigDict(env_prefix="DICEARENA_BOTS_")

    concurrency: int = Field(default=64, ge=1, description="Turns held at once, per game; most of them wait.")
    patience: float = Field(default=20.0, gt=0, description="Seconds to ask again where the rules do not answer.")
