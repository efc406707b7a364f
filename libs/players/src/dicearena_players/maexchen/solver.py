"""Solves the round, row by row from the highest claim down, by regret matching (CFR+ with linear averaging).

Several plays are found at once. The first is the equilibrium: with two players a row is a zero-sum signalling game, and
the averages converge to an equilibrium of it. The others are *restricted Nash responses*, one per known style: the best
play against somebody who follows that style with chance `FOCUS` and otherwise answers as well as he can. They win more
against the style and lose little against anybody; `response` measures both. With more than two players the same
procedure gives a sound habit, not a proven equilibrium.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Final

import numpy as np

from dicearena_players.maexchen.ranks import COUNT, ROWS, TOP, Floats
from dicearena_players.maexchen.rules import Play, Rules, Stage, no_worth, stage, stage_worth
from dicearena_players.maexchen.styles import KNOWN, play

ITERATIONS: Final = 500
FOCUS: Final = 0.3
"""The chance with which a counter-play takes the other one for a known style."""
MINDS: Final = 1 + len(KNOWN)
"""Ways to play one reckons with: the equilibrium first, then the known styles."""
_REVALUE: Final = 100
"""With equal claims a row refers to itself: its value is taken anew after so many iterations."""
_SWEEPS: Final = 60
"""So many rounds of substitution settle such a row."""
_NOISE: Final = 0.003
"""Averages below this are left-overs of the first iterations."""


@dataclass(frozen=True)
class Solution:
    """What was found for some rules."""

    rules: Rules
    claims: Floats
    """``[mind, row, roll, claim]``: how to claim towards each mind."""
    doubts: Floats
    """``[mind, row, claim]``"""
    worth: Floats
    """``[distance from the thrower, row]``, in lives, when all play the equilibrium."""

    def play(self, mind: int = 0) -> Play:
        """The play against one mind; 0 is the equilibrium."""
        return Play(self.claims[mind], self.doubts[mind])


def solve(rules: Rules, iterations: int = ITERATIONS, step: Callable[[], None] = lambda: None) -> Solution:
    """Solve one set of rules; ``step`` is called after each of the 21 rows."""
    claims, doubts = np.zeros((MINDS, ROWS, COUNT, COUNT)), np.zeros((MINDS, ROWS, COUNT))
    worth = no_worth(rules)
    for row in range(TOP, -1, -1):
        here, said, doubted = _solve_row(rules, row, worth, iterations)
        claims[:, row, :, here.claims] = np.moveaxis(said, 2, 0)
        doubts[:, row, here.claims] = doubted
        step()
    return Solution(rules, claims, doubts, evaluate(rules, Play(claims[0], doubts[0])))


def evaluate(rules: Rules, play: Play) -> Floats:
    """What a play is worth when all play it, ``[distance from the thrower, row]``."""
    worth = no_worth(rules)
    for row in range(TOP, -1, -1):
        for _ in range(_SWEEPS if rules.equal else 1):
            here = stage(rules, row, worth)
            at = here.claims
            worth[:, row] = stage_worth(rules, here, worth, play.claims[row][:, at], play.doubts[row][at])
    return worth


def _solve_row(rules: Rules, row: int, worth: Floats, iterations: int) -> tuple[Stage, Floats, Floats]:
    """Average plays of a row, ``[mind, roll, claim]`` and ``[mind, claim]``; writes its value into ``worth``."""
    here = stage(rules, row, worth)
    styles = [play(style, rules.equal) for style in KNOWN]
    at = here.claims
    focus = np.array([0.0] + [FOCUS] * len(KNOWN))
    style_doubts = np.stack([np.zeros(len(at)), *(one.doubts[row][at] for one in styles)])
    style_claims = np.stack([np.zeros((COUNT, len(at))), *(one.claims[row][:, at] for one in styles)])
    claiming, answering = _Game(here), _Game(here)
    claims, doubts = np.zeros((MINDS, COUNT, len(at))), np.zeros((MINDS, len(at)))
    for turn in range(1, iterations + 1):
        # We claim, the other one doubts: by the style, or by regret.
        claims += turn * claiming.claims()
        claiming.learn_claims(focus[:, None] * style_doubts + (1 - focus[:, None]) * claiming.doubts)
        claiming.learn_doubts(claiming.claims())
        # The other one claims, we doubt.
        answering.learn_claims(answering.doubts)
        answering.learn_doubts(focus[:, None, None] * style_claims + (1 - focus[:, None, None]) * answering.claims())
        doubts += turn * answering.doubts
        if rules.equal and turn % _REVALUE == 0:
            said, doubted = _normal(claims), doubts / (turn * (turn + 1) / 2)
            worth[:, row] = stage_worth(rules, here, worth, said[0], doubted[0])
            here = claiming.here = answering.here = stage(rules, row, worth)
    said = _normal(claims)
    said = _normal(np.where(said < _NOISE, 0.0, said))
    doubted = doubts / (iterations * (iterations + 1) / 2)
    doubted = np.where(doubted < _NOISE, 0.0, np.where(doubted > 1 - _NOISE, 1.0, doubted))
    worth[:, row] = stage_worth(rules, here, worth, said[0], doubted[0])
    return here, said, doubted


class _Game:
    """Regrets of both sides of a row, for every mind at once."""

    def __init__(self, here: Stage) -> None:
        self.here = here
        self.doubts = np.where(here.must_doubt > 0, 1.0, np.full((MINDS, len(here.claims)), 0.5))
        self._claim_regret = np.zeros((MINDS, COUNT, len(here.claims)))
        self._doubt_regret = np.zeros((MINDS, len(here.claims)))
        self._trust_regret = np.zeros((MINDS, len(here.claims)))

    def claims(self) -> Floats:
        """The present claims, in proportion to the regrets; evenly where there are none."""
        total = self._claim_regret.sum(axis=2, keepdims=True)
        even = np.full_like(self._claim_regret, 1 / len(self.here.claims))
        return np.asarray(np.divide(self._claim_regret, total, out=even, where=total > 0))

    def learn_claims(self, doubts: Floats) -> None:
        """Regret what would have been better against these doubts."""
        here, say = self.here, self.claims()
        value = doubts[:, None, :] * here.claimer_doubted + ((1 - doubts) * here.claimer_believed)[:, None, :]
        regret = self._claim_regret + value - (say * value).sum(axis=2, keepdims=True)
        self._claim_regret = np.maximum(regret, 0)

    def learn_doubts(self, claims: Floats) -> None:
        """Regret what would have been better against these claims."""
        here = self.here
        flow = here.weight[:, None] * claims
        forced = here.must_doubt > 0
        doubting = (flow * here.answer_doubted).sum(axis=1)
        trusting = flow.sum(axis=1) * np.where(forced, 0.0, here.answer_believed)
        mean = self.doubts * doubting + (1 - self.doubts) * trusting
        self._doubt_regret = np.maximum(self._doubt_regret + doubting - mean, 0)
        self._trust_regret = np.maximum(self._trust_regret + trusting - mean, 0)
        total = self._doubt_regret + self._trust_regret
        share = np.divide(self._doubt_regret, total, out=self.doubts.copy(), where=total > 0)
        self.doubts = np.where(forced, 1.0, share)


def _normal(sums: Floats) -> Floats:
    return np.asarray(sums / sums.sum(axis=-1, keepdims=True))
