"""Bodies and answers of the gateway's REST API, where no bus message says the same.

The person never stands in a body: the gateway takes it from the signed cookie.
"""

from __future__ import annotations

from typing import Annotated, Any

from pydantic import Field

from dicearena_contracts.base import Entropy, Message, Name, Revision, Whole
from dicearena_contracts.catalogue import MAX_SEATS, Family, GameKey, Level
from dicearena_contracts.rules import TableSettings
from dicearena_contracts.text import ChatText

SeatIndex = Annotated[int, Field(ge=0, lt=MAX_SEATS)]


class SessionBody(Message):
    """Become a guest, or take another name."""

    name: Name


class OpenBody(Message):
    """Open a table; the opener is its host and sits down."""

    name: Name
    settings: TableSettings
    seats: Whole = Field(ge=1, le=6)
    computers: tuple[Level, ...] = Field(default=(), max_length=5, description="Seated at once, behind the host.")
    listed: bool = Field(default=True, strict=True)


class DailyBody(Message):
    """Open (or find) today's attempt at the Tageswurf."""

    practice: bool = Field(default=False, strict=True)


class ReadyBody(Message):
    """Ready, with 16 bytes of own entropy and the commitment the person was shown."""

    entropy: Entropy
    commitment: str = Field(max_length=64)
    rev: Revision | None = Field(default=None, description="The revision shown; refused where the rules changed since.")


class SettingsBody(Message):
    """The host changes the rules."""

    settings: TableSettings
    name: Name | None = None


class SeatsBody(Message):
    """The host sets the number of seats and which free ones computers take."""

    seats: Whole = Field(ge=1, le=6)
    computers: dict[SeatIndex, Level] = Field(
        default_factory=dict,
        description="Seat index → level; only free seats.",
        json_schema_extra={"propertyNames": {"enum": [str(seat) for seat in range(MAX_SEATS)]}},
    )


class StartBody(Message):
    """The host starts. Free seats vanish, or ``fill`` seats computers there."""

    fill: Level | None = None


class ChatBody(Message):
    """Say something at a table."""

    text: ChatText


class CatalogGame(Message):
    """A game that can be played now."""

    key: GameKey
    family: Family
    min_seats: int
    max_seats: int
    options: dict[str, Any] = Field(description="JSON Schema of the house rules, with their defaults.")


class Catalog(Message):
    """All games that can be played now."""

    games: tuple[CatalogGame, ...]
