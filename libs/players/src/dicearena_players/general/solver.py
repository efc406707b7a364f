"""General alone, solved exactly: the expected points of the categories still open, under best play (one seat).

Dice put aside stay, so within a turn a state is what is laid out. A General on the first throw counts its points like
any other here: what winning at once is worth depends on the others.
"""

from __future__ import annotations

from functools import cache, partial
from typing import Final

import numpy as np
from dicearena_games.sheets.general import FIELDS, GeneralOptions, points

from dicearena_players.sheets.lattice import TIE, Dice, Floats, lattice, open_fields, parts
from dicearena_players.sheets.table import SheetTable, Step
from dicearena_players.sheets.turns import Turn, reckon

FULL = (1 << len(FIELDS)) - 1
STRIDE = 64
OPTIONS = GeneralOptions()
DICE, THROWS = 5, 3


@cache
def worths(general: int = OPTIONS.general) -> Floats:
    """Points by (first throw, throw, field), a General bringing so many."""
    options = OPTIONS.model_copy(update={"general": general})
    worth = [
        [[points(throw, field, options, first=first) for field in FIELDS] for throw in lattice(DICE).throws]
        for first in (False, True)
    ]
    return np.array(worth, dtype=np.float64)


def solve(step: Step = lambda: None, general: int = OPTIONS.general) -> Floats:
    """The expected rest for every set of filled categories (a bit mask), before a turn."""
    value = np.zeros(FULL + 1)
    for mask in range(FULL - 1, -1, -1):
        value[mask] = turn(mask, value, general).start()
        if mask % STRIDE == 0:
            step()
    return value


def turn(mask: int, value: Floats, general: int = OPTIONS.general) -> Turn:
    """A turn with these categories filled; ``value``: the expected rest by mask."""
    later, first = (_entered(mask, value, general, first=first) for first in (False, True))
    return reckon(DICE, [first, later, later], stay=True)


def _entered(mask: int, value: Floats, general: int, *, first: bool) -> Floats:
    """The value of every throw when it must be entered."""
    fields = open_fields(mask, len(FIELDS))
    worth = worths(general)[int(first)]
    best: Floats = (worth[:, fields] + value[[mask | 1 << field for field in fields]]).max(axis=1)
    return best


def best_layings(mask: int, laid: Dice, thrown: Dice, throw: int) -> tuple[list[Dice | None], float]:
    """What to lay out of the dice just thrown (None: stop and enter, all that is left after the last throw), and the
    expected rest."""
    dice, now = lattice(DICE), turn(mask, TABLE.values())
    rest: dict[Dice | None, float] = {}
    if throw < THROWS:
        left = now.holding[throw - 1]
        rest = {
            part: float(left[dice.choice_at[tuple(sorted((*laid, *part)))]])
            for part in parts(tuple(sorted(thrown)))
            if len(part) < len(thrown)
        }
    rest[None] = float(now.ends[throw - 1][dice.throw_at[tuple(sorted((*laid, *thrown)))]])
    best = max(rest.values())
    return [part for part, value in rest.items() if value >= best - TIE], best


TABLE: Final = SheetTable("general", 1, (FULL + 1) // STRIDE, solve)
"""The shipped array: by mask."""
TABLE_50: Final = SheetTable("general_50", 1, (FULL + 1) // STRIDE, partial(solve, general=50))
"""The same with 50 points for a General."""
