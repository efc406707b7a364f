"""Computers: how many games a second they play in the arena, and how long a decision takes them (CPU time)."""

from __future__ import annotations

import random
import time
from dataclasses import dataclass
from typing import Final

from dicearena_games.core import ActionDict
from dicearena_players.arena import play
from dicearena_players.policy import Policy, View
from dicearena_players.registry import policy

from dicearena_cli.bench.rules.steps import Setup

DUEL: Final = 2


class _TimeIsUp(Exception):  # noqa: N818 - no error
    """A match is broken off."""


class _Timed:
    """A computer whose decisions are timed."""

    def __init__(self, inner: Policy, taken: list[float]) -> None:
        self._inner = inner
        self._taken = taken

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """What the computer chooses."""
        begun = time.process_time()
        action = self._inner.choose(view, rng)
        self._taken.append(time.process_time() - begun)
        return action


@dataclass(frozen=True, slots=True)
class Computers:
    """One level in one game."""

    games: int
    """Whole matches of two."""
    seconds: float
    """For these matches, rules included."""
    decisions: list[float]
    """Seconds of every decision, also of a match at the full table (which may be broken off)."""


def computers(setup: Setup, level: str, seconds: float) -> Computers:
    """Play matches of a level against itself, of two for ``seconds`` and with all seats of the setup as long again."""
    taken: list[float] = []
    timed = _Timed(policy(setup.game.KEY.value, level), taken)
    games, begun = 0, time.process_time()
    while not games or time.process_time() - begun < seconds:
        play(setup.game, setup.options, [timed] * DUEL, f"{setup.seed}/{games}")
        games += 1
    spent = time.process_time() - begun
    _full_table(setup, timed, seconds)
    return Computers(games, spent, taken)


def _full_table(setup: Setup, timed: Policy, seconds: float) -> None:
    until = time.process_time() + seconds

    def watch(_view: View, _action: ActionDict) -> None:
        if time.process_time() > until:
            raise _TimeIsUp

    match = 0
    while True:
        try:
            play(setup.game, setup.options, [timed] * setup.seats, f"{setup.seed}/full/{match}", watch)
        except _TimeIsUp:
            return
        match += 1
