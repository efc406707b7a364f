"""Settings of the table host, from the environment."""

from __future__ import annotations

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class RulesSettings(BaseSettings):
    """``DICEARENA_RULES_…``."""

    model_config = SettingsConfigDict(env_prefix="DICEARENA_RULES_", secrets_dir=None)

    key: SecretStr = Field(min_length=32, description="Seals records and seeds bots; the same for all replicas.")
    concurrency: int = Field(default=256, ge=1, description="Requests handled at once, per endpoint.")
    cached_tables: int = Field(default=5000, ge=1, description="Tables kept folded in memory, per family.")
    clock_concurrency: int = Field(default=32, ge=1)
