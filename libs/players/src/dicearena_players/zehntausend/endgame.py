"""The end of Zehntausend between two, exactly: both have entered and lack 2,000 points or less (offline, numba).

The value of a position is the chance to win of whoever is to move, a shared place counted as half. A position depends
on itself only through a Niete of both, so that each pair of positions is solved by turns until nothing changes. Fewer
points can be better (just short of the target the other one has no last turn), so every way to lay out counts. No
piling on and no penalty for three Nieten.
"""

from __future__ import annotations

from typing import Final

import numpy as np
from dicearena_games.pushluck.zehntausend_scoring import DICE, Scoring
from numba import njit

from dicearena_players.zehntausend.outcomes import MOST, Floats, Ints, outcomes
from dicearena_players.zehntausend.turn import rolling

NEEDS: Final = 40
"""Steps of 50 points that either may lack."""
OVER: Final = 120
"""Steps beyond the target from which one writes anyway (a turn of 6,000 points and more is rarer than a Niete)."""
_SAME: Final = 1e-10


def last_turn(scoring: Scoring, exact: bool) -> Floats:
    """Chance to win (half for a shared place) of the last to move, by the steps he lacks to draw level (from 1)."""
    most = NEEDS + OVER
    worth = np.zeros((DICE + 1, most + 1 + MOST))
    worth[:, most] = 0.5
    worth[:, most + 1 :] = 0.0 if exact else 1.0
    on = rolling(scoring, worth, 0.0)
    chances: Floats = on[DICE, ::-1].copy()
    return chances


def solve(scoring: Scoring, exact: bool) -> Floats:
    """``[own need - 1, other's need - 1]``: chance to win of the seat to move, needs in steps."""
    wins = np.full((NEEDS + 1, NEEDS + 1), 0.5)
    _solve(wins, last_turn(scoring, exact), exact, _packed(scoring, every=True), _packed(scoring, every=False))
    return wins[1:, 1:]


def _packed(scoring: Scoring, *, every: bool) -> tuple[Floats, Ints, Ints, Ints, Floats]:
    ways = outcomes(scoring, every)
    return ways.chances, ways.left, ways.steps, np.append(ways.starts, len(ways.chances)), ways.bust


@njit(cache=False)
def _turn(mine, other, wins, last, exact, every, few, best):  # type: ignore[no-untyped-def]
    """Chance to win at the start of a turn; ``best`` is room for the worth per dice and steps."""
    top = mine if exact else mine + OVER
    lost = 1.0 - wins[other, mine]
    for have in range(top + 1 + MOST):
        if have < mine:
            worth = 1.0 - wins[other, mine - have]
        elif exact:
            worth = 1.0 - last[other] if have == mine else lost
        else:
            worth = 1.0 - last[min(other + have - mine, len(last) - 1)]
        for dice in range(1, 7):
            best[dice, have] = worth
    for have in range(top, -1, -1):
        # Beyond the target more points are never worse.
        chances, left, steps, starts, bust = every if have < mine or exact else few
        for dice in range(1, 7):
            total = bust[dice - 1] * lost
            for group in range(starts[dice - 1], starts[dice]):
                most = 0.0
                for n in range(left.shape[1]):
                    most = max(most, best[left[group, n], have + steps[group, n]])
                total += chances[group] * most
            best[0, dice] = total
        for dice in range(1, 7):
            best[dice, have] = max(best[dice, have], best[0, dice])
    return best[0, 6]


@njit(cache=False)
def _solve(wins, last, exact, every, few):  # type: ignore[no-untyped-def]
    needs = wins.shape[0] - 1
    best = np.zeros((7, needs + OVER + 1 + MOST))
    for both in range(2, 2 * needs + 1):
        for mine in range(max(1, both - needs), both // 2 + 1):
            other = both - mine
            while True:
                one = _turn(mine, other, wins, last, exact, every, few, best)
                change = abs(one - wins[mine, other])
                wins[mine, other] = one
                two = _turn(other, mine, wins, last, exact, every, few, best)
                change = max(change, abs(two - wins[other, mine]))
                wins[other, mine] = two
                if change < _SAME:
                    break
