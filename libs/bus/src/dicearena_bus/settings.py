"""What a process needs to know of its surroundings; environment only."""

from __future__ import annotations

import os
from typing import Literal

from pydantic_settings import BaseSettings, SettingsConfigDict


class BusSettings(BaseSettings):
    """Settings every process shares; each field is read from ``DICEARENA_<NAME>``."""

    model_config = SettingsConfigDict(env_prefix="DICEARENA_", extra="ignore")

    nats_url: str = "nats://127.0.0.1:4222"
    """One address, or several divided by commas."""
    health_host: str = "127.0.0.1"
    health_port: int | None = None
    """Port of /livez, /readyz and /metrics; none opens no port, 0 picks a free one."""
    log_format: Literal["json", "console"] = "json"
    log_level: Literal["debug", "info", "warning", "error"] = "info"
    trace_ratio: float = 0.01
    """Share of the actions that are traced; decided once, at the edge."""
    drain_seconds: float = 10.0
    """How long requests and jobs in flight may take to finish after SIGTERM."""

    @property
    def nats_urls(self) -> list[str]:
        """The server addresses."""
        return [url.strip() for url in self.nats_url.split(",") if url.strip()]

    def password(self, user: str) -> str | None:
        """The password of a bus user, or None where the environment has none (a server without users)."""
        return os.environ.get(password_variable(user))


def password_variable(user: str) -> str:
    """The environment variable that holds a bus user's password."""
    return f"DICEARENA_NATS_PASSWORD_{user.upper().replace('-', '_')}"
