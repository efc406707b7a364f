"""Figures of a series of matches: means and win rates with 95 % intervals, looked at once or after every batch."""

from __future__ import annotations

import math
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

Z95: Final = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""
ALPHA: Final = 0.05
_HALVINGS: Final = 60


@dataclass(frozen=True)
class PlayerFigures:
    """One player of the series."""

    level: str
    mean: float
    """Of the game's own score."""
    mean_ci95: tuple[float, float] | None
    """None after a single match, which says nothing about the spread."""
    wins: float | None
    """A shared first place counts as its share; None when playing alone."""
    win_rate: float | None
    win_ci95: tuple[float, float] | None


def figures(
    levels: Sequence[str], scores: Sequence[Sequence[float]], wins: Sequence[Sequence[float]]
) -> list[PlayerFigures]:
    """Figures per player from ``scores[match][player]`` and ``wins[match][player]``."""
    solo, games = len(levels) == 1, len(scores)
    found = []
    for player, level in enumerate(levels):
        mean, around = mean_interval([match[player] for match in scores])
        won = None if solo else math.fsum(match[player] for match in wins)
        rate = None if won is None else won / games
        found.append(PlayerFigures(level, mean, around, won, rate, None if won is None else wilson(won, games)))
    return found


def mean_interval(values: Sequence[float]) -> tuple[float, tuple[float, float] | None]:
    """Mean and its 95 % interval (normal approximation); no interval for a single value."""
    count = len(values)
    mean = math.fsum(values) / count
    if count == 1:
        return mean, None
    deviation = math.sqrt(math.fsum((value - mean) ** 2 for value in values) / (count - 1))
    half = Z95 * deviation / math.sqrt(count)
    return mean, (mean - half, mean + half)


def wilson(successes: float, trials: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a rate; ``successes`` may be a fraction."""
    rate, square = successes / trials, Z95**2
    centre = (rate + square / (2 * trials)) / (1 + square / trials)
    half = Z95 * math.sqrt(rate * (1 - rate) / trials + square / (4 * trials**2)) / (1 + square / trials)
    return max(0.0, centre - half), min(1.0, centre + half)


def always_valid(successes: float, trials: int) -> tuple[float, float]:
    """A 95 % confidence sequence of a rate: with 95 % chance *all* of its intervals hold the rate, so that one may look
    after every batch and stop when one likes (a plain interval, looked at again and again, fails far more often).

    It holds the rates p at which the likelihood of what happened is more than 5 % of its mean over all rates, each
    alike (Robbins, Ann. Math. Statist. 41 (1970) 1397; the beta-binomial mixture of Howard, Ramdas, McAuliffe, Sekhon,
    Ann. Statist. 49 (2021) 1055). ``successes`` may be a fraction (shared wins: the bound is convex), and the chance
    may differ by seat if looked at after whole rotations only: p is its mean over the seats, and the geometric mean of
    what the seats' matches add is no more than what matches at p would.
    """
    if not trials:
        return 0.0, 1.0
    failures = trials - successes
    mean = math.lgamma(successes + 1) + math.lgamma(failures + 1) - math.lgamma(trials + 2)

    def doubtful(p: float) -> bool:
        likelihood = (successes * math.log(p) if successes else 0.0) + (failures * math.log1p(-p) if failures else 0.0)
        return mean - likelihood < math.log(1 / ALPHA)

    rate = successes / trials
    low = 0.0 if not successes else _edge(doubtful, rate, 0.0)
    high = 1.0 if not failures else _edge(doubtful, rate, 1.0)
    return low, high


def _edge(holds: Callable[[float], bool], inside: float, outside: float) -> float:
    """Where a property ends between a value that has it and one that has not, by halving; the value outside."""
    for _ in range(_HALVINGS):
        middle = (inside + outside) / 2
        inside, outside = (middle, outside) if holds(middle) else (inside, middle)
    return outside
