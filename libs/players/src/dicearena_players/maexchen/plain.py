"""*easy* and *normal*: a style each, and simple habits for the house rules."""

from __future__ import annotations

import random

from dicearena_games.bluff.maexchen_values import ORDER
from dicearena_games.core import ActionDict

from dicearena_players.maexchen.ranks import AT_LEAST, RANK
from dicearena_players.maexchen.situation import Situation, read
from dicearena_players.maexchen.styles import EASY, NORMAL, Style, play
from dicearena_players.policy import View, domain_of, values_of, weighted


class _Styled:
    style: Style
    shows: float
    """Chance to show a Mäxchen where that is allowed."""
    concedes: float
    """Chance to give a life to a claimed 21 instead of doubting it."""
    passes: float
    """Chance to pass the cup on unseen rather than to believe."""
    passes_up_to: float
    """Least chance of a fresh throw for what is claimed in passing."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """By the style's tables."""
        kinds = {domain["kind"] for domain in view["actions"]}
        if kinds == {"weiter"}:
            return {"kind": "weiter"}
        here = read(view)
        if here.answering:
            return self._answer(view, here, rng)
        if "show" in kinds and rng.random() < self.shows:
            return {"kind": "show"}
        row = play(self.style, here.rules.equal).claims[here.row][here.roll]
        return {"kind": "claim", "value": weighted(rng, ORDER, row.tolist())}

    def _answer(self, view: View, here: Situation, rng: random.Random) -> ActionDict:
        kinds = {domain["kind"] for domain in view["actions"]}
        claim = here.claim
        if claim is None:
            raise ValueError("nothing to answer")
        if kinds == {"doubt"}:
            return {"kind": "doubt"}
        if "concede" in kinds:
            concede = here.rules.double and rng.random() < self.concedes
            return {"kind": "concede" if concede else "doubt"}
        if here.roll is not None:
            return {"kind": "doubt" if here.roll < claim else "believe"}
        if rng.random() < play(self.style, here.rules.equal).doubts[here.row][claim]:
            return {"kind": "doubt"}
        passing = domain_of(view, "pass")
        if passing is not None and rng.random() < self.passes:
            value = values_of(passing, "value")[0]
            if AT_LEAST[RANK[value]] >= self.passes_up_to:
                return {"kind": "pass", "value": value}
        return {"kind": "believe"}


class Easy(_Styled):
    """Tells the truth where it can, lies as little as it must, and doubts more by whim than by the odds."""

    style = EASY
    shows, concedes, passes, passes_up_to = 0.7, 0.5, 0.25, 0.0


class Normal(_Styled):
    """Doubts by the odds of a fresh throw, four times out of five; lies moderately, overstates now and then."""

    style = NORMAL
    shows, concedes, passes, passes_up_to = 1.0, 0.25, 0.3, 0.6
