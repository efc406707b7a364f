"""The records of a table log, and what is exported of a finished table."""

from __future__ import annotations

from enum import StrEnum
from typing import Any, Final

from pydantic import Field

from dicearena_contracts.base import CommandId, Message, TableId
from dicearena_contracts.rules import OpenTable

RECORD_VERSION: Final = 1


class RecordKind(StrEnum):
    """What happened."""

    OPEN = "open"
    ACT = "act"
    LEAVE = "leave"
    BACK = "back"
    STANDIN = "standin"
    """The clock and the grace ran out: the computer makes this one decision."""
    WAITED = "waited"
    """A pause ended by itself."""
    EXPIRE = "expire"
    """A daily attempt's day closed."""
    CLOSE = "close"
    """Nobody is left, or nobody touched the table for days, or the host closed it."""


class Record(Message):
    """One command and every throw it caused."""

    v: int = RECORD_VERSION
    n: int = Field(ge=1, description="1, 2, 3 … within the table.")
    at: int = Field(description="Unix time in ms, never falling within a table.")
    kind: RecordKind
    command: CommandId
    seat: int | None = None
    bot: bool = Field(default=False, description="A computer acted for the seat.")
    decision: int | None = None
    action: dict[str, Any] | None = None
    reason: str | None = None
    throws: tuple[tuple[int, ...], ...] = ()
    open: OpenTable | None = Field(default=None, description="Only in record 1.")
    rules: int | None = Field(default=None, description="Rules version; only in record 1.")
    checkpoint: dict[str, Any] | None = Field(
        default=None, description="Now and then: the table before this record, so that loading need not fold it all."
    )


class Export(Message):
    """A finished match, whole: enough to recompute every throw and refold the log."""

    v: int = 1
    table: TableId
    commitment: str
    secret: str = Field(description="Hex; its SHA-256 is the commitment.")
    day_commitment: str | None = Field(default=None, description="Daily tables: SHA-256 of the day's secret.")
    day_secret: str | None = None
    records: tuple[Record, ...]


class MatchSeat(Message):
    """One seat's share in a result."""

    person: str | None
    name: str
    level: str | None
    place: int = Field(description="1 is best; shared places are equal.")
    score: float = Field(description="The game's own score.")
    left: bool = Field(description="Left while another human was seated.")
    rare: dict[str, int] = Field(default_factory=dict, description="Rare throws by key.")
    bests: dict[str, float] = Field(default_factory=dict, description="Best values by key.")


class MatchFinished(Message):
    """The result of a table; exactly one row per table id comes of it."""

    v: int = 1
    table: TableId
    game: str
    family: str
    started_at: int
    finished_at: int
    scored: bool = Field(description="False where the last human left or the table was closed.")
    reason: str = Field(description="'played', 'abandoned', 'idle', 'closed' or 'expired'.")
    options: dict[str, Any]
    stake: int
    rules: int
    turns: int = Field(description="Number of records.")
    seats: tuple[MatchSeat, ...]
    day: str | None = None
    official: bool = False
