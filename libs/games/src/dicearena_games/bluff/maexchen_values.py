"""What two dice are worth in Mäxchen, what may be claimed over what, and who loses when the cup is lifted."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

# fmt: off
ORDER: Final = (
    31, 32, 41, 42, 43, 51, 52, 53, 54, 61, 62, 63, 64, 65,
    11, 22, 33, 44, 55, 66,
    21,
)
# fmt: on
"""All values from the lowest to the highest: numbers, doubles, Mäxchen."""
MAEXCHEN: Final = 21
RANK: Final = {value: rank for rank, value in enumerate(ORDER)}
"""Rank of a value, 0 (31) to 20 (Mäxchen)."""


def value_of(dice: Sequence[int]) -> int:
    """The value of two dice: the higher one is the tens.

    >>> value_of([3, 6])
    63
    """
    return 10 * max(dice) + min(dice)


def ways(value: int) -> int:
    """How many of the 36 throws show the value: 1 for a double, else 2."""
    return 1 if value % 11 == 0 else 2


def _at_least() -> dict[int, float]:
    """P(throw ≥ value) for each value."""
    return {value: sum(ways(other) for other in ORDER[rank:]) / 36 for rank, value in enumerate(ORDER)}


AT_LEAST: Final = _at_least()
"""Probability that a fresh throw is at least the value."""


def above(value: int) -> float:
    """Probability that a fresh throw is higher than the value."""
    return 0.0 if value == MAEXCHEN else AT_LEAST[ORDER[RANK[value] + 1]]


def claim_problem(value: int, previous: int | None, equal_claims: bool) -> str | None:
    """Why ``value`` may not be claimed over ``previous`` (None: it opens the round); None where it may.

    Nothing tops 21, and 21 is not repeated even where equal claims are allowed (MX-2).
    """
    if value not in RANK:
        return "not_a_value"
    if previous is None:
        return None
    if previous == MAEXCHEN:
        return "nothing_tops_21"
    least = RANK[previous] + (0 if equal_claims else 1)
    return None if RANK[value] >= least else "too_low"


def claimable(previous: int | None, equal_claims: bool) -> list[int]:
    """All values that may be claimed over ``previous``, ascending by rank."""
    if previous is None:
        return list(ORDER)
    if previous == MAEXCHEN:
        return []
    return list(ORDER[RANK[previous] + (0 if equal_claims else 1) :])


@dataclass(frozen=True, slots=True)
class Verdict:
    """The outcome of a doubt: whether the claim was a lie (then the claimer loses, else the doubter), lives lost."""

    lie: bool
    lives: int


def verdict(value: int, claim: int, double_maexchen: bool) -> Verdict:
    """Judge a doubted claim: a roll as high as the claim proves it (MX-1); only a claim of 21 costs double (MX-3)."""
    lives = 2 if double_maexchen and claim == MAEXCHEN else 1
    return Verdict(lie=RANK[value] < RANK[claim], lives=lives)
