"""What a host may set, from the environment."""

from __future__ import annotations

from zoneinfo import ZoneInfo

from pydantic import Field, field_validator
from pydantic_settings import BaseSettings, SettingsConfigDict


class DiceSettings(BaseSettings):
    """``DICEARENA_ZONE``, ``DICEARENA_DAY_CLOSE_HOUR``, ``DICEARENA_DICE_CACHE``."""

    model_config = SettingsConfigDict(env_prefix="DICEARENA_")

    zone: str = Field(default="Europe/Berlin", description="IANA name of the zone in which days begin and end.")
    day_close_hour: int = Field(default=3, ge=0, le=12, description="Hour of the next day at which a day closes.")
    dice_cache: int = Field(default=20_000, ge=1, description="Tables whose sealed secret is kept in memory.")

    @field_validator("zone")
    @classmethod
    def _exists(cls, zone: str) -> str:
        try:
            ZoneInfo(zone)
        except (KeyError, OSError) as error:
            raise ValueError(f"no such zone: {zone}; expected an IANA name such as Europe/Berlin") from error
        return zone
