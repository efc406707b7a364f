"""Hands of Schocken in one order: by rank, then fewer throws; and how well a mark can be beaten."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Final

import numpy as np
from dicearena_games.pub.schocken_values import VALUES
from dicearena_games.pub.throws import MOST_THROWS, SixesRule

from dicearena_players.pub.hands import AT_ONCE, END, ENDS, THROWS, Floats, Ints, hands

OUT: Final = 0
"""The class of a Schock aus; the other classes are the Deckel, 1 to 6."""
CLASSES: Final = 7


def _ranks() -> Ints:
    return np.array([VALUES[dice].rank for dice in (*THROWS, (1, 1, 1))])


RANK: Final[Ints] = _ranks()
"""The rank of each end."""
SPOT: Final[Ints] = RANK[None, :] * MOST_THROWS + (MOST_THROWS - 1 - np.arange(MOST_THROWS))[:, None]
"""By throws used less one and end: the place among all hands, higher is better."""
SPOTS: Final = int(SPOT.max()) + 1
_CLASS: Final[Ints] = np.array([VALUES[dice].tokens or OUT for dice in THROWS])
CLASS_OF_END: Final[Ints] = np.append(_CLASS, OUT)
CLASS_OF_SPOT: Final[Ints] = _CLASS[np.argsort(RANK[:AT_ONCE])][np.arange(SPOTS) // MOST_THROWS]


def spot(dice: Sequence[int], throws: int) -> int:
    """The spot of three dice lying after so many throws."""
    return int(SPOT[throws - 1, END[tuple(sorted(dice))]])


@dataclass(frozen=True)
class Beating:
    """How a hand ends that is played for beating a mark, by limit of throws less one."""

    chance: tuple[Floats, ...]
    """By spot of the mark: how likely it is beaten. An equal hand with as many throws does not beat it."""
    ends: tuple[Floats, ...]
    """By spot of the mark: the chance of each spot."""


@cache
def beating(rule: SixesRule) -> Beating:
    """Of every mark, under a rule for turning sixes; among equal chances the higher end is preferred a little."""
    chances, ends = [], []
    for limit in range(1, MOST_THROWS + 1):
        spots = SPOT[:limit, :, None]
        beats = (spots > np.arange(SPOTS)).astype(float)
        found = hands(rule, chicago=False).ends(beats + 1e-3 * spots / SPOTS)
        chances.append((found * beats).sum(axis=(0, 1)))
        at = np.zeros((SPOTS, SPOTS))
        np.add.at(at.T, SPOT[:limit].ravel(), found.reshape(limit * ENDS, SPOTS))
        ends.append(at)
    return Beating(tuple(chances), tuple(ends))


@cache
def cautious(rule: SixesRule, limit: int) -> Floats:
    """The worth, by throws and end, of a hand to somebody who wants it to be hard to beat; one hand.

    ``limit`` below three: the throws were limited, so an early end limits nobody.
    """
    chance = beating(rule).chance
    leads = limit == MOST_THROWS
    worth = [1 - chance[throw if leads else limit - 1][SPOT[throw]] for throw in range(limit)]
    return np.stack(worth)[:, :, None]


@cache
def unseen(rule: SixesRule, limit: int, laid: tuple[int, ...], throws: int) -> Floats:
    """The chance of each spot for covered dice, seen what was laid out before the newest of so many throws.

    Whoever stopped early is taken for somebody with `cautious` aims.
    """
    found = np.zeros(SPOTS)
    for free, chance in hands(rule, chicago=False).stays(cautious(rule, limit), laid, throws).items():
        found[spot(laid + free, throws)] += chance
    return found
