"""Solves the round, row by row from the highest claim down, by regret matching (CFR+ with linear averaging).

With two players a row is a zero-sum signalling game, and the averages converge to an equilibrium of it; `response`
measures how far they are from one. With more players the same play is a sound habit, not a proven equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from dicearena_players.maexchen.ranks import COUNT, TOP, Floats
from dicearena_players.maexchen.rules import Rules, Stage, no_play, no_worth, stage, stage_worth

ITERATIONS: Final = 2000
_REVALUE: Final = 100
"""With equal claims a row refers to itself: its value is taken anew after so many iterations."""
_NOISE: Final = 0.003
"""Averages below this are left-overs of the first iterations."""


@dataclass(frozen=True)
class Play:
    """A way to play the round: probabilities ``claims[row, roll, claim]`` and ``doubts[row, claim]``."""

    claims: Floats
    doubts: Floats


@dataclass(frozen=True)
class Solution:
    """The play found, and its value per distance from the thrower and row."""

    rules: Rules
    play: Play
    worth: Floats


def solve(rules: Rules, iterations: int = ITERATIONS, step: Callable[[], None] = lambda: None) -> Solution:
    """Solve one set of rules; ``step`` is called after each of the 21 rows."""
    claims, doubts = no_play()
    worth = no_worth(rules)
    for row in range(TOP, -1, -1):
        here, said, doubted = _solve_row(rules, row, worth, iterations)
        claims[row][:, here.claims] = said
        doubts[row][here.claims] = doubted
        step()
    return Solution(rules, Play(claims, doubts), evaluate(rules, Play(claims, doubts)))


def evaluate(rules: Rules, play: Play, sweeps: int = 60) -> Floats:
    """What the play is worth when all play it."""
    worth = no_worth(rules)
    for row in range(TOP, -1, -1):
        for _ in range(sweeps if rules.equal else 1):
            here = stage(rules, row, worth)
            at = here.claims
            worth[:, row] = stage_worth(rules, here, worth, play.claims[row][:, at], play.doubts[row][at])
    return worth


def _solve_row(rules: Rules, row: int, worth: Floats, iterations: int) -> tuple[Stage, Floats, Floats]:
    """Average play of a row; writes its value into ``worth``."""
    here = stage(rules, row, worth)
    size = len(here.claims)
    claim_regret, answer_regret = np.zeros((COUNT, size)), np.zeros((2, size))
    claim_sum, doubt_sum = np.zeros((COUNT, size)), np.zeros(size)
    doubt = np.where(here.must_doubt > 0, 1.0, 0.5)
    for turn in range(1, iterations + 1):
        say = _match(claim_regret, axis=1)
        value = doubt * here.claimer_doubted + (1 - doubt) * here.claimer_believed
        claim_regret = np.maximum(claim_regret + value - (say * value).sum(axis=1, keepdims=True), 0)
        claim_sum += turn * say
        flow = here.weight[:, None] * _match(claim_regret, axis=1)
        doubting = (flow * here.answer_doubted).sum(axis=0)
        trusting = flow.sum(axis=0) * np.where(here.must_doubt > 0, 0.0, here.answer_believed)
        both = np.stack([doubting, np.where(here.must_doubt > 0, -np.inf, trusting)])
        mean = np.where(here.must_doubt > 0, doubting, doubt * doubting + (1 - doubt) * trusting)
        answer_regret = np.maximum(answer_regret + both - mean, 0)
        doubt = _match(answer_regret, axis=0)[0]
        doubt = np.where(here.must_doubt > 0, 1.0, doubt)
        doubt_sum += turn * doubt
        if rules.equal and turn % _REVALUE == 0:
            worth[:, row] = stage_worth(rules, here, worth, _normal(claim_sum), doubt_sum / (turn * (turn + 1) / 2))
            here = stage(rules, row, worth)
    said = _normal(claim_sum)
    said = _normal(np.where(said < _NOISE, 0.0, said))
    doubted = doubt_sum / (iterations * (iterations + 1) / 2)
    doubted = np.where(doubted < _NOISE, 0.0, np.where(doubted > 1 - _NOISE, 1.0, doubted))
    worth[:, row] = stage_worth(rules, here, worth, said, doubted)
    return here, said, doubted


def _match(regret: Floats, axis: int) -> Floats:
    """Play in proportion to the regrets; evenly where there are none."""
    total = regret.sum(axis=axis, keepdims=True)
    even = np.full_like(regret, 1 / regret.shape[axis])
    return np.asarray(np.divide(regret, total, out=even, where=total > 0))


def _normal(sums: Floats) -> Floats:
    return np.asarray(sums / sums.sum(axis=1, keepdims=True))
