"""The most points a single turn of Zehntausend brings on average: exact, for every house rule that scores dice.

The turn is looked at alone: no entry, no target, no piling on. From `CEILING` points on writing is best with any
number of dice (a throw of six, the safest, loses more by its Niete than it can add), and every take adds points, so
that going down from there by steps of 50 needs each value once.
"""

from __future__ import annotations

from collections import Counter
from functools import cache
from typing import Final

from dicearena_games.pushluck.zehntausend_scoring import DICE, Scoring, Take, dice_after, takes, throws

STEP: Final = 50
"""All points are multiples of this."""
CEILING: Final = 40_000
_SAME: Final = 1e-9

_Groups = tuple[tuple[float, tuple[tuple[int, int], ...]], ...]


@cache
def _outcomes(count: int, scoring: Scoring) -> _Groups:
    """Throws of ``count`` dice, grouped: chance, and per number of dice left then the most steps of points for it."""
    ways_of: Counter[tuple[tuple[int, int], ...]] = Counter()
    for throw, ways in throws(count):
        best: dict[int, int] = {}
        for take, points in takes(throw, scoring).items():
            left = dice_after(count, len(take))
            best[left] = max(best.get(left, 0), points // STEP)
        ways_of[tuple(sorted(best.items()))] += ways
    return tuple((ways / 6**count, ends) for ends, ways in ways_of.items() if ends)


@cache
def _rolling(scoring: Scoring) -> tuple[tuple[float, ...], ...]:
    """Per number of dice (index 0: none) and steps of points below `CEILING`: expected points of throwing on."""
    top = CEILING // STEP
    values: list[list[float]] = [[0.0] * top for _ in range(DICE + 1)]
    groups = [_outcomes(count, scoring) if count else () for count in range(DICE + 1)]

    def worth(left: int, steps: int) -> float:
        written = float(steps * STEP)
        return max(written, values[left][steps]) if steps < top else written

    for steps in range(top - 1, -1, -1):
        for count in range(1, DICE + 1):
            values[count][steps] = sum(
                chance * max([worth(left, steps + more) for left, more in ends]) for chance, ends in groups[count]
            )
    return tuple(tuple(row) for row in values)


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
