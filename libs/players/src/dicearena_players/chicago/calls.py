"""The ways to score a round of Chicago, and how well a mark can be beaten in each."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import Any, Final

import numpy as np
from dicearena_games.core import ActionDict
from dicearena_games.pub.chicago_values import CALLS, Call, is_sand, value_of
from dicearena_games.pub.throws import MOST_THROWS, SixesRule

from dicearena_players.pub.hands import AT_ONCE, ENDS, THROWS, Floats, Ints, hands

VALUED: Final = tuple(Call(ones, sixes, direction) for direction in ("high", "low") for ones, sixes in CALLS)
"""What may be announced, besides Sand; the first one is the pub way's scoring."""
PUB: Final = 0
SAND: Final = len(VALUED)
"""The number of Sand among the ways to score; the others are indices into `VALUED`."""


def _places() -> Ints:
    found = np.zeros((len(VALUED), ENDS), dtype=np.int64)
    for index, call in enumerate(VALUED):
        sign = 1 if call.direction == "high" else -1
        _, places = np.unique([sign * value_of(dice, call) for dice in THROWS], return_inverse=True)
        found[index] = np.append(places, len(THROWS))
    return found


PLACE: Final[Ints] = _places()
"""By valued call and end: higher is better, equal values are equal, a Chicago is above all."""
MADE: Final = np.array([is_sand(dice) for dice in THROWS] + [False])
"""Whether an end makes Sand. A Chicago does not, and is best all the same."""


@dataclass(frozen=True)
class Beating:
    """How likely a hand that is played for it beats a mark; by limit of throws less one."""

    chance: tuple[Floats, ...]
    """By valued call and end of the mark; an equal value does not beat."""
    sand: tuple[float, ...]
    """Makes Sand, or a Chicago."""


@cache
def beating(rule: SixesRule) -> Beating:
    """Of every mark, under a rule for turning sixes."""
    play = hands(rule, chicago=True)
    chances, sand = [], []
    beats = (PLACE[:, :, None] > PLACE[:, None, :]).transpose(1, 0, 2).reshape(ENDS, -1).astype(float)
    made = MADE.astype(float)
    made[AT_ONCE] = 1
    for limit in range(1, MOST_THROWS + 1):
        chances.append(play.start(np.broadcast_to(beats, (limit, *beats.shape))).reshape(len(VALUED), ENDS))
        sand.append(float(play.start(np.broadcast_to(made[None, :, None], (limit, ENDS, 1)))[0]))
    return Beating(tuple(chances), tuple(sand))


def action_of(call: int) -> ActionDict:
    """The announcing action of a way to score."""
    if call == SAND:
        return {"kind": "sand"}
    said = VALUED[call]
    return {"kind": "announce", "ones": said.ones, "sixes": said.sixes, "direction": said.direction}


def call_of(announced: dict[str, Any] | None) -> int:
    """The way to score of a view's announcement; without one the pub way's."""
    if announced is None:
        return PUB
    if announced["direction"] == "sand":
        return SAND
    return VALUED.index(Call(announced["ones"], announced["sixes"], announced["direction"]))
