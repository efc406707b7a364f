"""How good a play is: against another one, against its best response, and with a share of arbitrary moves.

Two players; values in lives, for the side asked about, per row: once when it throws, once when the other one does.
With one life each, ``(1 + value) / 2`` is the chance to keep it.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from dicearena_players.maexchen.ranks import ROWS, TOP, Floats
from dicearena_players.maexchen.rules import Rules, Stage, no_play, stage
from dicearena_players.maexchen.solver import Play, Solution

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


@dataclass(frozen=True)
class Room:
    """Where one may differ from the solution: moves that would cost at most ``slack`` lives against itself."""

    claims: Floats
    """1 where allowed, ``[row, roll, claim]``."""
    doubts: Floats
    """``[row, claim]``"""
    beliefs: Floats


def room(solution: Solution, slack: float) -> Room:
    """The moves within ``slack`` of the best, if all others play the solution.

    For answers the cost is weighted with the chance that the claim is made.
    """
    rules, play, worth = solution.rules, solution.play, solution.worth
    claims, doubts = no_play()
    beliefs = np.zeros_like(doubts)
    for row in range(ROWS - 1):
        here = stage(rules, row, worth)
        at = here.claims
        doubt = play.doubts[row][at]
        value = doubt * here.claimer_doubted + (1 - doubt) * here.claimer_believed
        claims[row][:, at] = value >= value.max(axis=1, keepdims=True) - slack
        flow = here.weight[:, None] * play.claims[row][:, at]
        doubting = (flow * here.answer_doubted).sum(axis=0)
        trusting = np.where(here.must_doubt > 0, -np.inf, flow.sum(axis=0) * _finite(here.answer_believed))
        doubts[row][at] = doubting >= trusting - slack
        beliefs[row][at] = trusting >= doubting - slack
    return Room(claims, doubts, beliefs)


def safety(solution: Solution, weight: float, slack: float) -> Values:
    """What is left at worst when every decision is, with chance ``weight``, the worst move of `room`.

    The other side answers as well as it can, knowing all of it: whatever a policy does with that share of its
    decisions, it gets at least this.
    """
    rules, play, free = solution.rules, solution.play, room(solution, slack)

    def throwing(here: Stage, row: int) -> float:
        flow = here.weight[:, None] * play.claims[row][:, here.claims]
        believed = np.where(here.must_doubt > 0, _NEVER, here.claimer_believed)
        usual = np.minimum((flow * here.claimer_doubted).sum(axis=0), flow.sum(axis=0) * believed).sum()
        worst = np.where(free.claims[row][:, here.claims] > 0, np.minimum(here.claimer_doubted, believed), np.inf)
        return float((1 - weight) * usual + weight * (here.weight * worst.min(axis=1)).sum())

    def answering(here: Stage, row: int) -> float:
        doubt = play.doubts[row][here.claims]
        trust = np.where(here.must_doubt > 0, 0.0, (1 - doubt) * _finite(here.answer_believed))
        usual = doubt * here.answer_doubted + trust
        doubting = np.where(free.doubts[row][here.claims] > 0, here.answer_doubted, np.inf)
        trusting = np.where(free.beliefs[row][here.claims] > 0, _finite(here.answer_believed), np.inf)
        value = (1 - weight) * usual + weight * np.minimum(doubting, trusting)
        return float((here.weight * value.min(axis=1)).sum())

    return _values(rules, throwing, answering)


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
