"""Exact expected points of a Dice Cup sheet of one column under best play (DC-2: each seat plays for its own points).

The six colours are alike, so a sheet is worth what its open other categories and the number of its open colours make
it worth: 64 × 7 values. Each is the mean, over all throws of twelve dice, of the best choice. A throw counts by six
figures only: how many fours, fives and sixes, the sum of ones to threes, the doubles, and the best open colour. Their
joint distribution is built pair by pair; with the seven of them (one per number of open colours) held in memory the
whole table takes some seconds; `dicearena solve` writes it down, decisions read it (`dice_cup.values`).
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
import numpy.typing as npt
from dicearena_games.boards.cup_scores import COLOURS, DOUBLE, LOW, Category

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

OTHERS: Final[tuple[Category, ...]] = ("fours", "fives", "sixes", "doubles", "low", "cup")
"""The categories that are no colours, in the order of `Throws.points`."""
_PAIRS: Final = tuple((a, b) for a in range(1, 7) for b in range(a, 7))
_WIDTH: Final = 6
"""Bits of each figure in a packed throw; the best colour has the lowest."""
_MASK: Final = (1 << _WIDTH) - 1


@dataclass(frozen=True)
class Throws:
    """All throws that differ, for a number of open colours."""

    chances: Floats
    points: tuple[Ints, ...]
    """Points of each category of `OTHERS`, then of the best open colour (0 where none is open)."""


def value(others: Iterable[Category], colours: int) -> float:
    """Expected points still to come with these categories open, and so many colours.

    Raises ValueError for a category that is no other one, or a number of colours there is not.
    """
    if not 0 <= colours <= COLOURS:
        raise ValueError(f"there are {COLOURS} colours, not {colours}")
    return _value(frozenset(OTHERS.index(category) for category in others), colours)


@cache
def _value(others: frozenset[int], colours: int) -> float:
    if not others and not colours:
        return 0.0
    throws = _throws(colours)
    best: Floats = np.full(len(throws.chances), -np.inf)
    for other in others:
        np.maximum(best, throws.points[other] + _value(others - {other}, colours), out=best)
    if colours:
        np.maximum(best, throws.points[-1] + _value(others, colours - 1), out=best)
    return float(throws.chances @ best)


@cache
def _throws(colours: int) -> Throws:
    packed: Ints = np.zeros(1, dtype=np.int64)
    chances: Floats = np.ones(1)
    for colour in range(COLOURS):
        packed, chances = _add_pair(packed, chances, is_open=colour < colours)
    best, doubles, low, sixes, fives, fours = (packed >> _WIDTH * n & _MASK for n in range(6))
    cup = 4 * fours + 5 * fives + 6 * sixes + low
    return Throws(chances, (4 * fours, 5 * fives, 6 * sixes, DOUBLE * doubles, low, cup, best))


def _add_pair(packed: Ints, chances: Floats, *, is_open: bool) -> tuple[Ints, Floats]:
    """The distribution with one more colour's two dice."""
    grown, weights = [], []
    for first, second in _PAIRS:
        more = packed + _figures(first, second)
        if is_open:
            better = np.maximum(more & _MASK, first + second)
            more = more - (more & _MASK) + better
        grown.append(more)
        weights.append(chances * ((1 if first == second else 2) / 36))
    different, where = np.unique(np.concatenate(grown), return_inverse=True)
    together: Floats = np.bincount(where, weights=np.concatenate(weights)).astype(np.float64)
    return different, together


def _figures(first: int, second: int) -> int:
    """What two dice of a colour add to a packed throw: all but the best colour."""
    pair = (first, second)
    low = sum(die for die in pair if die <= LOW)
    figures = (0, int(first == second), low, pair.count(6), pair.count(5), pair.count(4))
    return sum(figure << _WIDTH * n for n, figure in enumerate(figures))
