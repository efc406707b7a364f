"""The most points a single turn of Zehntausend brings on average: exact, for every house rule that scores dice.

The turn is looked at alone: no entry, no target, no piling on. From `CEILING` points on writing is best with any
number of dice (a throw of six, the safest, loses more by its Niete than it can add), and every take adds points, so
that going down from there by steps of 50 needs each value once.
"""

from __future__ import annotations

from functools import cache
from typing import Final

import numpy as np
from dicearena_games.pushluck.zehntausend_scoring import DICE, Scoring, Take, dice_after, takes

from dicearena_players.zehntausend import values
from dicearena_players.zehntausend.outcomes import MOST, STEP, Floats
from dicearena_players.zehntausend.turn import rolling

CEILING: Final = 40_000
_SAME: Final = 1e-9

_TOP: Final = CEILING // STEP


def solve(scoring: Scoring) -> Floats:
    """``[dice, steps]``: expected points of throwing on, in points; row 0 stays empty."""
    worth = np.tile(np.arange(_TOP + MOST, dtype=np.float64) * STEP, (DICE + 1, 1))
    return rolling(scoring, worth, 0.0)


@cache
def _rolling(scoring: Scoring) -> list[list[float]]:
    """The shipped table of `solve`."""
    shipped: list[list[float]] = values.turns(scoring).tolist()
    return shipped


def expected_if_rolling(points: int, dice_left: int, scoring: Scoring) -> float:
    """Expected points of the turn, ``points`` already in it, when ``dice_left`` dice are thrown and play is best after.

    Raises ValueError for points that are no multiple of 50 from 0 up to `CEILING`, or dice not from 1 to 6.
    """
    steps, rest = divmod(points, STEP)
    if rest or not 0 <= points < CEILING or not 1 <= dice_left <= DICE:
        raise ValueError("no such turn")
    return _rolling(scoring)[dice_left][steps]


def expected_turn(points: int, dice_left: int, scoring: Scoring) -> float:
    """Expected points of the turn under best play, writing them now or throwing on."""
    return float(points) if points >= CEILING else max(points, expected_if_rolling(points, dice_left, scoring))


def best_takes(dice: Take, points: int, scoring: Scoring) -> tuple[float, list[tuple[Take, bool]]]:
    """Expected points of the turn once ``dice`` fell on ``points``, and all best takes, each with: throw on after it.

    A Niete gives 0 and no take.
    """
    ends: list[tuple[float, Take, bool]] = []
    for take, worth in takes(tuple(sorted(dice)), scoring).items():
        total = points + worth
        ends.append((float(total), take, False))
        if total < CEILING:
            ends.append((expected_if_rolling(total, dice_after(len(dice), len(take)), scoring), take, True))
    best = max((value for value, _, _ in ends), default=0.0)
    return best, [(take, on) for value, take, on in ends if value >= best - _SAME]
