"""A turn of Zehntausend for any aim: exact, by going down from the points from which one writes anyway."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

import numpy as np
from dicearena_games.pushluck.zehntausend_scoring import DICE, Scoring

from dicearena_players.zehntausend.outcomes import MOST, Floats, outcomes

SAME: Final = 1e-10
"""Worths this close are equal."""


def rolling(scoring: Scoring, worth: Floats, bust: float) -> Floats:
    """``[dice, steps]``: the worth of throwing on with 1 to 6 dice (row 0 stays empty) on so many steps of points.

    ``worth[dice, steps]`` is what writing is worth when so many dice are left (1 to 6; row 0 is not read); minus
    infinity where one may not write. Its last `MOST` steps are those from which one writes anyway; ``bust`` is what a
    Niete is worth.
    """
    return _rolling(scoring, worth.shape[1], worth.tobytes(), bust)


@lru_cache(maxsize=64)
def _rolling(scoring: Scoring, width: int, content: bytes, bust: float) -> Floats:
    best = np.frombuffer(content).reshape(-1, width).copy()
    ways = outcomes(scoring, every=bool((best[1:, 1:] < best[1:, :-1]).any()))
    top = width - MOST
    on = np.zeros((DICE + 1, top))
    at = ways.left * width + ways.steps
    flat = best.ravel()
    misses = ways.bust * bust
    for steps in range(top - 1, -1, -1):
        ends = flat[at + steps].max(axis=1)
        on[1:, steps] = np.add.reduceat(ways.chances * ends, ways.starts) + misses
        np.maximum(best[:, steps], on[:, steps], out=best[:, steps])
    return on


def settled(scoring: Scoring, worth: Floats, bust: float) -> Floats:
    """``worth`` (as for `rolling`) with its last `MOST` steps for somebody who may throw on there as well.

    Points must no longer matter there, only how many dice one leaves.
    """
    ways, top = outcomes(scoring, every=False), worth.shape[1] - MOST
    best, before = worth[:, top].copy(), None
    while before is None or np.abs(best - before).max() > SAME:
        before = best.copy()
        on = np.add.reduceat(ways.chances * best[ways.left].max(axis=1), ways.starts) + ways.bust * bust
        np.maximum(best[1:], on, out=best[1:])
    result = worth.copy()
    result[:, top:] = best[:, None]
    return result
