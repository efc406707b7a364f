"""How likely a hand of Schocken reaches a given value under best play, exactly."""

from __future__ import annotations

from functools import cache

from dicearena_games.pub.schocken_values import VALUES
from dicearena_games.pub.throws import SixesRule

from dicearena_players.pub.turns import Turns


def reach(rank: int, throws: int, rule: SixesRule) -> float:
    """The best chance of a rank (0 to 55) at least this high in so many throws (1 to 3)."""
    return _turns(rank, rule).throw((), throws - 1)


@cache
def _turns(rank: int, rule: SixesRule) -> Turns:
    return Turns(lambda dice: float(VALUES[dice].rank >= rank), rule)
