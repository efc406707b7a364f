"""The tables of results. Times in Unix ms."""

from __future__ import annotations

from sqlalchemy import BigInteger, Index, LargeBinary, MetaData, Text
from sqlmodel import Field, SQLModel


class Base(SQLModel):
    """Keeps these tables apart from those of other services in one process."""

    metadata = MetaData()


class Match(Base, table=True):
    """One finished table; its id is the key, so that a result delivered twice is one row."""

    __tablename__ = "matches"
    __table_args__ = (
        Index("matches_by_day", "day", "official"),
        Index("matches_to_archive", "archived", "archive_after"),
    )

    table_id: str = Field(primary_key=True, max_length=80)
    game: str = Field(max_length=40)
    family: str = Field(max_length=20)
    started_at: int = Field(sa_type=BigInteger)
    finished_at: int = Field(sa_type=BigInteger)
    scored: bool
    reason: str = Field(max_length=40)
    options: str = Field(sa_type=Text, description="JSON.")
    stake: int
    rules: int
    turns: int
    day: str | None = Field(default=None, max_length=10)
    official: bool = False
    ranked: bool = Field(description="Counts for the leaderboard (E-3, E-4).")
    archived: bool = False
    archive_after: int = Field(sa_type=BigInteger, description="Not to be archived before.")
    archive_tries: int = 0


class MatchSeat(Base, table=True):
    """One seat of a match."""

    __tablename__ = "match_seats"
    __table_args__ = (Index("match_seats_by_person", "person"),)

    table_id: str = Field(primary_key=True, max_length=80, foreign_key="matches.table_id")
    seat: int = Field(primary_key=True)
    person: str | None = Field(default=None, max_length=40)
    name: str = Field(max_length=24)
    level: str | None = Field(default=None, max_length=10)
    place: int
    score: float
    points: int = Field(description="For the leaderboard, pot and penalties included.")
    won: bool = Field(description="First, alone or shared, and not left.")
    left: bool


class Figure(Base, table=True):
    """A rare throw's count or a best value of a person's seat, where it counts."""

    __tablename__ = "match_figures"
    __table_args__ = (Index("match_figures_by_person", "person", "kind"),)

    table_id: str = Field(primary_key=True, max_length=80, foreign_key="matches.table_id")
    seat: int = Field(primary_key=True)
    kind: str = Field(primary_key=True, max_length=4, description="'rare' or 'best'.")
    key: str = Field(primary_key=True, max_length=40)
    person: str = Field(max_length=40)
    value: float


class Archived(Base, table=True):
    """The export of a finished match, as zlib-compressed JSON."""

    __tablename__ = "archive"

    table_id: str = Field(primary_key=True, max_length=80, foreign_key="matches.table_id")
    stored_at: int = Field(sa_type=BigInteger)
    export: bytes = Field(sa_type=LargeBinary)
