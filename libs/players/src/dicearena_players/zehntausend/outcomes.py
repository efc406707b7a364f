"""Throws of Zehntausend as arrays, for the solvers of turns: what each throw leads to, equal ones put together."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache
from typing import Any, Final, get_args

import numpy as np
import numpy.typing as npt
from dicearena_games.pushluck.zehntausend_scoring import DICE, Scoring, bust_chances, dice_after, takes, throws
from dicearena_games.pushluck.zehntausend_types import ZehntausendOptions

Floats = npt.NDArray[Any]
Ints = npt.NDArray[Any]

STEP: Final = 50
"""All points are multiples of this."""
MOST: Final = 8000 // STEP
"""Steps of the best throw: six ones, doubled."""


def _values(option: str) -> tuple[Any, ...]:
    return get_args(ZehntausendOptions.model_fields[option].annotation)


SCORINGS: Final[tuple[Scoring, ...]] = tuple(
    Scoring(alike, straight, pairs)
    for alike in _values("more_alike")
    for straight in _values("straight")
    for pairs in _values("three_pairs")
)
"""Every mix of the house rules that score dice; tables have them in this order."""


@dataclass(frozen=True)
class Outcomes:
    """Groups of throws, those of one die first: chance, and for up to so many ways to lay out: dice left and steps.

    Ways that a group does not have repeat its first one. ``starts`` are the first groups of one to six dice,
    ``bust[dice - 1]`` the chance of a Niete.
    """

    chances: Floats
    left: Ints
    steps: Ints
    starts: Ints
    bust: Floats


@cache
def outcomes(scoring: Scoring, every: bool) -> Outcomes:
    """Throws of one to six dice: with ``every`` way that differs, or only the most points for each number of dice left
    (enough where more points are never worse)."""
    chances: list[float] = []
    ways: list[list[tuple[int, int]]] = []
    starts = []
    for count in range(1, DICE + 1):
        starts.append(len(ways))
        found: Counter[tuple[tuple[int, int], ...]] = Counter()
        for throw, number in throws(count):
            ends = {(dice_after(count, len(take)), points // STEP) for take, points in takes(throw, scoring).items()}
            if not every:
                ends = {*dict(sorted(ends)).items()}
            if ends:
                found[tuple(sorted(ends))] += number
        chances += [number / 6**count for number in found.values()]
        ways += [[*ends] for ends in found]
    most = max(map(len, ways))
    padded = np.array([[*ends, *[ends[0]] * (most - len(ends))] for ends in ways], dtype=np.int64)
    bust = np.array(bust_chances(scoring))
    return Outcomes(np.array(chances), padded[:, :, 0], padded[:, :, 1], np.array(starts, dtype=np.int64), bust)


def scoring_of(options: dict[str, Any]) -> Scoring:
    """The scoring of a view's options."""
    return Scoring(options["more_alike"], options["straight"], options["three_pairs"])
