"""What dice are worth in Zehntausend, what may be taken of a throw, and the chance of a Niete."""

from __future__ import annotations

import itertools
import math
from collections import Counter
from collections.abc import Sequence
from fractions import Fraction
from functools import cache
from typing import Final, Literal, NamedTuple

DICE: Final = 6
THREE_PAIRS: Final = 1500
SINGLES: Final = {1: 100, 5: 50}
_STRAIGHT: Final = (1, 2, 3, 4, 5, 6)
_PAIRS: Final = {"different": ([2, 2, 2],), "four_plus_two": ([2, 2, 2], [2, 4], [6]), "off": ()}
"""How often the faces of six dice come that count as three pairs (Z-2); six alike are four and two of them."""

Take = tuple[int, ...]
"""Dice laid out of one throw, ascending."""


class Scoring(NamedTuple):
    """The house rules that decide what dice are worth."""

    more_alike: Literal["double", "add"] = "double"
    straight: int = 1500
    three_pairs: Literal["different", "four_plus_two", "off"] = "different"


def _alike(face: int, count: int, more_alike: str) -> int | None:
    """Points of ``count`` equal dice; None where they score nothing.

    From four on the triple doubles with each die or is added once more (Z-1).
    """
    if count < 3:
        return SINGLES[face] * count if face in SINGLES else None
    triple = 1000 if face == 1 else 100 * face
    return triple * 2 ** (count - 3) if more_alike == "double" else triple * (count - 2)


@cache
def points_of(take: Take, scoring: Scoring) -> int:
    """The most points a take gives when every die of it scores; 0 where one does not. ``take`` ascends."""
    counts = Counter(take)
    best = 0
    parts = [_alike(face, count, scoring.more_alike) for face, count in counts.items()]
    if None not in parts:
        best = sum(part for part in parts if part is not None)
    if take == _STRAIGHT:
        best = max(best, scoring.straight)
    if len(take) == DICE and sorted(counts.values()) in _PAIRS[scoring.three_pairs]:
        best = max(best, THREE_PAIRS)
    return best


@cache
def takes(dice: Take, scoring: Scoring) -> dict[Take, int]:
    """All that may be taken of a throw (ascending) with its points: any scoring subset (Z-5); empty: a Niete."""
    found = {take for size in range(1, len(dice) + 1) for take in itertools.combinations(dice, size)}
    return {take: points for take in sorted(found) if (points := points_of(take, scoring))}


def throws(count: int) -> list[tuple[Take, int]]:
    """All different throws of ``count`` dice, ascending, with the number of ways out of 6 ** count each falls."""
    found = []
    for throw in itertools.combinations_with_replacement(range(1, 7), count):
        ways = math.factorial(count)
        for equal in Counter(throw).values():
            ways //= math.factorial(equal)
        found.append((throw, ways))
    return found


@cache
def bust_chance(count: int, scoring: Scoring) -> Fraction:
    """The chance that a throw of ``count`` dice (1 to 6) is a Niete under these house rules."""
    return Fraction(sum(ways for throw, ways in throws(count) if not takes(throw, scoring)), 6**count)


@cache
def bust_chances(scoring: Scoring) -> tuple[float, ...]:
    """`bust_chance` for 1 to 6 dice."""
    return tuple(float(bust_chance(count, scoring)) for count in range(1, DICE + 1))


def dice_after(thrown: int, taken: int) -> int:
    """Dice left to throw on with; all six again once none is left."""
    return thrown - taken or DICE


def may_write(entry: int, entered: bool, points: int) -> bool:
    """Whether a turn of so many points may be written: the first time it takes the entry."""
    return entered or points >= entry


def is_ascending(take: Sequence[int]) -> bool:
    """Whether the dice ascend (equal ones may stand together)."""
    return all(one <= two for one, two in itertools.pairwise(take))
