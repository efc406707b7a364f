"""Settings of the gateway, from the environment only."""

from __future__ import annotations

from pathlib import Path

from pydantic import Field, SecretStr
from pydantic_settings import BaseSettings, SettingsConfigDict


class GatewaySettings(BaseSettings):
    """``DICEARENA_GATEWAY_<FIELD>``, but for the session key and the client's folder."""

    model_config = SettingsConfigDict(env_prefix="DICEARENA_GATEWAY_", extra="ignore")

    host: str = "127.0.0.1"
    port: int = 8080
    session_key: SecretStr = Field(
        validation_alias="DICEARENA_SESSION_KEY",
        min_length=16,
        description="Signs the session cookie. Several, newest last, separated by commas: old cookies stay valid.",
    )
    web_dist: Path | None = Field(default=None, validation_alias="DICEARENA_WEB_DIST", description="The built client.")
    allowed_origins: str = Field(default="", description="Origins beyond the own host, separated by spaces.")
    trusted_proxies: str = Field(
        default="127.0.0.1 ::1", description="Addresses or networks whose X-Forwarded-For and -Proto are believed."
    )
    rate_rest: str = Field(default="20/second", description="REST requests of a person, or of an address without one.")
    rate_guests: str = Field(default="20/minute", description="New guests from one address.")
    rate_frames: str = Field(default="30/second", description="Frames of one socket.")
    rate_chat: str = Field(default="20/minute", description="Chat lines of a person.")
    sockets_per_person: int = 8
    sockets_per_address: int = 1000
    in_flight: int = Field(default=16, description="Commands of one socket that may wait for an answer.")
    watches_per_socket: int = Field(default=16, description="Tables one socket may have open.")
    queue: int = Field(default=256, description="Frames kept for a socket that does not read, before it is cut.")
    patience: float = Field(default=15.0, description="Seconds a command is asked again while nobody answers.")
    view_patience: float = Field(default=10.0, description="Seconds until a reader is told that no view comes.")
    presence_every: float = 20.0
    presence_debounce: float = 1.0
    idle_ping: float = Field(
        default=25.0, description="Seconds of silence after which a socket is pinged; after twice that it is cut."
    )
    sweep_every: float = Field(default=5.0, description="Seconds between two looks for silent sockets.")

    @property
    def session_keys(self) -> list[str]:
        """Oldest first; the last one signs."""
        return [key for key in self.session_key.get_secret_value().split(",") if key]

    @property
    def origins(self) -> frozenset[str]:
        """Allowed origins, lower case."""
        return frozenset(self.allowed_origins.lower().split())
