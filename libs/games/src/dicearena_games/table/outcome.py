"""The result of a table, as it is published."""

from __future__ import annotations

from dicearena_contracts.records import MatchFinished, MatchSeat

from dicearena_games.table.state import Table


def match_finished(table: Table) -> MatchFinished:
    """The message for the results stream. Raises ValueError while the table runs.

    Where a table closed without placings every seat has place 0 and score 0, and ``scored`` is False.
    """
    if table.ending is None:
        raise ValueError("the table still runs")
    result, settings, daily = table.result, table.open.settings, table.open.daily
    seats = tuple(
        MatchSeat(
            person=seat.who.person,
            name=seat.who.name,
            level=seat.who.level,
            place=result.places[i] if result else 0,
            score=result.scores[i] if result else 0,
            left=seat.pays,
            rare=dict(result.rare[i]) if result and result.rare else {},
            bests=dict(result.bests[i]) if result and result.bests else {},
        )
        for i, seat in enumerate(table.seats)
    )
    return MatchFinished(
        table=table.id,
        game=table.game.KEY,
        family=table.game.FAMILY,
        started_at=table.started_at,
        finished_at=table.at,
        scored=table.ending.scored,
        reason=table.ending.reason,
        options=table.options_json,
        stake=settings.stake,
        rules=table.game.VERSION,
        turns=table.n,
        seats=seats,
        day=daily.day if daily else None,
        official=daily.official if daily else False,
    )
