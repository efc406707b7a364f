"""*strong*: the equilibrium, and with a bounded share of the decisions the best answer to how the other one plays.

A share of at most `WEIGHT` of the decisions may go to a move that exploits a guess at the other's habits, and only to
moves that cost at most `SLACK` lives against the equilibrium itself. So whatever the guess is worth, in the base game
of two no opponent can bring the chance to survive a round down by more than `SAFE_LOSS` below the equilibrium's; a test
reckons that bound from the shipped table.
"""

from __future__ import annotations

import random
from functools import cache
from typing import Final

import numpy as np
from dicearena_games.bluff.maexchen_values import ORDER
from dicearena_games.core import ActionDict

from dicearena_players.maexchen.ranks import CHANCE, COUNT, RANK, TOP, TRUE, Floats
from dicearena_players.maexchen.reading import Minds, evidence, guess, minds
from dicearena_players.maexchen.response import Room, room
from dicearena_players.maexchen.rules import BASE, Rules, Stage, stage
from dicearena_players.maexchen.situation import Situation, first_claim, read
from dicearena_players.maexchen.table import solution
from dicearena_players.policy import View, domain_of, values_of, weighted

WEIGHT: Final = 0.3
"""Greatest share of decisions that exploit."""
SLACK: Final = 0.02
"""Lives an exploiting move may cost at most, were the other one to play the equilibrium."""
SAFE_LOSS: Final = 0.16
"""Greatest loss of the chance to survive a round, base game of two (half a life is the whole range of 0.5)."""
_PASS_MARGIN: Final = 0.05
"""A blind pass must promise so many lives more than any other answer."""


class Strong:
    """Mixes by the solved tables; see the module."""

    def __init__(self) -> None:
        _free(BASE)
        minds(BASE)

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Show a Mäxchen where allowed; else claim or answer by the tables."""
        kinds = {domain["kind"] for domain in view["actions"]}
        if kinds == {"weiter"}:
            return {"kind": "weiter"}
        if "show" in kinds:
            return {"kind": "show"}
        here = read(view)
        return _answer(view, here, rng) if here.answering else _claim(view, here, rng)


@cache
def _free(rules: Rules) -> Room:
    return room(solution(rules), SLACK)


@cache
def _stage(rules: Rules, row: int) -> Stage:
    return stage(rules, row, solution(rules).worth)


def _exploits(view: View, other: int, rng: random.Random) -> bool:
    seen = evidence(view, other)
    return rng.random() < WEIGHT * (1 + seen) / (2 + seen)


def _claim(view: View, here: Situation, rng: random.Random) -> ActionDict:
    if here.roll is None:
        raise ValueError("a claim without a look under the cup")
    row, roll = here.row, here.roll
    if _exploits(view, here.other, rng):
        claim = _best_claim(here, row, roll, guess(view, here.other, here.rules))
        return {"kind": "claim", "value": ORDER[claim]}
    shares = solution(here.rules).play.claims[row][roll]
    return {"kind": "claim", "value": weighted(rng, ORDER, shares.tolist())}


def _best_claim(here: Situation, row: int, roll: int, weights: Floats) -> int:
    """The claim that promises most against the guess, among those within the slack."""
    known, at = minds(here.rules), _stage(here.rules, row)
    claims = np.array(at.claims)
    doubts = known.doubts[:, row, claims]
    believed = at.claimer_believed[None, :] if here.rules.players > 2 else _after(known.answering, at)
    value = weights @ (doubts * at.claimer_doubted[roll] + (1 - doubts) * believed)
    value = np.where(_free(here.rules).claims[row][roll][claims] > 0, value, -np.inf)
    return int(claims[int(value.argmax())])


def _after(values: Floats, at: Stage) -> Floats:
    """Values of the rows after each claim; a 21 keeps what conceding brings."""
    claims = np.array(at.claims)
    return np.where(claims == TOP, at.claimer_believed, values[:, claims + 1])


def _answer(view: View, here: Situation, rng: random.Random) -> ActionDict:
    claim = here.claim
    if claim is None:
        raise ValueError("nothing to answer")
    trust: ActionDict = {"kind": "concede" if claim == TOP else "believe"}
    doubt: ActionDict = {"kind": "doubt"}
    may_trust = domain_of(view, trust["kind"]) is not None and (claim != TOP or here.rules.double)
    passing = domain_of(view, "pass")
    if here.blind or here.roll is not None or passing is not None:
        rolls = _rolls(view, here)
        doubting, trusting = _odds(here, claim, rolls)
        best = max(doubting, trusting if may_trust else -np.inf)
        if passing is not None:
            values = [RANK[value] for value in values_of(passing, "value")]
            worth = [_passed(here, value, rolls) for value in values]
            if max(worth) > best + _PASS_MARGIN:
                return {"kind": "pass", "value": ORDER[values[int(np.argmax(worth))]]}
        if here.blind or here.roll is not None:
            return trust if may_trust and trusting > doubting else doubt
    if not may_trust:
        return doubt
    if _exploits(view, here.other, rng):
        return doubt if _best_is_doubt(here, claim, guess(view, here.other, here.rules)) else trust
    return doubt if rng.random() < solution(here.rules).play.doubts[here.row][claim] else trust


def _best_is_doubt(here: Situation, claim: int, weights: Floats) -> bool:
    """Whether doubting promises more against the guess; only where both answers are within the slack."""
    rules, row = here.rules, here.row
    free = _free(rules)
    if not free.beliefs[row][claim] or not free.doubts[row][claim]:
        return bool(free.doubts[row][claim])
    known, at = minds(rules), _stage(rules, row)
    column = at.claims.index(claim)
    flow = weights[:, None] * at.weight[None, :] * known.claims[:, row, :, claim]
    doubting = float((flow @ at.answer_doubted[:, column]).sum())
    trusting = float((flow.sum(axis=1) * _trusted(known, at, rules, column)).sum())
    return doubting > trusting


def _trusted(known: Minds, at: Stage, rules: Rules, column: int) -> Floats:
    """What believing brings, per mind."""
    claim = at.claims[column]
    if claim == TOP or rules.players > 2:
        return np.full(len(known.throwing), at.answer_believed[column])
    return np.asarray(known.throwing[:, claim + 1])


def _rolls(view: View, here: Situation) -> Floats:
    """Chances of what lies under the cup, from the own look or from what its thrower claimed."""
    if here.roll is not None:
        return np.eye(COUNT)[here.roll]
    claimed = first_claim(view)
    if claimed is None:
        return CHANCE
    thrower = next(call["seat"] for call in reversed(view["board"]["claims"]) if not call["blind"])
    weights = guess(view, thrower, here.rules)
    flow = CHANCE * (weights @ minds(here.rules).claims[:, here.row, :, claimed])
    return np.asarray(flow / flow.sum()) if flow.sum() > 0 else CHANCE


def _odds(here: Situation, claim: int, rolls: Floats) -> tuple[float, float]:
    """Lives to expect from doubting and from believing (for 21: conceding)."""
    cost = 2.0 if claim == TOP and here.rules.double else 1.0
    true = float(rolls[TRUE[:, claim]].sum())
    doubting = cost * ((1 - true) * here.rules.share - true)
    return doubting, -1.0 if claim == TOP else float(solution(here.rules).worth[0, claim + 1])


def _passed(here: Situation, claim: int, rolls: Floats) -> float:
    """Lives to expect from passing the cup on with a claim.

    With two players it goes back to the one who looked (unless that was oneself); else the next seat is expected to
    give the answer that is worse for us.
    """
    worth = solution(here.rules).worth
    cost = 2.0 if claim == TOP and here.rules.double else 1.0
    true = float(rolls[TRUE[:, claim]].sum())
    after = float(worth[here.rules.players - 1, claim + 1]) if claim < TOP else np.inf
    if here.rules.players == 2 and here.roll is None:
        kept = after if claim < TOP else cost
        return true * min(kept, cost) - (1 - true) * cost
    doubted = cost * (true * here.rules.share - (1 - true))
    return min(doubted, after)
