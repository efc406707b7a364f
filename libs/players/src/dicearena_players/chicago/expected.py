"""The highest expected sum of a hand of Chicago (pub way) and how to reach it, exactly."""

from __future__ import annotations

from functools import cache

from dicearena_games.pub.chicago_values import value_of
from dicearena_games.pub.throws import Faces, SixesRule

from dicearena_players.pub.turns import Choice, Turns


def best_for_sum(laid: Faces, thrown: Faces, left: int, rule: SixesRule) -> tuple[float, list[Choice]]:
    """The expected sum under best play with ``left`` throws left (0 to 2), and all best choices.

    ``laid`` lies for good, ``thrown`` are the dice of the newest throw, both ascending. A Chicago counts its 300 only.
    """
    return _turns(rule).best(laid, thrown, left)


@cache
def _turns(rule: SixesRule) -> Turns:
    return Turns(lambda dice: float(value_of(dice)), rule)
