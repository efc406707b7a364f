"""The end of Zehntausend between two, exactly: both have entered and lack 2,000 points or less (offline, numba).

The value of a position is the chance to win of whoever is to move, a shared place counted as half. A position depends
on itself only through a Niete of both, so that each pair of positions is solved by turns until nothing changes. Fewer
points can be better (just short of the target the other one has no last turn), so every way to lay out counts. With or
without piling on; no penalty for three Nieten.

Where one may pile on, a position has an offer, too, but throwing on is worth the same whatever the offer: what piling
on gains (`End.gain`) is read off the turn that throws six dice.
"""

from __future__ import annotations

from dataclasses import dataclass
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


@dataclass(frozen=True)
class End:
    """What is solved, needs and points in steps of 50 points."""

    wins: Floats
    """``[own need - 1, other's need - 1]``: chance to win of the seat to move, nothing to pile on."""
    gain: Floats
    """``[own need, other's need, dice, points]``: what piling on so many points with so many dice adds to it.

    For points that the other one can have written within this end; else 0.
    """


def last_turn(scoring: Scoring, exact: bool) -> Floats:
    """Chance to win (half for a shared place) of the last to move, by the steps he lacks to draw level (from 1)."""
    chances: Floats = last_throws(scoring, exact)[DICE].copy()
    return chances


def last_throws(scoring: Scoring, exact: bool) -> Floats:
    """The same when a number of dice is thrown: ``[dice, steps lacking]``, from 0 (level: any points are enough)."""
    most = NEEDS + OVER
    worth = np.zeros((DICE + 1, most + 1 + MOST))
    worth[:, most] = 0.5
    worth[:, most + 1 :] = 0.0 if exact else 1.0
    chances: Floats = rolling(scoring, worth, 0.0)[:, ::-1].copy()
    return chances


def solve(scoring: Scoring, exact: bool, *, pile_on: bool = False) -> End:
    """The end under this scoring."""
    wins = np.full((NEEDS + 1, NEEDS + 1), 0.5)
    gain = np.zeros((NEEDS + 1, NEEDS + 1, DICE + 1, NEEDS))
    last = last_throws(scoring, exact)
    piled = last if pile_on else np.zeros_like(last)
    ways = _packed(scoring, every=True), _packed(scoring, every=False)
    _solve(wins, gain, pile_on, (last[DICE], piled, exact), *ways)
    return End(wins[1:, 1:], gain)


def _packed(scoring: Scoring, *, every: bool) -> tuple[Floats, Ints, Ints, Ints, Floats]:
    ways = outcomes(scoring, every)
    return ways.chances, ways.left, ways.steps, np.append(ways.starts, len(ways.chances)), ways.bust


@njit(cache=False)
def _turn(mine, other, wins, gain, ends, every, few, best, on):  # type: ignore[no-untyped-def]
    """Chance to win at the start of a turn.

    ``best`` and ``on`` are room for the worth per dice and steps, ``on`` of throwing on.
    """
    last, piled, exact = ends
    top = mine if exact else mine + OVER
    lost = 1.0 - wins[other, mine]
    for have in range(top + 1 + MOST):
        for dice in range(1, 7):
            if have < mine:
                chance = wins[other, mine - have] + gain[other, mine - have, dice, have]
            elif exact:
                chance = max(last[other], piled[dice, max(other - mine, 0)]) if have == mine else 1.0 - lost
            else:
                chance = max(last[min(other + have - mine, len(last) - 1)], piled[dice, max(other - mine, 0)])
            best[dice, have] = 1.0 - chance
    if not exact:
        _beyond(best, top, lost, few)
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
            on[dice, have] = total
        for dice in range(1, 7):
            best[dice, have] = max(best[dice, have], on[dice, have])
    return on[6, 0]


@njit(cache=False)
def _beyond(best, top, lost, few):  # type: ignore[no-untyped-def]
    """Where points no longer matter one may throw on only to leave the other one fewer dice."""
    chances, left, _, starts, bust = few
    worth = best[:, top + 1].copy()
    change = 1.0
    while change > _SAME:
        change = 0.0
        for dice in range(1, 7):
            total = bust[dice - 1] * lost
            for group in range(starts[dice - 1], starts[dice]):
                most = 0.0
                for n in range(left.shape[1]):
                    most = max(most, worth[left[group, n]])
                total += chances[group] * most
            change = max(change, total - worth[dice])
            worth[dice] = max(worth[dice], total)
    for dice in range(1, 7):
        best[dice, top + 1 :] = worth[dice]


@njit(cache=False)
def _solve(wins, gain, pile_on, ends, every, few):  # type: ignore[no-untyped-def]
    needs = wins.shape[0] - 1
    best = np.zeros((7, needs + OVER + 1 + MOST))
    on = np.zeros((2, 7, needs + OVER + 1))
    for both in range(2, 2 * needs + 1):
        for mine in range(max(1, both - needs), both // 2 + 1):
            other = both - mine
            while True:
                one = _turn(mine, other, wins, gain, ends, every, few, best, on[0])
                change = abs(one - wins[mine, other])
                wins[mine, other] = one
                two = _turn(other, mine, wins, gain, ends, every, few, best, on[1])
                change = max(change, abs(two - wins[other, mine]))
                wins[other, mine] = two
                if change < _SAME:
                    break
            if pile_on:
                for at, mover, waits in ((0, mine, other), (1, other, mine)):
                    for points in range(1, needs + 1 - waits):
                        for dice in range(1, 7):
                            piling = on[at, dice, points] if points <= mover or not ends[2] else 0.0
                            gain[mover, waits, dice, points] = max(piling - wins[mover, waits], 0.0)
