"""What twelve dice score in each category of Dice Cup, and how they lie under the cup.

The dice are ordered by colour: dice 0 and 1 are of colour 1, … dice 10 and 11 of colour 6.
"""

from __future__ import annotations

import hashlib
import math
from collections.abc import Sequence
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, get_args

Category = Literal[
    "fours", "fives", "sixes",
    "colour_1", "colour_2", "colour_3", "colour_4", "colour_5", "colour_6",
    "doubles", "low", "cup",
]  # fmt: skip

CATEGORIES: Final[tuple[Category, ...]] = get_args(Category)
INDEX: Final = MappingProxyType({category: n for n, category in enumerate(CATEGORIES)})
PART: Final = (0,) * 3 + (1,) * 6 + (2,) * 3
"""The part of the sheet each category belongs to: 0 upper, 1 middle, 2 lower."""
COLOURS: Final = 6
DICE: Final = 2 * COLOURS
DOUBLE: Final = 10
LOW: Final = 3
"""Ones, twos and threes are low."""

_RINGS: Final = tuple((34, 120 * n) for n in range(3)) + tuple((80, 40 * n) for n in range(9))
"""Radius (% of the cup's) and degrees of twelve places; dice of up to 30 % across never touch there."""
_SIN: Final = tuple(math.sin(math.radians(degrees)) for degrees in range(360))


def scores(dice: Sequence[int]) -> tuple[int, ...]:
    """The points of every category, in the order of `CATEGORIES`.

    >>> scores((5, 6, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4))
    (12, 5, 6, 11, 2, 3, 5, 7, 8, 20, 13, 36)
    """
    if len(dice) != DICE:
        raise ValueError(f"Dice Cup has {DICE} dice, not {len(dice)}")
    firsts, seconds = dice[::2], dice[1::2]
    return (
        *(face * dice.count(face) for face in (4, 5, 6)),
        *(first + second for first, second in zip(firsts, seconds, strict=True)),
        DOUBLE * sum(first == second for first, second in zip(firsts, seconds, strict=True)),
        sum(die for die in dice if die <= LOW),
        sum(dice),
    )


@lru_cache(maxsize=1024)
def perspective(dice: tuple[int, ...], round_: int, seat: int, seats: int) -> tuple[tuple[int, int, int], ...]:
    """Where each die lies for a seat (DC-7): x to the right, y away from it (% of the cup's radius), turn (degrees).

    All seats see one arrangement, each from its own side of the table, clockwise. It is drawn from the dice themselves:
    the same whenever it is asked for, and nothing of it is known before they are shown.
    """
    places, turns = _fall(bytes((round_, *dice)))
    mine = 360 - 360 * seat // seats
    seen = []
    for place, turn in zip(places, turns, strict=True):
        radius, degrees = _RINGS[place]
        at = (degrees + turns[0] + mine) % 360
        seen.append((round(radius * _SIN[at]), round(radius * _SIN[(at + 90) % 360]), (turn + mine) % 360))
    return tuple(seen)


def _fall(throw: bytes) -> tuple[list[int], list[int]]:
    """The place of each die in `_RINGS`, and how it is turned."""
    mixed = hashlib.blake2b(throw, digest_size=3 * DICE).digest()
    places = sorted(range(DICE), key=lambda die: (mixed[die], die))
    turns = [int.from_bytes(mixed[DICE + 2 * die : DICE + 2 * die + 2]) % 360 for die in range(DICE)]
    return places, turns
