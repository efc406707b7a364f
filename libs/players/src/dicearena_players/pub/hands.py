"""Best play of many pub hands at once: what every end of a hand is worth is given, what to do follows.

A hand ends as one of `ENDS`: the 56 throws, or three ones thrown together (`AT_ONCE`). Arrays of worths have the axes
(throws used less one, end, hand); all hands of a batch have the same limit of throws.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from itertools import combinations_with_replacement
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from dicearena_games.core import ActionDict
from dicearena_games.pub.throws import Faces, SixesRule, ways

from dicearena_players.pub.turns import OUTCOMES

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

THROWS: Final[tuple[Faces, ...]] = tuple(combinations_with_replacement(range(1, 7), 3))
"""The 56 throws, ascending; an end is an index into it, or `AT_ONCE`."""
END: Final[dict[Faces, int]] = {dice: index for index, dice in enumerate(THROWS)}
AT_ONCE: Final = len(THROWS)
"""The end with three ones in one throw of three dice."""
ENDS: Final = AT_ONCE + 1
_LAID: Final = tuple(faces for size in range(3) for faces in combinations_with_replacement(range(1, 7), size))
_LYING: Final = tuple((laid, free) for laid in _LAID for free in OUTCOMES[3 - len(laid)])
_AT: Final = {lying: index for index, lying in enumerate(_LYING)}
_KINDS: Final = ("roll", "turn", "turn_laid")


def end_of(laid: Sequence[int], free: Sequence[int]) -> int:
    """The end such dice are, left lying."""
    return AT_ONCE if tuple(free) == (1, 1, 1) else END[tuple(sorted((*laid, *free)))]


_END_AT: Final[Ints] = np.array([end_of(laid, free) for laid, free in _LYING])


def _chances() -> Floats:
    found = np.zeros((len(_LAID), len(_LYING)))
    for index, (laid, free) in enumerate(_LYING):
        found[_LAID.index(laid), index] = OUTCOMES[len(free)][free]
    return found


_CHANCES: Final = _chances()
"""How likely each lying hand is from what was laid out."""
_ENDING: Final[Floats] = np.eye(ENDS)[_END_AT].T


class Hands:
    """Best play under one rule for turning sixes. ``chicago``: three ones at once stay lying."""

    def __init__(self, rule: SixesRule, chicago: bool) -> None:
        self.casts: list[list[tuple[ActionDict, int]]] = []
        """By lying hand: each way to throw on and what is laid then."""
        for laid, free in _LYING:
            stands = chicago and free == (1, 1, 1)
            self.casts.append([] if stands else self._casts(laid, free, rule))
        most = max(map(len, self.casts))
        self._options: Ints = np.full((len(_LYING), most), len(_LAID))
        for index, casts in enumerate(self.casts):
            self._options[index, : len(casts)] = [after for _, after in casts]

    @staticmethod
    def _casts(laid: Faces, free: Faces, rule: SixesRule) -> list[tuple[ActionDict, int]]:
        return [
            ({"kind": kind, "keep": list(keep)}, _LAID.index(lies))
            for kind in _KINDS
            for keep, lies in ways(kind, laid, free, rule).items()
        ]

    def thrown(self, worth: Floats) -> list[Floats]:
        """By throw (from 0): what throwing is worth, by what was laid out before it (first: nothing) and hand."""
        limit = len(worth)
        found: list[Floats] = []
        for throw in range(limit - 1, -1, -1):
            lying = worth[throw][_END_AT]
            if found:
                lying = np.maximum(lying, self._onwards(found[-1]).max(axis=1))
            found.append(_CHANCES @ lying)
        return found[::-1]

    def start(self, worth: Floats) -> Floats:
        """What a hand not begun is worth."""
        return np.asarray(self.thrown(worth)[0][0])

    def ends(self, worth: Floats) -> Floats:
        """The chance of each throw count and end, hands played best for ``worth``; the same axes."""
        limit, hands = len(worth), worth.shape[2]
        thrown = self.thrown(worth)
        found = np.zeros_like(worth)
        laid = np.zeros((len(_LAID) + 1, hands))
        laid[0] = 1
        for throw in range(limit):
            lying = _CHANCES.T @ laid[:-1]
            if throw + 1 < limit:
                onwards = self._onwards(thrown[throw + 1])
                goes = onwards.max(axis=1) > worth[throw][_END_AT]
                chosen = np.take_along_axis(self._options[:, :, None], onwards.argmax(axis=1)[:, None, :], 1)[:, 0, :]
                laid = np.zeros_like(laid)
                np.add.at(laid, (chosen, np.arange(hands)[None, :]), np.where(goes, lying, 0.0))
                lying = np.where(goes, 0.0, lying)
            found[throw] = _ENDING @ lying
        return found

    def choices(self, worth: Floats, laid: Sequence[int], free: Sequence[int], throws: int) -> list[float]:
        """For one hand: what leaving it is worth, then each of `casts_of`, as far as the limit allows them."""
        found = [float(worth[throws - 1, end_of(laid, free), 0])]
        if throws < len(worth):
            after = self.thrown(worth)[throws]
            found += [float(after[lies, 0]) for _, lies in self.casts[self.lying(laid, free)]]
        return found

    def best(self, worth: Floats, laid: Sequence[int], free: Sequence[int], throws: int) -> ActionDict:
        """The best thing to do with one hand; leaving it where nothing is better."""
        found = self.choices(worth, laid, free, throws)
        best = max(range(len(found)), key=lambda index: (round(found[index], 12), -index))
        return {"kind": "done"} if best == 0 else dict(self.casts[self.lying(laid, free)][best - 1][0])

    def stays(self, worth: Floats, laid: Sequence[int], throws: int) -> dict[Faces, float]:
        """The chance of each newest throw of somebody who left the hand after so many throws, ``laid`` before it."""
        free = OUTCOMES[3 - len(laid)]
        found = {
            dice: chance for dice, chance in free.items() if self.best(worth, laid, dice, throws)["kind"] == "done"
        } or dict(free)
        total = sum(found.values())
        return {dice: chance / total for dice, chance in found.items()}

    @staticmethod
    def lying(laid: Sequence[int], free: Sequence[int]) -> int:
        """The number of a lying hand, an index into ``casts``."""
        return _AT[tuple(laid), tuple(free)]

    def _onwards(self, thrown: Floats) -> Any:
        below = np.full((1, thrown.shape[1]), -np.inf)
        return np.concatenate([thrown, below])[self._options]


@cache
def hands(rule: SixesRule, chicago: bool) -> Hands:
    """Best play under a rule for turning sixes, made once."""
    return Hands(rule, chicago)
