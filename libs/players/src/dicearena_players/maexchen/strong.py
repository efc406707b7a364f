"""*strong*: the equilibrium, leaning towards counter-plays as far as the record of the other one suggests it.

At each decision the shipped plays (the equilibrium, and one counter-play per known style) are mixed with the weights of
`reading.guess`. In the base game of two, no opponent, even one who knows all of this, can bring the chance to survive a
round down by more than `SAFE_LOSS` below the equilibrium's; a test reckons that bound (`response.worst_mixture`) from
the shipped table. For other house rules and more players there is no such proof.
"""

from __future__ import annotations

import random
from typing import Final

import numpy as np
from dicearena_games.bluff.maexchen_values import ORDER
from dicearena_games.core import ActionDict

from dicearena_players.maexchen.ranks import CHANCE, COUNT, RANK, TOP, TRUE, Floats
from dicearena_players.maexchen.reading import guess, minds, rates
from dicearena_players.maexchen.rules import BASE
from dicearena_players.maexchen.situation import Situation, first_claim, read
from dicearena_players.maexchen.table import solution
from dicearena_players.policy import View, domain_of, values_of, weighted

SAFE_LOSS: Final = 0.02
"""Greatest loss of the chance to survive a round, base game of two."""
_PASS_MARGIN: Final = 0.05
"""A blind pass must promise so many lives more than any other answer."""


class Strong:
    """Mixes by the solved tables; see the module."""

    def __init__(self) -> None:
        # Unpacked before the first decision.
        solution(BASE)
        rates()

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Show a Mäxchen where allowed; else claim or answer by the tables."""
        kinds = {domain["kind"] for domain in view["actions"]}
        if kinds == {"weiter"}:
            return {"kind": "weiter"}
        if "show" in kinds:
            return {"kind": "show"}
        here = read(view)
        return _answer(view, here, rng) if here.answering else _claim(view, here, rng)


def _claim(view: View, here: Situation, rng: random.Random) -> ActionDict:
    if here.roll is None:
        raise ValueError("a claim without a look under the cup")
    weights = guess(view, here.other, here.rules)
    shares = weights @ solution(here.rules).claims[:, here.row, here.roll, :]
    return {"kind": "claim", "value": weighted(rng, ORDER, shares.tolist())}


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
    weights = guess(view, here.other, here.rules)
    return doubt if rng.random() < weights @ solution(here.rules).doubts[:, here.row, claim] else trust


def _rolls(view: View, here: Situation) -> Floats:
    """Chances of what lies under the cup, from the own look or from what its thrower claimed."""
    if here.roll is not None:
        return np.asarray(np.eye(COUNT)[here.roll])
    claimed = first_claim(view)
    if claimed is None:
        return CHANCE
    thrower = next(call["seat"] for call in reversed(view["board"]["claims"]) if not call["blind"])
    weights = guess(view, thrower, here.rules)
    shares = np.stack([mind.claims[here.row, :, claimed] for mind in minds(here.rules)])
    flow = CHANCE * (weights @ shares)
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
