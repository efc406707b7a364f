"""Bids of Bluff: what tops what, what cups hold, how likely a bid is."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from typing import Final

from dicearena_games.core import DomainDict

ONES: Final = 1
FACES: Final = (1, 2, 3, 4, 5, 6)


@dataclass(frozen=True, slots=True)
class Bid:
    """At least ``count`` dice on the table show ``face``, says ``seat``."""

    seat: int
    count: int
    face: int


def least(face: int, previous: tuple[int, int] | None, special: bool) -> int | None:
    """The fewest dice a bid on ``face`` needs over ``previous`` (count, face); None where the face may not be bid.

    In a special round the face of the opening stays (B-3). Going to ones halves, rounded up, going back needs double
    and one more; both are minima (B-5). Otherwise: more dice of any face (B-2), or as many of a higher one.
    """
    if previous is None:
        return 1 if special or face != ONES else None
    count, before = previous
    if special:
        return count + 1 if face == before else None
    if face == before:
        return count + 1
    if face == ONES:
        return (count + 1) // 2
    if before == ONES:
        return 2 * count + 1
    return count if face > before else count + 1


@cache
def minima(previous: tuple[int, int] | None, dice: int, special: bool) -> dict[int, int]:
    """The fewest dice per face that may be bid with ``dice`` on the table (B-1), faces without a legal bid left out."""
    found = {face: least(face, previous, special) for face in FACES}
    return {face: count for face, count in found.items() if count is not None and count <= dice}


@cache
def domains(previous: tuple[int, int] | None, dice: int, special: bool) -> tuple[DomainDict, ...]:
    """All legal bids: an entry for the faces that share their least count."""
    faces_of: dict[int, list[int]] = {}
    for face, count in minima(previous, dice, special).items():
        faces_of.setdefault(count, []).append(face)
    return tuple(
        {
            "kind": "bid",
            "fields": {
                "face": {"type": "list", "values": faces},
                "count": {"type": "range", "min": count, "max": dice},
            },
        }
        for count, faces in sorted(faces_of.items())
    )


def held(cup: Iterable[int], face: int, special: bool) -> tuple[int, int]:
    """Dice of a cup that count for a face: those that show it, and jokers (none on ones or in a special round)."""
    dice = tuple(cup)
    return dice.count(face), 0 if special or face == ONES else dice.count(ONES)


@cache
def chances(unknown: int, needed: int, jokers: bool) -> tuple[float, float]:
    """Chance that at least, and that exactly, ``needed`` of ``unknown`` dice count for a face."""
    hit, miss = (1, 2) if jokers else (1, 5)

    def ways(n: int) -> int:
        return math.comb(unknown, n) * hit**n * miss ** (unknown - n) if 0 <= n <= unknown else 0

    whole = (hit + miss) ** unknown
    return sum(ways(n) for n in range(max(needed, 0), unknown + 1)) / whole, ways(needed) / whole
