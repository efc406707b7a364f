"""One round of Mäxchen as a game: who loses what, in lives.

A player's pay-off is the lives he loses (negative), or the lives others lose divided by their number of opponents, so
that two players play zero-sum. After "believe" the throw is made anew: what is left is the claim to top, and how far
each player sits from the one who throws. `worth` holds those values, ``[distance, row]``.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

import numpy as np

from dicearena_players.maexchen.ranks import CHANCE, ROWS, TOP, TRUE, Floats, allowed


@dataclass(frozen=True)
class Rules:
    """What matters of the house rules and the table for one round."""

    players: int = 2
    equal: bool = False
    """Claims may be repeated."""
    double: bool = False
    """A claim of 21 costs two lives; it may be conceded for one."""
    show: bool = False
    """A thrown 21 may be shown: all others lose a life."""

    @property
    def share(self) -> float:
        """What somebody else's lost life is worth."""
        return 1 / (self.players - 1)


BASE: Final = Rules()


@dataclass(frozen=True)
class Play:
    """A way to play the round: probabilities ``claims[row, roll, claim]`` and ``doubts[row, claim]``."""

    claims: Floats
    doubts: Floats


@dataclass(frozen=True)
class Stage:
    """The decisions after a throw with a given row to top; all arrays run over the claims allowed there."""

    claims: list[int]
    weight: Floats
    """Chance of each roll that is claimed at all (a shown 21 is not)."""
    claimer_doubted: Floats
    """``[roll, claim]``"""
    claimer_believed: Floats
    """``[claim]``; for 21 what a concession brings, where there is one."""
    answer_doubted: Floats
    answer_believed: Floats
    must_doubt: Floats
    """1 where there is nothing but to doubt."""


def stage(rules: Rules, row: int, worth: Floats) -> Stage:
    """The stage of a row, given the values of the rows that may follow."""
    claims = [int(claim) for claim in np.flatnonzero(allowed(rules.equal)[row])]
    at = np.array(claims, dtype=int)
    top = at == TOP
    cost = np.where(top & rules.double, 2.0, 1.0)
    true = TRUE[:, at]
    concede = rules.double
    weight = CHANCE.copy()
    if rules.show:
        weight[TOP] = 0
    return Stage(
        claims,
        weight,
        np.where(true, cost * rules.share, -cost),
        np.where(top, rules.share if concede else 0.0, worth[rules.players - 1, at + 1]),
        np.where(true, -cost, cost * rules.share),
        np.where(top, -1.0 if concede else -np.inf, worth[0, at + 1]),
        np.where(top & (not concede), 1.0, 0.0),
    )


def stage_worth(rules: Rules, here: Stage, worth: Floats, claims: Floats, doubts: Floats) -> Floats:
    """The value of a stage per distance from the thrower, for the given play (``claims[roll, claim]``, ``doubts``)."""
    flow = here.weight[:, None] * claims
    mass = flow.sum(axis=0)
    trust = np.where(here.must_doubt > 0, 0.0, 1 - doubts)
    believed = np.where(np.isfinite(here.answer_believed), here.answer_believed, 0.0)
    at = np.array(here.claims, dtype=int)
    top = at == TOP
    cost = np.where(top & rules.double, 2.0, 1.0)
    value = np.empty(rules.players)
    value[0] = (flow * (doubts * here.claimer_doubted)).sum() + (mass * trust * here.claimer_believed).sum()
    value[1] = (flow * (doubts * here.answer_doubted)).sum() + (mass * trust * believed).sum()
    for distance in range(2, rules.players):
        later = np.where(top, rules.share, worth[distance - 1, at + 1])
        value[distance] = (mass * (doubts * cost * rules.share + trust * later)).sum()
    if rules.show:
        value[0] += CHANCE[TOP]
        value[1:] -= CHANCE[TOP] * rules.share
    return value


def no_worth(rules: Rules) -> Floats:
    """Values not known yet."""
    return np.zeros((rules.players, ROWS))
