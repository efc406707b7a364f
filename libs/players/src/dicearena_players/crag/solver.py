"""Crag alone, solved exactly: the expected points of the categories still open, under best play (one seat, for points).

A state is the set of filled categories; that "crag" is filled is all that the worth of a throw depends on.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from dicearena_games.sheets.combos import Dice
from dicearena_games.sheets.crag import CRAG, FIELDS, points

from dicearena_players.sheets.lattice import TIE, Floats, best_choices, lattice, open_fields
from dicearena_players.sheets.table import SheetTable, Step

FULL = (1 << len(FIELDS)) - 1
STRIDE = 256


@cache
def worths() -> Floats:
    """Points by (crag filled, throw, field)."""
    throws = lattice(3).throws
    worth = [
        [[points(throw, field, crag_filled=filled) for field in FIELDS] for throw in throws] for filled in (False, True)
    ]
    return np.array(worth, dtype=np.float64)


def solve(step: Step = lambda: None) -> Floats:
    """The expected rest for every set of filled categories (a bit mask), before a turn."""
    value = np.zeros(FULL + 1)
    for mask in range(FULL - 1, -1, -1):
        value[mask] = lattice(3).first(lattice(3).best_of_throw(_after(mask, value)))
        if mask % STRIDE == 0:
            step()
    return value


def _after(mask: int, value: Floats) -> Floats:
    """The value of every throw when it must be entered."""
    worth = worths()[mask >> CRAG & 1]
    fields = open_fields(mask, len(FIELDS))
    best: Floats = (worth[:, fields] + value[[mask | 1 << field for field in fields]]).max(axis=1)
    return best


def best_keeps(mask: int, dice: Dice) -> tuple[list[tuple[int, ...]], float]:
    """The best dice to keep after the first throw (all: stop), and the expected rest with them."""
    return best_choices(lattice(3), _after(mask, TABLE.values()), dice)


def best_fields(mask: int, dice: Dice) -> tuple[list[int], float]:
    """The best categories to fill (or strike, where they bring nothing), and the expected rest with them."""
    worth = worths()[mask >> CRAG & 1][lattice(3).throw_at[tuple(sorted(dice))]]
    rest = {field: float(worth[field] + TABLE.values()[mask | 1 << field]) for field in open_fields(mask, len(FIELDS))}
    best = max(rest.values())
    return [field for field, value in rest.items() if value >= best - TIE], best


TABLE = SheetTable("crag", 1, (FULL + 1) // STRIDE, solve)
"""The shipped array: by mask."""
