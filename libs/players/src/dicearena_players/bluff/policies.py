"""The three computers at Bluff."""

from __future__ import annotations

import random

from dicearena_games.bluff.bluff_bids import ONES
from dicearena_games.core import ActionDict

from dicearena_players.bluff import strong
from dicearena_players.bluff.belief import binomial, tail
from dicearena_players.bluff.situation import Bid, Situation, raising, read
from dicearena_players.policy import View, legal_actions, weighted


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
    """Reckons with belief and pressure (`strong`)."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """What is worth most on average."""
        here = read(view)
        if here is None:
            return legal_actions(view)[0]
        return strong.choose(here, rng)
