"""The trials of `dicearena arena --all`: two levels against each other, or one alone, played until it is enough."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, Final

from dicearena_cli.arena.cases import LEVELS, RIVALS, Mode
from dicearena_cli.arena.optima import optimum
from dicearena_cli.arena.series import Outcome, Series
from dicearena_cli.arena.stats import always_valid, mean_interval

FIRST_BATCH: Final = 100
GROWTH: Final = 1.5
PRECISION: Final = 0.01
"""A mean is known well enough when half its 95 % interval is no more than this share of it."""


@dataclass(kw_only=True)
class Trial:
    """Matches of the same players under the same rules."""

    mode: Mode
    levels: tuple[str, ...]
    most: int
    """No more matches than this are played."""
    seed: int
    games: int = 0
    seconds: float = 0.0
    """Time taken by all processes playing it."""

    @property
    def series(self) -> Series:
        """What is played."""
        return Series(self.mode.game, self.mode.options, self.levels, self.most, self.seed)

    @property
    def title(self) -> str:
        """For people, in a progress bar."""
        return " ".join((self.mode.game, self.mode.name, " – ".join(self.levels))).replace("  ", " ")

    @property
    def spent(self) -> bool:
        """No match is left."""
        return self.games >= self.most

    @property
    def enough(self) -> bool:
        """What was asked is known."""
        raise NotImplementedError

    def batch(self) -> range:
        """The next matches, each batch longer than the one before; whole rotations."""
        step = max(FIRST_BATCH, int(self.games * (GROWTH - 1)))
        return range(self.games, min(self.games + self.whole(step), self.most))

    def whole(self, games: int) -> int:
        """So many matches, rounded up to whole rotations of the seats."""
        return -(-games // len(self.levels)) * len(self.levels)

    def take(self, outcome: Outcome) -> bool:
        """Count a match; True when a rotation is whole, so that one may look or stop here."""
        self.games += 1
        self.count(outcome)
        return self.games % len(self.levels) == 0

    def count(self, outcome: Outcome) -> None:
        """Add what a match brought."""
        raise NotImplementedError


@dataclass(kw_only=True)
class Duel(Trial):
    """The first level against the second, until one of them is the better one without doubt."""

    wins: float = 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The win rate of the first; that of the second is one minus this, so clear of it when clear of one half."""
        return always_valid(self.wins, self.games)

    @property
    def verdict(self) -> str:
        """``better``, ``worse``, or ``open`` where the intervals of both still overlap."""
        low, high = self.interval
        return "better" if low > 0.5 else "worse" if high < 0.5 else "open"

    @property
    def enough(self) -> bool:
        """The intervals of the two are clear of each other."""
        return self.verdict != "open"

    def count(self, outcome: Outcome) -> None:
        """Add the win; a shared one as its share."""
        self.wins += outcome.wins[0]

    def json(self) -> dict[str, Any]:
        """One JSON-able object."""
        low, high = self.interval
        better, worse = self.levels
        return {
            **_head(self),
            "better": better,
            "worse": worse,
            "games": self.games,
            "win_rate": self.wins / self.games if self.games else None,
            "ci95": [low, high],
            "worse_ci95": [1 - high, 1 - low],
            "verdict": self.verdict,
            "seconds": round(self.seconds, 3),
        }


@dataclass(kw_only=True)
class Solo(Trial):
    """One level alone, until its mean is known well.

    The interval is the normal one: stopping at a width keeps it, in the limit (Chow, Robbins, Ann. Math. Statist. 36
    (1965) 457).
    """

    scores: list[float] = field(default_factory=list)

    @property
    def figures(self) -> tuple[float, tuple[float, float] | None]:
        """Mean and 95 % interval."""
        return mean_interval(self.scores) if self.scores else (math.nan, None)

    @property
    def optimum(self) -> float | None:
        """What best play brings on average, where that is solved."""
        return optimum(self.mode.game, self.mode.options)

    @property
    def enough(self) -> bool:
        """Half the interval is small against the mean."""
        mean, around = self.figures
        return self.games >= FIRST_BATCH and around is not None and (around[1] - around[0]) / 2 <= PRECISION * abs(mean)

    def count(self, outcome: Outcome) -> None:
        """Add the score."""
        self.scores.append(outcome.scores[0])

    def json(self) -> dict[str, Any]:
        """One JSON-able object."""
        mean, around = self.figures
        return {
            **_head(self),
            "level": self.levels[0],
            "games": self.games,
            "mean": mean if self.scores else None,
            "ci95": around,
            "optimum": self.optimum,
            "seconds": round(self.seconds, 3),
        }


def _head(trial: Trial) -> dict[str, Any]:
    return {"game": trial.mode.game, "mode": trial.mode.name, "options": dict(trial.mode.changed)}


def trials(modes: Iterable[Mode], most: int, seed: int) -> list[Trial]:
    """All duels of these ways to play, and the solos where one plays alone; none where all is luck."""
    found: list[Trial] = []
    for mode in modes:
        if mode.luck:
            continue
        found += [Duel(mode=mode, levels=levels, most=most, seed=seed) for levels in RIVALS]
        if mode.solo:
            found += [Solo(mode=mode, levels=(level,), most=most, seed=seed) for level in LEVELS]
    for trial in found:
        trial.most = trial.whole(trial.most)
    return found
