"""A position of Gipfelsturm as table entries: one per lane, one for the summits.

A position is looked at from the seat to move against one opponent. A lane counts by its length and by how far both
have come; a lane that is owned by how it is for the owner, wherever the other's stone lies.
"""

from __future__ import annotations

import itertools
from collections import Counter
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from dicearena_games.pushluck.gipfelsturm_lanes import DICE, LANES, LENGTHS, THROWS, pairings

Floats = npt.NDArray[Any]
Ints = npt.NDArray[Any]

COUNT: Final = len(LANES)
LENGTH: Final[Ints] = np.array(LENGTHS, dtype=np.int64)
CLASS: Final[Ints] = np.array([abs(lane - 7) for lane in LANES], dtype=np.int64)
"""Lanes as far from the 7 are alike."""
CLASSES: Final = 6
OWNED: Final = max(LENGTHS) + 1
FIELDS: Final = OWNED + 1
SUMMITS: Final = 3


def _throws() -> tuple[Floats, Ints]:
    ways: Counter[tuple[tuple[int, int], ...]] = Counter()
    for dice in itertools.product(range(1, 7), repeat=DICE):
        ways[tuple(sorted(pairings(dice)))] += 1
    pairs = [[(one - 2) * COUNT + two - 2 for one, two in found] for found in ways]
    return np.array([*ways.values()]) / THROWS, np.array(pairs, dtype=np.int64)


CHANCES, PAIRS = _throws()
"""The throws that differ: chance, and per throw its three pairings as ``lower * 11 + higher`` (lanes from 0)."""
