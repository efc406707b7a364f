"""A round of Schocken with three or more in the half: what every end of the own hand is worth, in Deckel.

The own turn is exact for these worths. Hands before it lie open, or are guessed from what was laid out; hands after it
are taken to be played for beating the worst before them. A half lost counts `HALF` Deckel, shared by Deckel held.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

import numpy as np
from dicearena_games.pub.schocken_values import SchockOut
from dicearena_games.pub.throws import MOST_THROWS, SixesRule

from dicearena_players.pub.hands import Floats
from dicearena_players.schocken.marks import CLASS_OF_SPOT, CLASSES, OUT, SPOT, SPOTS, beating

HALF: Final = 6.0
"""What losing a half costs, in Deckel."""


@dataclass(frozen=True)
class Stakes:
    """The Deckel of a half, as one seat sees them."""

    deckel: int
    """In the game in all."""
    pile: int
    own: int
    others: int
    """How many others play."""
    schock_out: SchockOut

    def worst(self) -> Floats:
        """What it costs to be worst, by class of the best hand (negative)."""
        dealt = np.arange(CLASSES, dtype=float)
        if self.pile:
            dealt = np.minimum(dealt, self.pile)
        costs = -dealt * (1 + HALF / self.deckel)
        lost = HALF * (1 - self.own / self.deckel)
        costs[OUT] = -lost - (self.deckel - self.own if self.schock_out == "all" else 0)
        return costs

    def other_worst(self) -> Floats:
        """What it brings that somebody else is worst, by class of the best hand."""
        dealt = np.arange(CLASSES, dtype=float)
        if self.pile:
            dealt = np.minimum(dealt, self.pile)
        gains = dealt / self.others
        # Whoever loses the half at once leaves the race, so it never brings less than six Deckel for him.
        gains[OUT] = max(HALF * self.own / self.deckel, gains.max())
        if self.schock_out == "all":
            gains[OUT] += (self.deckel - self.own) / self.others
        return gains

    def best(self) -> Floats:
        """What it brings besides to be best oneself: with the pile empty one's own Deckel go."""
        if self.pile:
            return np.zeros(CLASSES)
        gone = np.minimum(np.arange(CLASSES, dtype=float), self.own)
        return np.asarray(HALF * gone / self.deckel + (gone == self.own) * 0.5)


def worths(stakes: Stakes, rule: SixesRule, limit: int, before: Sequence[Floats], behind: int) -> Floats:
    """The worths by throws and end, one hand.

    ``before``: the chances of each spot of the hands that are done; ``behind``: how many still play. Without ``before``
    one leads, and the own throws are the limit of the others.
    """
    if before:
        spots = _spots(stakes, rule, limit, before, behind)
        worth: Floats = spots[SPOT[:limit]][:, :, None]
        return worth
    led = [_spots(stakes, rule, throws, before, behind)[SPOT[throws - 1]] for throws in range(1, MOST_THROWS + 1)]
    return np.stack(led)[:, :, None]


def _spots(stakes: Stakes, rule: SixesRule, limit: int, before: Sequence[Floats], behind: int) -> Floats:
    """The worth of each spot of the own hand, where the others have so many throws."""
    spot = np.arange(SPOTS)
    below = [np.concatenate([[0.0], np.cumsum(chances)[:-1]]) for chances in before]
    all_above = np.prod([1 - one for one in below], axis=0) if before else np.ones(SPOTS)
    found = beating(rule)
    beaten = found.chance[limit - 1]
    marked = found.ends[limit - 1][np.minimum(spot, _lowest(before))]
    worst = all_above * beaten**behind

    # The best of the others: rows by the own spot, columns by theirs.
    upto = np.ones((SPOTS, SPOTS))
    above = np.ones((SPOTS, SPOTS))
    for one, chances in zip(below, before, strict=True):
        whole = np.cumsum(chances)
        upto *= whole[None, :]
        rest = np.maximum(1 - one[:, None], 1e-12)
        above *= np.clip((whole[None, :] - one[:, None]) / rest, 0, 1)
    if behind:
        cumulated = np.cumsum(marked, axis=1)
        upto *= cumulated**behind
        beating_own = np.cumsum(found.ends[limit - 1], axis=1)
        at_own = beating_own[spot, spot][:, None]
        above *= np.clip((beating_own - at_own) / np.maximum(1 - at_own, 1e-12), 0, 1) ** behind
    upto = np.where(spot[None, :] < spot[:, None], 0.0, upto)
    best_own = upto[spot, spot]
    when_worst = np.diff(above, axis=1, prepend=0.0) @ stakes.worst()[CLASS_OF_SPOT]
    otherwise = np.diff(upto, axis=1, prepend=0.0) @ stakes.other_worst()[CLASS_OF_SPOT]
    return np.asarray(
        worst * when_worst + (1 - worst) * otherwise + (1 - worst) * best_own * stakes.best()[CLASS_OF_SPOT]
    )


def _lowest(before: Sequence[Floats]) -> int:
    """The worst of the hands that are done, by their most likely spots."""
    return min((int(chances.argmax()) for chances in before), default=SPOTS)
