"""Results in SQL: one row per table id, whatever is delivered how often."""

from __future__ import annotations

import time
from collections.abc import Iterator

import orjson
from dicearena_contracts.records import MatchFinished
from sqlalchemy.exc import IntegrityError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession

from dicearena_stats import points
from dicearena_stats.schema import Figure, Match, MatchSeat

ARCHIVE_DELAY_MS = 5000


def now_ms() -> int:
    """Unix time in ms."""
    return time.time_ns() // 1_000_000


class Results:
    """Stores finished matches."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine

    async def store(self, match: MatchFinished) -> bool:
        """Store a match in one transaction; False where it is stored already."""
        try:
            async with AsyncSession(self._engine) as session, session.begin():
                session.add(_match_row(match))
                await session.flush()
                session.add_all([*_seat_rows(match), *_figure_rows(match)])
        except IntegrityError:
            if not await self.has(match.table):
                raise
            return False
        return True

    async def has(self, table: str) -> bool:
        """Whether the table's result is stored."""
        async with AsyncSession(self._engine) as session:
            return await session.get(Match, table) is not None


def _match_row(match: MatchFinished) -> Match:
    return Match(
        table_id=match.table,
        game=match.game,
        family=match.family,
        started_at=match.started_at,
        finished_at=match.finished_at,
        scored=match.scored,
        reason=match.reason,
        options=orjson.dumps(match.options).decode(),
        stake=match.stake,
        rules=match.rules,
        turns=match.turns,
        day=match.day,
        official=match.official,
        ranked=points.ranked(match),
        archive_after=now_ms() + ARCHIVE_DELAY_MS,
    )


def _seat_rows(match: MatchFinished) -> Iterator[MatchSeat]:
    for index, (seat, won) in enumerate(zip(match.seats, points.points(match), strict=True)):
        yield MatchSeat(
            table_id=match.table,
            seat=index,
            person=seat.person,
            name=seat.name,
            level=seat.level,
            place=seat.place,
            score=seat.score,
            points=won,
            won=match.scored and seat.place == 1 and not seat.left,
            left=seat.left,
        )


def _figure_rows(match: MatchFinished) -> Iterator[Figure]:
    if not match.scored or (match.day is not None and not match.official):
        return
    for index, seat in enumerate(match.seats):
        if seat.person is None:
            continue
        for kind, figures in (("rare", seat.rare), ("best", seat.bests)):
            for key, value in figures.items():
                yield Figure(
                    table_id=match.table, seat=index, kind=kind, key=key, person=seat.person, value=float(value)
                )
