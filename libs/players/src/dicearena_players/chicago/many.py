"""A round of Chicago with three or more: what every end of the own hand is worth.

The own turn is exact for these worths, under whatever is announced. Hands behind are taken to be played for beating the
mark in question.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from dicearena_games.pub.chicago_tokens import Stage, Way
from dicearena_games.pub.throws import MOST_THROWS, SixesRule

from dicearena_players.chicago.calls import MADE, PLACE, SAND, beating
from dicearena_players.pub.hands import AT_ONCE, ENDS, Floats


@dataclass(frozen=True)
class Stakes:
    """What a round brings, in tokens."""

    best: float
    worst: float
    chicago: float
    """A Chicago of one's own, the first of the round."""


def stakes(way: Way, stage: Stage, own: int) -> Stakes:
    """By what the round does with tokens; a Chicago that makes safe is worth all of them and the safety."""
    if stage == "search":
        return Stakes(1.0, 0.0, 1.0)
    down, safe = stage == "down", way in ("pub", "bayrisch")
    best = 1.0 if down else 0.0
    worst = -1.0 if way == "tschigg" or not down else 0.0
    return Stakes(best, worst, own + 2.0 if safe else best)


def spots(at: Stakes, rule: SixesRule, call: int, limit: int, before: Sequence[int], behind: int) -> Floats:
    """The worth of each end under a way to score; ``before`` are the ends of the hands that are done."""
    found = beating(rule)
    if call == SAND:
        others = found.sand[limit - 1]
        best = np.where(MADE & (AT_ONCE not in before), (1 - others) ** behind, 0.0)
        worst = np.where(MADE, 0.0, others**behind)
    else:
        place, beaten = PLACE[call], found.chance[limit - 1][call]
        done = place[list(before)]
        best = np.where((place[:, None] > done).all(axis=1), (1 - beaten) ** behind, 0.0)
        worst = np.where((place[:, None] <= done).all(axis=1), beaten**behind, 0.0)
    worth: Floats = best * at.best + worst * at.worst
    worth[AT_ONCE] = at.chicago if AT_ONCE not in before else max(at.chicago - 1, 0)
    return worth


def following(at: Stakes, rule: SixesRule, call: int, limit: int, before: Sequence[int], behind: int) -> Floats:
    """The worths by throws and end, one hand, of somebody who does not lead."""
    worth = spots(at, rule, call, limit, before, behind)
    return np.broadcast_to(worth[None, :, None], (limit, ENDS, 1))


def leading(at: Stakes, rule: SixesRule, calls: Sequence[int], behind: int) -> Floats:
    """The worths by throws and end, one hand, of the leader, who announces the best for him."""
    found = [
        np.max([spots(at, rule, call, throws, (), behind) for call in calls], axis=0)
        for throws in range(1, MOST_THROWS + 1)
    ]
    return np.stack(found)[:, :, None]
