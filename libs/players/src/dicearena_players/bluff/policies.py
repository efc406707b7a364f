"""The three computers at Bluff."""

from __future__ import annotations

import random
from typing import Final

import numpy as np
from dicearena_games.bluff.bluff_bids import ONES
from dicearena_games.core import ActionDict

from dicearena_players.bluff import few, strong
from dicearena_players.bluff.belief import binomial, tail
from dicearena_players.bluff.situation import Bid, Situation, raising, read
from dicearena_players.policy import View, legal_actions, weighted

_RARE: Final = 0.02
"""What a solved play does more seldom is rather a rest of its making."""


class Easy:
    """Bids one step higher on what it has, and doubts by whim and by size, often wrongly."""

    WHIM = 0.22

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """A least raise, or a doubt."""
        here = read(view)
        if here is None:
            return legal_actions(view)[0]
        least = [(low, face) for face, low, _ in here.raises]
        if here.bid is not None and (not least or rng.random() < self.WHIM or here.bid[0] * 2 > here.dice + 1):
            return {"kind": "exact" if rng.random() < 0.1 else "doubt"}
        return raising(weighted(rng, least, [0.3 + here.own.count(face) for _, face in least]))


class Normal:
    """Reckons by the own cup and even chances for all other dice: doubts what is unlikely, bids what is likely."""

    DOUBTS_BELOW = 0.38
    EXACT_ABOVE = 0.5
    CARELESS = 0.1

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The likeliest raise, or a call."""
        here = read(view)
        if here is None:
            return legal_actions(view)[0]
        bids = here.candidates()
        likely = [self._chance(here, bid) for bid in bids]
        if here.bid is not None:
            true = self._chance(here, here.bid)
            if not bids or true < self.DOUBTS_BELOW * (0.7 + 0.6 * rng.random()):
                return {"kind": "doubt"}
            if true < 0.5 and max(likely) < true:
                return {"kind": "doubt"}
        if rng.random() < self.CARELESS:
            return raising(weighted(rng, bids, [chance**2 for chance in likely]))
        good = [
            chance * (1 + 0.02 * here.own.count(bid[1]) + 0.03 * (bid[1] != ONES))
            for bid, chance in zip(bids, likely, strict=True)
        ]
        return raising(bids[max(range(len(bids)), key=good.__getitem__)])

    @staticmethod
    def _chance(here: Situation, bid: Bid) -> float:
        count, face = bid
        return tail(binomial(here.dice - len(here.own), here.share(face)), count - here.counts(face))


class Strong:
    """Between two with few dice the solved rounds (`few`), leaning within their plays; else belief and pressure.

    Every option mix plays so; with a limit of three or four dice the tables overrate an exact call at the limit.
    """

    def __init__(self) -> None:
        # Unpacked before the first decision.
        for rules in few.ROUNDS:
            few.shipped(rules)

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """What is worth most on average."""
        here = read(view)
        if here is None:
            return legal_actions(view)[0]
        return _solved(here, rng) or strong.choose(here, rng)


def _solved(here: Situation, rng: random.Random) -> ActionDict | None:
    """From the solved round, leaning within its play; None where it is not solved."""
    if len(here.others) != 1:
        return None
    opens = not here.bids or here.bids[0][0] == here.seat
    own, other = len(here.own), here.left[here.others[0]]
    rules = few.Round(own if opens else other, other if opens else own, here.special)
    if rules not in few.ROUNDS:
        return None
    bids = few.ladder(rules)
    row = 0 if here.bid is None else 1 + bids.index(here.bid)
    shares = few.shipped(rules).of(opens)[row, few.cups(own).index(here.own)]
    play = [(float(shares[action]), _action(bids, int(action))) for action in np.flatnonzero(shares > _RARE)]
    return strong.lean(here, play, rng)


def _action(bids: tuple[Bid, ...], action: int) -> ActionDict:
    if action < few.RAISE:
        return {"kind": "doubt" if action == few.DOUBT else "exact"}
    return raising(bids[action - few.RAISE])
