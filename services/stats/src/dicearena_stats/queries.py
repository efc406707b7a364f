"""What is asked of the results: leaderboard, my games, the daily list."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from datetime import date, timedelta
from typing import Any

from dicearena_contracts.stats import DailyRow, Leaderboard, LeaderboardRow, MyGame, MyGames
from sqlalchemy import case, func, select
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession
from sqlmodel import col

from dicearena_stats.schema import Figure, Match, MatchSeat

CALENDAR_WEEKS = 6


class Queries:
    """Reads the results."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def leaderboard(self, game: str | None, limit: int) -> Leaderboard:
        """The people with the most points; equal points share a rank."""
        total = func.sum(col(MatchSeat.points))
        wins = func.sum(case((col(MatchSeat.won), 1), else_=0))
        newest = func.max(col(Match.finished_at))
        query = (
            select(col(MatchSeat.person), total, func.count(), wins, newest)
            .join(Match, col(Match.table_id) == col(MatchSeat.table_id))
            .where(col(MatchSeat.person).is_not(None), col(Match.ranked))
            .group_by(col(MatchSeat.person))
            .order_by(total.desc(), wins.desc(), newest.desc(), col(MatchSeat.person))
            .limit(limit)
        )
        if game is not None:
            query = query.where(col(Match.game) == game)
        rows = await self._rows(query)
        names = await self._names({row[0] for row in rows}, {row[4] for row in rows})
        ranked: list[LeaderboardRow] = []
        for place, (person, points, games, won, _) in enumerate(rows, start=1):
            rank = ranked[-1].rank if ranked and ranked[-1].points == points else place
            ranked.append(
                LeaderboardRow(rank=rank, person=person, name=names[person], points=points, games=games, wins=won)
            )
        return Leaderboard(rows=tuple(ranked))

    async def mine(self, person: str, limit: int) -> MyGames:
        """A person's newest games, and the sums over all that were scored."""
        own = col(MatchSeat.person) == person
        joined = col(Match.table_id) == col(MatchSeat.table_id)
        newest = await self._rows(
            select(Match, MatchSeat)
            .join(MatchSeat, joined)
            .where(own)
            .order_by(col(Match.finished_at).desc(), col(Match.table_id))
            .limit(limit)
        )
        sums = await self._rows(
            select(func.count(), func.coalesce(func.sum(col(MatchSeat.points)), 0))
            .join(Match, joined)
            .where(own, col(Match.scored))
        )
        wins = await self._rows(
            select(col(Match.game), func.count())
            .join(MatchSeat, joined)
            .where(own, col(MatchSeat.won), col(Match.ranked))
            .group_by(col(Match.game))
        )
        figures = await self._rows(
            select(
                col(Figure.kind),
                col(Figure.key),
                func.sum(col(Figure.value)),
                func.min(col(Figure.value)),
                func.max(col(Figure.value)),
            )
            .where(col(Figure.person) == person)
            .group_by(col(Figure.kind), col(Figure.key))
        )
        others = await self._opponents(person, [match.table_id for match, _ in newest])
        return MyGames(
            games=tuple(_my_game(match, seat, others.get(match.table_id, ())) for match, seat in newest),
            played=sums[0][0],
            points=sums[0][1],
            wins=dict(wins),
            rare={key: int(total) for kind, key, total, _, _ in figures if kind == "rare"},
            bests={
                key: least if lower_is_better(key) else most for kind, key, _, least, most in figures if kind == "best"
            },
        )

    async def day(self, day: str) -> list[DailyRow]:
        """The official attempts of a day, fewest penalty points first; equal sums share a rank."""
        rival = (
            select(col(MatchSeat.table_id).label("table_id"), func.min(col(MatchSeat.score)).label("score"))
            .where(col(MatchSeat.person).is_(None))
            .group_by(col(MatchSeat.table_id))
            .subquery()
        )
        rows = await self._rows(
            select(col(MatchSeat.person), col(MatchSeat.name), col(MatchSeat.score), func.coalesce(rival.c.score, 0.0))
            .join(Match, col(Match.table_id) == col(MatchSeat.table_id))
            .outerjoin(rival, rival.c.table_id == col(MatchSeat.table_id))
            .where(col(Match.day) == day, col(Match.official), col(Match.scored), col(MatchSeat.person).is_not(None))
            .order_by(col(MatchSeat.score), col(Match.finished_at), col(Match.table_id))
        )
        listed: list[DailyRow] = []
        for place, (person, name, penalty, other) in enumerate(rows, start=1):
            rank = listed[-1].rank if listed and listed[-1].penalty == penalty else place
            listed.append(DailyRow(rank=rank, person=person, name=name, penalty=penalty, rival=other))
        return listed

    async def played(self, person: str, until: str) -> dict[str, float]:
        """The person's official results by day, of the weeks up to a day."""
        since = (date.fromisoformat(until) - timedelta(weeks=CALENDAR_WEEKS)).isoformat()
        rows = await self._rows(
            select(col(Match.day), col(MatchSeat.score))
            .join(MatchSeat, col(Match.table_id) == col(MatchSeat.table_id))
            .where(
                col(MatchSeat.person) == person,
                col(Match.official),
                col(Match.scored),
                col(Match.day) > since,
                col(Match.day) <= until,
            )
            .order_by(col(Match.day))
        )
        return dict(rows)

    async def _names(self, people: Collection[str], finished_at: Collection[int]) -> dict[str, str]:
        """The name each person bore in a game that ended at one of these times, the newest of them."""
        rows = await self._rows(
            select(col(MatchSeat.person), col(MatchSeat.name))
            .join(Match, col(Match.table_id) == col(MatchSeat.table_id))
            .where(col(MatchSeat.person).in_(people), col(Match.finished_at).in_(finished_at))
            .order_by(col(Match.finished_at))
        )
        return dict(rows)

    async def _opponents(self, person: str, tables: Sequence[str]) -> dict[str, tuple[str, ...]]:
        rows = await self._rows(
            select(col(MatchSeat.table_id), col(MatchSeat.name))
            .where(
                col(MatchSeat.table_id).in_(tables),
                col(MatchSeat.person).is_(None) | (col(MatchSeat.person) != person),
            )
            .order_by(col(MatchSeat.table_id), col(MatchSeat.seat))
        )
        found: dict[str, tuple[str, ...]] = {}
        for table, name in rows:
            found[table] = (*found.get(table, ()), name)
        return found

    async def _rows(self, query: Any) -> list[tuple[Any, ...]]:
        async with AsyncSession(self._engine) as session:
            return [tuple(row) for row in await session.execute(query)]


def lower_is_better(key: str) -> bool:
    """Bests whose key has the word ``low`` (``day_low``, ``box_low_9``) are smallest values."""
    return "low" in key.split("_")


def _my_game(match: Match, seat: MatchSeat, opponents: tuple[str, ...]) -> MyGame:
    return MyGame(
        table=match.table_id,
        game=match.game,
        finished_at=match.finished_at,
        seats=len(opponents) + 1,
        opponents=opponents,
        place=seat.place,
        score=seat.score,
        points=seat.points,
        scored=match.scored,
        left=seat.left,
    )
