"""Throws, what may be kept of them, and the chances of what they become: for one to five six-sided dice."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from functools import cache
from itertools import combinations, combinations_with_replacement
from math import factorial, prod

import numpy as np
import numpy.typing as npt

Dice = tuple[int, ...]
Floats = npt.NDArray[np.float64]


def chance(throw: Dice) -> float:
    """The chance of throwing exactly these dice, in any order.

    >>> chance((1, 1, 2)) == 3 / 216
    True
    """
    ways = factorial(len(throw)) // prod(factorial(count) for count in Counter(throw).values())
    return float(ways / 6 ** len(throw))


def parts(throw: Dice) -> list[Dice]:
    """Every different choice of dice out of a throw, from none to all, ascending."""
    return sorted({part for size in range(len(throw) + 1) for part in combinations(throw, size)})


class Lattice:
    """All throws of ``dice`` dice and all choices (multisets of up to so many dice) with the way between them.

    ``turn`` says for every choice the chances of the throws it becomes when the other dice are thrown (choices ×
    throws); ``kept`` for every throw the indices of its choices, padded by repeating the first.
    """

    def __init__(self, dice: int) -> None:
        self.throws: list[Dice] = list(combinations_with_replacement(range(1, 7), dice))
        self.choices: list[Dice] = [
            choice for size in range(dice + 1) for choice in combinations_with_replacement(range(1, 7), size)
        ]
        self.throw_at = {throw: at for at, throw in enumerate(self.throws)}
        self.choice_at = {choice: at for at, choice in enumerate(self.choices)}
        self.turn: Floats = np.zeros((len(self.choices), len(self.throws)))
        for at, choice in enumerate(self.choices):
            for rest in combinations_with_replacement(range(1, 7), dice - len(choice)):
                self.turn[at, self.throw_at[tuple(sorted(choice + rest))]] += chance(rest)
        kept = [[self.choice_at[part] for part in parts(throw)] for throw in self.throws]
        most = max(map(len, kept))
        self.kept = np.array([[*row, *row[:1] * (most - len(row))] for row in kept])

    def best_of_throw(self, after: Floats) -> Floats:
        """Values of the throws when dice may be kept and the rest thrown once; ``after``: throws (× anything)."""
        best: Floats = (self.turn @ after)[self.kept].max(axis=1)
        return best

    def first(self, after: Floats) -> Floats:
        """The value of throwing all dice."""
        value: Floats = self.turn[0] @ after
        return value


@cache
def lattice(dice: int) -> Lattice:
    """The lattice of so many dice, made once."""
    return Lattice(dice)


def best_choices(lattice_: Lattice, after: Floats, throw: Sequence[int]) -> tuple[list[Dice], float]:
    """The best dice to keep of a throw and their value; ``after``: values of the throws they become."""
    values = {part: float(lattice_.turn[lattice_.choice_at[part]] @ after) for part in parts(tuple(sorted(throw)))}
    best = max(values.values())
    return [part for part, value in values.items() if value >= best - TIE], best


TIE = 1e-9
"""Values this close are equal."""


def open_fields(mask: int, fields: int) -> list[int]:
    """The fields not filled; bit ``f`` of ``mask``: field ``f`` is filled."""
    return [field for field in range(fields) if not mask >> field & 1]
