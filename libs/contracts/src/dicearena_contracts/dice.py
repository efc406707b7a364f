"""Requests to the dice service."""

from __future__ import annotations

from pydantic import Field

from dicearena_contracts.base import Day, Entropy, Message, TableId

MIN_FACES, MAX_FACES, MAX_DICE = 2, 100, 100


class CommitRequest(Message):
    """Draw the secret of a table (once) and publish its SHA-256."""

    table: TableId


class CommitReply(Message):
    """The promise."""

    commitment: str = Field(description="SHA-256 of the secret, hex.")


class SealRequest(Message):
    """Fix the people's entropy in seat order; only the first seal counts."""

    table: TableId
    entropy: tuple[Entropy, ...]


class SealReply(Message):
    """What is sealed."""

    commitment: str
    entropy: tuple[Entropy, ...]


class DailyThrow(Message):
    """Names a throw of the day instead of a throw of the table."""

    day: Day
    round: int = Field(ge=1, le=100)
    throw: int = Field(ge=1, le=1000)


class ThrowRequest(Message):
    """Ask for throw ``n`` of a table; asking again gives the same dice."""

    table: TableId
    n: int = Field(ge=1)
    count: int = Field(ge=1, le=MAX_DICE)
    faces: int = Field(ge=MIN_FACES, le=MAX_FACES)
    daily: DailyThrow | None = None


class ThrowReply(Message):
    """The dice."""

    dice: tuple[int, ...]


class RevealRequest(Message):
    """After the game: the secret."""

    table: TableId


class RevealReply(Message):
    """Hex secret and what it was committed to."""

    secret: str
    commitment: str
    entropy: tuple[Entropy, ...]


class DayRequest(Message):
    """The commitment of a day's roll (today, tomorrow or past), and its secret after the day's close."""

    day: Day | None = Field(default=None, description="Null: today in the house's zone.")


class DayReply(Message):
    """One day of the seeded daily roll."""

    day: Day
    commitment: str
    closes_at: int = Field(description="Unix time in ms.")
    secret: str | None = Field(description="Hex, only after the close.")
