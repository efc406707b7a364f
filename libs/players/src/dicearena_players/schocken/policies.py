"""The three computers at Schocken."""

from __future__ import annotations

import random

import numpy as np
from dicearena_games.core import ActionDict
from dicearena_games.pub.throws import MOST_THROWS

from dicearena_players.policy import View
from dicearena_players.pub.habits import first_throw, keep_ones
from dicearena_players.pub.hands import AT_ONCE, Floats, hands
from dicearena_players.schocken import duel, many
from dicearena_players.schocken.marks import RANK, SPOT, beating, spot
from dicearena_players.schocken.situation import Situation, rank, read


class Easy:
    """Keeps ones, turns no sixes, and stops early: at anything better than a plain number, or out of impatience."""

    STOP = 0.45
    CONTENT = 35
    """A rank from a straight on satisfies."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Stop, or keep the ones."""
        plain, here = first_throw(view), read(view)
        if plain is not None or here is None:
            return plain or keep_ones(view, rng, 0.0)
        content = rank(here.laid, here.free) >= self.CONTENT
        return keep_ones(view, rng, 1.0 if content else self.STOP)


class Normal:
    """Reckons the chance to beat the worst open hand; leading or against covered hands, the best rank on average.

    It does not see that fewer throws bind the others, nor what the Deckel are worth, and is careless at times.
    """

    CARELESS = 0.12

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best chance against the mark."""
        plain, here = first_throw(view), read(view)
        if plain is not None or here is None:
            return plain or keep_ones(view, rng, 0.0)
        if rng.random() < self.CARELESS:
            return keep_ones(view, rng, 0.2)
        return hands(here.rule, chicago=False).best(self._worth(here), here.laid, here.free, here.throws)

    @staticmethod
    def _worth(here: Situation) -> Floats:
        limit = MOST_THROWS if here.leading else here.limit
        seen = [spot(hand["laid"] + hand["free"], hand["throws"]) for hand in here.before if hand["free"] is not None]
        ranks = np.broadcast_to(RANK / RANK.max(), (limit, AT_ONCE + 1))
        if not seen:
            return ranks[:, :, None]
        return ((SPOT[:limit] > min(seen)) + 0.01 * ranks)[:, :, None]


class Strong:
    """Plays for winning the half: exactly between two, for Deckel and halves reckoned together among more.

    Between two with open dice the choice is best play of the solved half (`duel`), whoever of a larger table is left.
    Covered hands are guessed from what was laid out and when its owner stopped; the own turn is exact against that
    guess. Every mix of house rules has its own table.
    """

    def __init__(self) -> None:
        # Unpacked before the first decision.
        for rule in duel.RULES:
            beating(rule)
            for deckel in duel.PILES:
                duel.shipped(deckel, rule)

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The best choice; ``rng`` is not needed."""
        plain, here = first_throw(view), read(view)
        if plain is not None or here is None:
            return plain or keep_ones(view, rng, 0.0)
        return hands(here.rule, chicago=False).best(self.worth(view, here), here.laid, here.free, here.throws)

    @staticmethod
    def worth(view: View, here: Situation) -> Floats:
        """What each end of the own hand is worth, by throws and end; one hand."""
        board, options = view["board"], view["options"]
        deckel, pile, own = options["pile"], board["pile"], board["held"][view["seat"]]
        if len(board["order"]) == 2:
            if here.leading:
                return duel.lead_worth(deckel, here.rule, pile, own)
            leads = board["held"][board["order"][0]]
            mark = _by_end(here.marks()[0], here.limit)
            return duel.follow_worth(deckel, here.rule, pile, leads, here.limit, mark)
        stakes = many.Stakes(deckel, pile, own, len(board["order"]) - 1, options["schock_out"])
        return many.worths(stakes, here.rule, here.limit, here.marks(), here.behind)


def _by_end(mark: Floats, throws: int) -> Floats:
    return np.asarray(mark[SPOT[throws - 1, :AT_ONCE]])
