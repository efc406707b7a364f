"""How good a play is: against another one, against its best response, and mixed with others at will.

Two players; values in lives, for the side asked about, per row: once when it throws, once when the other one does.
With one life each, ``(1 + value) / 2`` is the chance to keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dicearena_players.maexchen.ranks import ROWS, TOP, Floats
from dicearena_players.maexchen.rules import Play, Rules, Stage, stage
from dicearena_players.maexchen.solver import Solution

_NEVER = 9.0
"""Better than any value: the minimum never takes it."""
_Rate = Callable[[Stage, int], float]
_SWEEPS = 60
"""Rows of equal claims refer to themselves; so many rounds of substitution settle them."""


@dataclass(frozen=True)
class Values:
    """Values of one side in lives, per row."""

    throwing: Floats
    answering: Floats


def chance(value: float) -> float:
    """The chance to keep the only life, from a value in lives."""
    return (1 + float(value)) / 2


def against(rules: Rules, mine: Play, other: Play) -> Values:
    """What ``mine`` gets against ``other``."""

    def throwing(here: Stage, row: int) -> float:
        flow = here.weight[:, None] * mine.claims[row][:, here.claims]
        doubt = other.doubts[row][here.claims]
        return float((flow * (doubt * here.claimer_doubted + (1 - doubt) * here.claimer_believed)).sum())

    def answering(here: Stage, row: int) -> float:
        flow = here.weight[:, None] * other.claims[row][:, here.claims]
        doubt = mine.doubts[row][here.claims]
        trust = np.where(here.must_doubt > 0, 0.0, (1 - doubt) * _finite(here.answer_believed))
        return float((flow * (doubt * here.answer_doubted + trust)).sum())

    return _values(rules, throwing, answering)


def best_response(rules: Rules, other: Play) -> Values:
    """What a best response to ``other`` gets."""

    def throwing(here: Stage, row: int) -> float:
        doubt = other.doubts[row][here.claims]
        value = doubt * here.claimer_doubted + (1 - doubt) * here.claimer_believed
        return float((here.weight * value.max(axis=1)).sum())

    def answering(here: Stage, row: int) -> float:
        flow = here.weight[:, None] * other.claims[row][:, here.claims]
        doubting = (flow * here.answer_doubted).sum(axis=0)
        trusting = np.where(here.must_doubt > 0, -np.inf, flow.sum(axis=0) * _finite(here.answer_believed))
        return float(np.maximum(doubting, trusting).sum())

    return _values(rules, throwing, answering)


def worst_mixture(solution: Solution) -> Values:
    """What is left at worst when every decision is any mixture of the solution's plays.

    The other side answers as well as it can, knowing the mixture. Whatever weighs the plays at each decision,
    as long as it looks neither at the own roll nor at the claim to answer, gets at least this: a value is a minimum of
    linear functions of the mixture, thus concave, and least where one play has all the weight.
    """
    plays = [solution.play(mind) for mind in range(len(solution.claims))]

    def throwing(here: Stage, row: int) -> float:
        believed = np.where(here.must_doubt > 0, _NEVER, here.claimer_believed)
        worst = []
        for one in plays:
            flow = here.weight[:, None] * one.claims[row][:, here.claims]
            worst.append(np.minimum((flow * here.claimer_doubted).sum(axis=0), flow.sum(axis=0) * believed).sum())
        return float(min(worst))

    def answering(here: Stage, row: int) -> float:
        worst = []
        for one in plays:
            doubt = one.doubts[row][here.claims]
            trust = np.where(here.must_doubt > 0, 0.0, (1 - doubt) * _finite(here.answer_believed))
            worst.append((here.weight * (doubt * here.answer_doubted + trust).min(axis=1)).sum())
        return float(min(worst))

    return _values(solution.rules, throwing, answering)


def _values(rules: Rules, throwing: _Rate, answering: _Rate) -> Values:
    """Fold the rows from the highest claim down."""
    mine, yours = np.zeros(ROWS), np.zeros(ROWS)
    shown = float(rules.show) / 18
    for row in range(TOP, -1, -1):
        for _ in range(_SWEEPS if rules.equal else 1):
            # worth[0] is the thrower's, worth[1] the other's: believed claims hand the throw over.
            first = throwing(stage(rules, row, np.stack([mine, yours])), row) + shown
            second = answering(stage(rules, row, np.stack([mine, yours])), row) - shown
            mine[row], yours[row] = first, second
    return Values(mine, yours)


def _finite(values: Floats) -> Floats:
    return np.where(np.isfinite(values), values, 0.0)
