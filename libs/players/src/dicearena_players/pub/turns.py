"""Exact best play of one pub hand: three dice, so many throws, laying out and turning sixes as the rules allow."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Final, Literal

from dicearena_games.pub.throws import Faces, SixesRule, ways

_TIE: Final = 1e-9


def _outcomes(dice: int) -> dict[Faces, float]:
    """Every throw of so many dice, ascending, and its probability."""
    count = Counter(tuple(sorted(throw)) for throw in product(range(1, 7), repeat=dice))
    return {throw: number / 6**dice for throw, number in count.items()}


OUTCOMES: Final = {dice: _outcomes(dice) for dice in range(1, 4)}
"""By number of dice: each throw (faces ascending) and its probability."""


@dataclass(frozen=True, slots=True)
class Choice:
    """One thing to do with a hand; ``done`` keeps all."""

    kind: Literal["done", "roll", "turn", "turn_laid"]
    keep: Faces


class Turns:
    """The best a hand can reach on average, where three lying dice (ascending) are worth ``worth``."""

    def __init__(self, worth: Callable[[Faces], float], rule: SixesRule) -> None:
        self._worth = worth
        self._rule = rule
        self._thrown: dict[tuple[Faces, int], float] = {}

    def throw(self, laid: Faces, left: int) -> float:
        """The expected worth of throwing the dice not laid, with ``left`` throws after that."""
        known = self._thrown.get((laid, left))
        if known is None:
            throws = OUTCOMES[3 - len(laid)].items()
            known = sum(chance * self.best(laid, free, left)[0] for free, chance in throws)
            self._thrown[laid, left] = known
        return known

    def best(self, laid: Faces, free: Faces, left: int) -> tuple[float, list[Choice]]:
        """The expected worth under best play of a hand that lies with ``left`` throws left, and all best choices."""
        found = self.choices(laid, free, left)
        value = max(worth for worth, _ in found)
        return value, [choice for worth, choice in found if worth >= value - _TIE]

    def choices(self, laid: Faces, free: Faces, left: int) -> list[tuple[float, Choice]]:
        """What may be done with the hand, each with its expected worth under best play after it."""
        found = [(self._worth(tuple(sorted(laid + free))), Choice("done", ()))]
        if left:
            for kind in ("roll", "turn", "turn_laid"):
                for keep, lies in ways(kind, laid, free, self._rule).items():
                    found.append((self.throw(lies, left - 1), Choice(kind, keep)))
        return found
