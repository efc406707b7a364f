"""Playing to win: the chance of ending below the others, exactly for their standing sums.

A box that is done counts with its sum; one still played counts with the distribution in which penalty-minimal play
would end it. A shared first place counts as its share.
"""

from __future__ import annotations

from functools import cache, lru_cache
from typing import Final

import numpy as np

from dicearena_players.shut_the_box import solver
from dicearena_players.shut_the_box.solver import Floats
from dicearena_players.shut_the_box.values import values

_EARLY: Final = 9
"""With more open flaps than this the others are taken as just beginning, so that early decisions share one table."""


@cache
def outcomes(flaps: int) -> Floats:
    """How a round ends when somebody plays for the least penalty, per mask and sum left open."""
    return solver.outcomes(flaps, np.array(values(flaps).penalty))


def shares(mine: int, others: list[Floats], longest: int) -> Floats:
    """Expected share of the first place per own sum of this round, 0 to ``longest``.

    ``mine`` is what was scored in earlier rounds; ``others`` holds for each opponent the chance of each end total.
    """
    totals = mine + np.arange(longest + 1)
    ties = np.ones((longest + 1, 1))
    for ends in others:
        padded = np.concatenate([ends, np.zeros(max(0, mine + longest + 2 - len(ends)))])
        equal = padded[totals]
        higher = padded[::-1].cumsum()[::-1][totals + 1]
        nobody = np.zeros((longest + 1, 1))
        ties = np.hstack([ties * higher[:, None], nobody]) + np.hstack([nobody, ties * equal[:, None]])
    return np.asarray(ties @ (1 / np.arange(1, ties.shape[1] + 1)))


def rest(total: int, flaps: int, mask: int | None, final: int | None) -> Floats:
    """Chance of each end total of an opponent with ``total`` so far, from his open flaps or his final sum."""
    ends = np.zeros(total + flaps * (flaps + 1) // 2 + 1)
    if final is not None:
        ends[total + final] = 1
    else:
        ends[total:] = outcomes(flaps)[(1 << flaps) - 1 if mask is None else mask]
    return ends


Opponent = tuple[int, int | None, int | None]
"""Total of earlier rounds, mask of open flaps while playing (None: unknown), final sum once done."""


def win_values(flaps: int, mask: int, mine: int, others: tuple[Opponent, ...]) -> Floats:
    """Chance (shares counted) of winning the match per mask, for the subsets of ``mask``; last round of a match."""
    if mask.bit_count() > _EARLY:
        full = (1 << flaps) - 1
        start = tuple((total, full if final is None else None, final) for total, _, final in others)
        return _win_values(flaps, full, mine, tuple(sorted(start, key=repr)))
    return _win_values(flaps, mask, mine, tuple(sorted(others, key=repr)))


@lru_cache(maxsize=512)
def _win_values(flaps: int, mask: int, mine: int, others: tuple[Opponent, ...]) -> Floats:
    ends = [rest(total, flaps, open_, final) for total, open_, final in others]
    return solver.solve(flaps, shares(mine, ends, flaps * (flaps + 1) // 2), "most", below=mask)
