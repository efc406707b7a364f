"""How many dice of the others count for a face: binomial, moved by what they bid and how often that was bare."""

from __future__ import annotations

import math
from collections.abc import Sequence
from functools import cache
from typing import Any, Final

from dicearena_games.bluff.bluff_bids import ONES

from dicearena_players.bluff.situation import Situation

Chances = tuple[float, ...]
"""By number of dice."""
_BARE: Final = 0.3
"""How often somebody unknown bids on a face without a single die for it, by weight of a guess."""
_WEIGHT: Final = 6.0
"""How many bids that guess counts for."""
_MORE: Final = 0.6
"""How much likelier a bid gets with each further die for it."""


@cache
def binomial(dice: int, share: float) -> Chances:
    """The chance of each number of dice that count."""
    return tuple(math.comb(dice, n) * share**n * (1 - share) ** (dice - n) for n in range(dice + 1))


def convolved(one: Sequence[float], other: Sequence[float]) -> Chances:
    """The chances of the sum."""
    found = [0.0] * (len(one) + len(other) - 1)
    for a, p in enumerate(one):
        for b, q in enumerate(other):
            found[a + b] += p * q
    return tuple(found)


def tail(chances: Sequence[float], needed: int) -> float:
    """The chance of at least so many."""
    return 1.0 if needed <= 0 else min(1.0, math.fsum(chances[needed:]))


def bareness(record: dict[str, Any]) -> float:
    """How often a seat bids with nothing, from the cups that were lifted."""
    return float((record["bare"] + _BARE * _WEIGHT) / (record["bids"] + _WEIGHT))


def of_seat(here: Situation, seat: int, face: int) -> Chances:
    """The chances of one other seat's dice for a face, given its bids of this round."""
    dice, share = here.left[seat], here.share(face)
    own = [bid for bidder, bid in here.bids if bidder == seat]
    said = sum(bid[1] == face for bid in own)
    jokers = sum(bid[1] == ONES for bid in own) if face != ONES and not here.special else 0
    if not said and not jokers:
        return binomial(dice, share)
    bare = bareness(here.record[seat])
    weights = [
        chance * (bare if n == 0 else (1 - bare) * (1 + _MORE * (n - 1))) ** (1.0 if said else 0.5)
        for n, chance in enumerate(binomial(dice, share))
    ]
    total = sum(weights)
    return tuple(weight / total for weight in weights)


def of_all(here: Situation, seats: Sequence[int], face: int) -> Chances:
    """The chances of the dice of several seats together."""
    found: Chances = (1.0,)
    for seat in seats:
        found = convolved(found, of_seat(here, seat, face))
    return found
