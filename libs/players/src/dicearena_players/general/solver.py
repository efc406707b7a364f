"""General alone, solved exactly: the expected points of the categories still open, under best play (one seat).

Dice put aside stay, so within a turn a state is what is laid out. A General on the first throw counts its points like
any other here: what winning at once is worth depends on the others.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
from dicearena_games.sheets.general import FIELDS, GeneralOptions, points

from dicearena_players.sheets.lattice import TIE, Dice, Floats, chance, lattice, open_fields, parts
from dicearena_players.sheets.table import SheetTable, Step

FULL = (1 << len(FIELDS)) - 1
STRIDE = 64
OPTIONS = GeneralOptions()


@cache
def worths() -> Floats:
    """Points by (first throw, throw, field)."""
    throws = lattice(5).throws
    worth = [
        [[points(throw, field, OPTIONS, first=first) for field in FIELDS] for throw in throws]
        for first in (False, True)
    ]
    return np.array(worth, dtype=np.float64)


class _Second:
    """The second throw: every (laid, thrown) with its chance, what it is when one stops, and what may be laid of it."""

    def __init__(self) -> None:
        dice = lattice(5)
        laid, whole, kept, chances = [], [], [], []
        for at, choice in enumerate(dice.choices):
            for throw in _throws(5 - len(choice)):
                laid.append(at)
                whole.append(dice.throw_at[tuple(sorted(choice + throw))])
                chances.append(chance(throw))
                kept.append([dice.choice_at[tuple(sorted(choice + part))] for part in parts(throw)])
        most = max(map(len, kept))
        self.laid: npt.NDArray[np.int64] = np.array(laid)
        self.whole: npt.NDArray[np.int64] = np.array(whole)
        self.kept: npt.NDArray[np.int64] = np.array([[*row, *row[:1] * (most - len(row))] for row in kept])
        self.chances: Floats = np.array(chances)


@cache
def _second() -> _Second:
    return _Second()


@cache
def _throws(dice: int) -> list[Dice]:
    return sorted({part for throw in lattice(5).throws for part in parts(throw) if len(part) == dice})


def solve(step: Step = lambda: None) -> Floats:
    """The expected rest for every set of filled categories (a bit mask), before a turn."""
    value = np.zeros(FULL + 1)
    dice = lattice(5)
    for mask in range(FULL - 1, -1, -1):
        later, first = _entered(mask, value, first=False), _entered(mask, value, first=True)
        kept = _with_two_left(later)[dice.kept].max(axis=1)
        value[mask] = dice.first(np.maximum(first, kept))
        if mask % STRIDE == 0:
            step()
    return value


def _entered(mask: int, value: Floats, *, first: bool) -> Floats:
    """The value of every throw when it must be entered."""
    fields = open_fields(mask, len(FIELDS))
    best: Floats = (worths()[int(first)][:, fields] + value[[mask | 1 << field for field in fields]]).max(axis=1)
    return best


def _with_one_left(later: Floats) -> Floats:
    """The value of every choice laid out when the rest is thrown once more and entered (all five: entered)."""
    value: Floats = lattice(5).turn @ later
    return value


def _with_two_left(later: Floats) -> Floats:
    """The value of every choice laid out when two throws are left."""
    second = _second()
    one_left = _with_one_left(later)
    best = np.maximum(later[second.whole], one_left[second.kept].max(axis=1)) * second.chances
    sums: Floats = np.bincount(second.laid, weights=best, minlength=len(lattice(5).choices)).astype(np.float64)
    return sums


def best_layings(mask: int, laid: Dice, thrown: Dice, throw: int) -> tuple[list[Dice | None], float]:
    """What to lay out of the dice just thrown (None: stop and enter) after throw 1 or 2, and the expected rest."""
    dice = lattice(5)
    whole = dice.throw_at[tuple(sorted((*laid, *thrown)))]
    later = _entered(mask, TABLE.values(), first=False)
    left = _with_two_left(later) if throw == 1 else _with_one_left(later)
    rest: dict[Dice | None, float] = {
        part: float(left[dice.choice_at[tuple(sorted((*laid, *part)))]])
        for part in parts(tuple(sorted(thrown)))
        if len(part) < len(thrown)
    }
    rest[None] = float(_entered(mask, TABLE.values(), first=throw == 1)[whole])
    best = max(rest.values())
    return [part for part, value in rest.items() if value >= best - TIE], best


TABLE = SheetTable("general", 1, (FULL + 1) // STRIDE, solve)
"""The shipped array: by mask."""
