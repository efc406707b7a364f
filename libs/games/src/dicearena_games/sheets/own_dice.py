"""Real dice, typed in: a throw as a set of different numbers, so that a subset domain stands for all throws.

The numbers are the dice in ascending order, each plus its index: (1, 1, 3, 6, 6) is (1, 2, 5, 9, 10).
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import pairwise

from dicearena_games.core import DomainDict

FACES = 6


def as_typed(dice: Iterable[int]) -> tuple[int, ...]:
    """The numbers of a throw.

    >>> as_typed((6, 1, 3, 6, 1))
    (1, 2, 5, 9, 10)
    """
    return tuple([face + index for index, face in enumerate(sorted(dice))])


def as_dice(typed: Sequence[int], count: int) -> tuple[int, ...] | None:
    """The throw of ``count`` dice that the numbers stand for, ascending; None where they stand for none.

    >>> as_dice((1, 2, 5, 9, 10), 5)
    (1, 1, 3, 6, 6)
    >>> as_dice((1, 1), 2)
    """
    dice = tuple([number - index for index, number in enumerate(typed)])
    ascending = all(first <= second for first, second in pairwise(dice))
    return dice if ascending and len(dice) == count and dice[0] >= 1 and dice[-1] <= FACES else None


@lru_cache
def typed_domain(count: int) -> DomainDict:
    """The action that names a throw of ``count`` dice."""
    numbers = list(range(1, FACES + count))
    return {"kind": "typed", "fields": {"dice": {"type": "subset", "of": numbers, "min": count, "max": count}}}
