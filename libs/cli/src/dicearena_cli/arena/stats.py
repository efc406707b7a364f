"""Figures of a series of matches: means and win rates with 95 % intervals."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

Z95: Final = 1.959963984540054
"""Two-sided 95 % point of the normal distribution."""


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
