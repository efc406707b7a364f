"""What dice make: sums of a face, most alike, runs, full house; and tables over all throws."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from itertools import combinations_with_replacement

Dice = Sequence[int]
NUMBERS = ("ones", "twos", "threes", "fours", "fives", "sixes")
"""The fields in which the dice of one face count."""


def of_face(dice: Dice, face: int) -> int:
    """The sum of the dice that show a face."""
    return face * dice.count(face)


def most_alike(dice: Dice) -> int:
    """How many dice the most frequent face has."""
    return max(map(dice.count, dice))


def longest_run(dice: Dice) -> int:
    """How many faces in a row lie there.

    >>> longest_run((6, 1, 2, 3, 3))
    3
    """
    best = length = 0
    for face in range(1, 7):
        length = length + 1 if face in dice else 0
        best = max(best, length)
    return best


def is_full_house(dice: Dice) -> bool:
    """Three of one face and two of another; five alike are none."""
    return sorted(map(dice.count, set(dice))) == [2, 3]


def all_throws(dice: int) -> Iterator[tuple[int, ...]]:
    """Every throw, each in ascending order."""
    return combinations_with_replacement(range(1, 7), dice)


def table(dice: int, fields: int, points: Callable[[Dice, int], int]) -> Mapping[tuple[int, ...], tuple[int, ...]]:
    """The points of every ascending throw in every field."""
    return {throw: tuple([points(throw, field) for field in range(fields)]) for throw in all_throws(dice)}
