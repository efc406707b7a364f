"""What a sheet of Dice Cup is worth: look-ups in the shipped table, for policies, for advice and for the vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from dicearena_games.boards.cup_scores import CATEGORIES, COLOURS, INDEX, Category, scores

from dicearena_players import tables
from dicearena_players.dice_cup import solver
from dicearena_players.dice_cup.solver import OTHERS

TABLE: Final = "dice_cup"
VERSION: Final = 1
STEPS: Final = COLOURS + 1
COLOUR_KEYS: Final[tuple[Category, ...]] = tuple(category for category in CATEGORIES if category not in OTHERS)
_BITS: Final = {category: 1 << n for n, category in enumerate(OTHERS)}


def make(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Solve all sheets of one column and write the table; ``step`` is called after each number of open colours.

    Rows are bit masks of the open categories of `OTHERS` (bit ``n`` for the ``n``-th), columns numbers of open colours.
    """
    rest = np.zeros((1 << len(OTHERS), COLOURS + 1))
    for colours in range(COLOURS + 1):
        for mask in range(len(rest)):
            rest[mask, colours] = solver.value([other for other in OTHERS if mask & _BITS[other]], colours)
        step()
    return tables.save(folder, TABLE, VERSION, {"rest": rest})


@cache
def _rest() -> list[list[float]]:
    rest: list[list[float]] = tables.load(TABLE, VERSION)["rest"].tolist()
    return rest


def value(still_open: Iterable[Category]) -> float:
    """Expected points still to come on a sheet of one column with these categories open.

    Raises ValueError for what is no category.
    """
    mask = colours = 0
    for category in dict.fromkeys(still_open):
        if category not in INDEX:
            raise ValueError(f"no category: {category!r}")
        mask |= _BITS.get(category, 0)
        colours += category not in _BITS
    return _rest()[mask][colours]


def choices(still_open: Iterable[Category], dice: Sequence[int]) -> dict[Category, float]:
    """For each open category the expected points of this round and all later ones, if it is chosen for these dice."""
    points = scores(tuple(dice))
    return {category: points[INDEX[category]] + rest for category, rest in rests([*still_open]).items()}


def rests(still_open: Sequence[Category]) -> dict[Category, float]:
    """For each open category the expected points of all later rounds, if it is chosen now."""
    return {category: value([other for other in still_open if other != category]) for category in still_open}


def rests_of_columns(times_open: Sequence[int]) -> dict[Category, float]:
    """The same where categories are open several times: ``times_open`` in the order of `CATEGORIES`.

    Exact for one column. For more the sheet is taken for several of one column each, the first with every open
    category, the second with those open twice, and so on: later throws could choose among all of them at once, so this
    is the nearest table and no optimum.
    """
    sheets = [
        [category for category, times in zip(CATEGORIES, times_open, strict=True) if times > sheet]
        for sheet in range(max(times_open))
    ]
    whole = [value(sheet) for sheet in sheets]
    found = {}
    for category, times in zip(CATEGORIES, times_open, strict=True):
        if times:
            shorter = [other for other in sheets[times - 1] if other != category]
            found[category] = sum(whole) - whole[times - 1] + value(shorter)
    return found
