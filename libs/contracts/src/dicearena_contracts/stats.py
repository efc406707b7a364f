"""Leaderboard, my games, the daily list."""

from __future__ import annotations

from pydantic import Field

from dicearena_contracts.base import Day, Message, PersonId, TableId
from dicearena_contracts.records import Export

PLACE_POINTS = {1: 30, 2: 15, 3: 5}
"""Leaderboard points by place; place 2 counts from three seats, place 3 from four (rules 000)."""
LEAVER_POINTS = -10


class LeaderboardRequest(Message):
    """The best people, of one game or of all."""

    game: str | None = None
    limit: int = Field(default=50, ge=1, le=200)


class LeaderboardRow(Message):
    """One person's standing; equal points share a rank."""

    rank: int
    person: PersonId
    name: str
    points: int
    games: int
    wins: int


class Leaderboard(Message):
    """Best first."""

    rows: tuple[LeaderboardRow, ...]


class MineRequest(Message):
    """A person's own games."""

    person: PersonId
    limit: int = Field(default=50, ge=1, le=200)


class MyGame(Message):
    """One finished game from the person's side."""

    table: TableId
    game: str
    finished_at: int
    seats: int
    opponents: tuple[str, ...]
    place: int
    score: float
    points: int
    scored: bool
    left: bool


class MyGames(Message):
    """Newest first, with sums over all games."""

    games: tuple[MyGame, ...]
    played: int
    points: int
    wins: dict[str, int] = Field(description="Won games by game key.")
    rare: dict[str, int]
    bests: dict[str, float]


class DailyListRequest(Message):
    """The list of one day (null: today) and the days a person played."""

    day: Day | None = None
    person: PersonId | None = None


class DailyRow(Message):
    """One official attempt; fewest penalty points first, equal sums share a rank."""

    rank: int = Field(description="0 before the day's close: nobody learns how others did (S-9).")
    person: PersonId
    name: str
    penalty: float
    rival: float = Field(description="The Rechenmeister's penalty with the same dice.")


class DailyList(Message):
    """One day. Before its close it has no rows, and its reader's own attempt only as ``mine``."""

    day: Day
    closed: bool = Field(description="The day's close has passed.")
    attempts: int = Field(description="Official attempts counted so far.")
    rows: tuple[DailyRow, ...]
    mine: DailyRow | None
    played: dict[Day, float] = Field(description="The person's official results of the last six weeks, by day.")


class ArchiveRequest(Message):
    """Ask for an archived match."""

    table: TableId


class Archive(Message):
    """A stored match."""

    export: Export
