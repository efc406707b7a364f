"""The endpoints of stats."""

from __future__ import annotations

from dicearena_bus import endpoint
from dicearena_contracts import subjects
from dicearena_contracts.stats import (
    ArchiveRequest,
    DailyList,
    DailyListRequest,
    Leaderboard,
    LeaderboardRequest,
    MineRequest,
    MyGames,
)

from dicearena_stats.archive import Archive, missing
from dicearena_stats.days import Days
from dicearena_stats.queries import Queries


class StatsHandlers:
    """Leaderboard, my games, daily list, archive."""

    def __init__(self, queries: Queries, archive: Archive, days: Days) -> None:
        self._queries = queries
        self._archive = archive
        self._days = days

    @endpoint(subjects.STATS_LEADERBOARD)
    async def leaderboard(self, request: LeaderboardRequest) -> Leaderboard:
        """The best people, of one game or of all."""
        return await self._queries.leaderboard(request.game, request.limit)

    @endpoint(subjects.STATS_MINE)
    async def mine(self, request: MineRequest) -> MyGames:
        """A person's own games."""
        return await self._queries.mine(request.person, request.limit)

    @endpoint(subjects.STATS_DAILY)
    async def daily(self, request: DailyListRequest) -> DailyList:
        """A day's list. Until its close nobody sees more of others than how many have played (S-9)."""
        day = await self._days.find(request.day)
        today = day if request.day is None else await self._days.find(None)
        rows = await self._queries.day(day.day)
        mine = next((row for row in rows if row.person == request.person), None)
        if mine is not None and not day.closed:
            mine = mine.model_copy(update={"rank": 0})
        return DailyList(
            day=day.day,
            closed=day.closed,
            attempts=len(rows),
            rows=tuple(rows) if day.closed else (),
            mine=mine,
            played={} if request.person is None else await self._queries.played(request.person, today.day),
        )

    @endpoint(subjects.STATS_ARCHIVE)
    async def archive(self, request: ArchiveRequest) -> bytes:
        """An `Archive`: the export of a finished match."""
        export = await self._archive.read(request.table)
        if export is None:
            raise missing()
        return b'{"export":' + export + b"}"
