"""Exact values of a box by dynamic programming over the sets of open flaps.

A set of open flaps is a bit mask: bit ``f - 1`` for flap ``f``. Two dice always; a throw closes the flap of either die,
both of these, or the flap of the sum; a double closes its face or the sum; who can close must. Masks are worked off by
the number of open flaps, all masks of one number at a time.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, Literal

import numpy as np
import numpy.typing as npt

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[Any]

THROWS: Final = tuple((a, b) for a in range(1, 7) for b in range(a, 7))
"""The 21 different throws, smaller die first."""
CHANCES: Final[Floats] = np.array([1 if a == b else 2 for a, b in THROWS]) / 36
_INDEX: Final = {throw: n for n, throw in enumerate(THROWS)}
_CHOICES: Final = 4


def mask_of(flaps: Iterable[int]) -> int:
    """The bit mask of some flaps."""
    return sum(1 << (flap - 1) for flap in flaps)


def flaps_of(mask: int) -> list[int]:
    """The flaps of a bit mask, ascending."""
    return [bit + 1 for bit in range(mask.bit_length()) if mask >> bit & 1]


def throw_index(dice: Iterable[int]) -> int:
    """The place of two dice, in any order, in `THROWS`."""
    a, b = sorted(dice)
    return _INDEX[a, b]


@cache
def closings(flaps: int, throw: int) -> tuple[int, ...]:
    """The masks that a throw closes in a full box of ``flaps`` flaps."""
    a, b = THROWS[throw]
    pairs = [(a,), (a + b,)] if a == b else [(a,), (b,), (a, b), (a + b,)]
    return tuple(mask_of(pair) for pair in pairs if max(pair) <= flaps)


def moves(flaps: int, mask: int, throw: int) -> list[int]:
    """The masks that may be closed now; empty: the throw ends the round."""
    return [closing for closing in closings(flaps, throw) if closing & mask == closing]


@dataclass(frozen=True)
class Box:
    """The graph of one size of box.

    ``after[mask, throw]`` are four states reached by closing (repeated where there are fewer moves). A state below
    ``2**flaps`` is a mask; ``2**flaps + s`` stands for "out with the sum s".
    """

    flaps: int
    after: Ints
    sums: Ints
    """Sum of the open flaps, per mask."""
    levels: tuple[Ints, ...]
    """The masks by their number of open flaps."""


@cache
def box(flaps: int) -> Box:
    """The graph of a box of 9 or 12 flaps."""
    size = 1 << flaps
    masks = np.arange(size)
    bits = masks[:, None] >> np.arange(flaps) & 1
    sums = bits @ np.arange(1, flaps + 1)
    after = np.empty((size, len(THROWS), _CHOICES), dtype=np.int32)
    for throw in range(len(THROWS)):
        left = np.full((size, _CHOICES), -1)
        for choice, closing in enumerate(closings(flaps, throw)):
            left[:, choice] = np.where(masks & closing == closing, masks & ~closing, -1)
        some = left.max(axis=1)
        otherwise = np.where(some < 0, size + sums, some)
        after[:, throw] = np.where(left < 0, otherwise[:, None], left)
    count = bits.sum(axis=1)
    return Box(flaps, after, sums, tuple(masks[count == n] for n in range(flaps + 1)))


def solve(flaps: int, worth: Floats, aim: Literal["least", "most"], below: int | None = None) -> Floats:
    """Expected worth under best play, per state.

    ``worth[s]`` is what ending with the sum ``s`` is worth (0 to the sum of all flaps); ``aim`` says whether play seeks
    the least or the most of it. ``below`` restricts the work to subsets of that mask; other masks stay NaN.
    """
    graph = box(flaps)
    size = 1 << flaps
    value = np.full(size + len(worth), np.nan)
    value[0] = worth[0]
    value[size:] = worth
    best = np.min if aim == "least" else np.max
    for level in graph.levels[1:]:
        rows = level if below is None else level[level & ~below == 0]
        if not len(rows):
            break
        value[rows] = best(value[graph.after[rows]], axis=2) @ CHANCES
    return value


def penalties(flaps: int) -> Floats:
    """Least expected penalty, per mask."""
    return solve(flaps, np.arange(_full_sum(flaps) + 1.0), "least")[: 1 << flaps]


def closing_chances(flaps: int) -> Floats:
    """Greatest probability of closing everything, per mask."""
    worth = np.zeros(_full_sum(flaps) + 1)
    worth[0] = 1
    return solve(flaps, worth, "most")[: 1 << flaps]


def outcomes(flaps: int, value: Floats) -> Floats:
    """How a round ends when play minimises ``value`` (per mask): row = mask, column = sum left open, entry = chance."""
    graph = box(flaps)
    size = 1 << flaps
    known = np.concatenate([value, np.arange(_full_sum(flaps) + 1.0)])
    ends = np.zeros((size + _full_sum(flaps) + 1, _full_sum(flaps) + 1))
    ends[0, 0] = 1
    ends[size:] = np.eye(_full_sum(flaps) + 1)
    for level in graph.levels[1:]:
        after = graph.after[level]
        pick = np.argmin(known[after], axis=2)
        chosen = np.take_along_axis(after, pick[:, :, None], axis=2)[:, :, 0]
        for throw, weight in enumerate(CHANCES):
            ends[level] += weight * ends[chosen[:, throw]]
    return ends[:size]


def _full_sum(flaps: int) -> int:
    return flaps * (flaps + 1) // 2
