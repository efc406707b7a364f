"""What a box is worth: look-ups in the shipped tables, for the policies, for advice and for the vectors."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np

from dicearena_players import tables
from dicearena_players.shut_the_box import solver

TABLE: Final = "shut_the_box"
VERSION: Final = 1
SIZES: Final = (9, 12)
_SAME: Final = 1e-9


@dataclass(frozen=True)
class Values:
    """The tables of one size of box, by bit mask of the open flaps."""

    penalty: tuple[float, ...]
    """Least expected sum left open."""
    closing: tuple[float, ...]
    """Greatest chance of closing everything."""


@cache
def values(flaps: int) -> Values:
    """The shipped tables for 9 or 12 flaps."""
    arrays = tables.load(TABLE, VERSION)
    return Values(tuple(arrays[f"penalty_{flaps}"].tolist()), tuple(arrays[f"closing_{flaps}"].tolist()))


def make(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Solve both sizes and write the table; ``step`` is called after each."""
    arrays = {}
    for flaps in SIZES:
        arrays[f"penalty_{flaps}"] = solver.penalties(flaps)
        arrays[f"closing_{flaps}"] = solver.closing_chances(flaps)
        step()
    return tables.save(folder, TABLE, VERSION, {name: np.asarray(array) for name, array in arrays.items()})


def expected_penalty(flaps: int, open_flaps: Iterable[int], dice: Iterable[int] | None = None) -> float:
    """Penalty to expect from these open flaps under best play; with the dice just thrown, if given."""
    mask = solver.mask_of(open_flaps)
    table = values(flaps).penalty
    if dice is None:
        return table[mask]
    after = [table[mask & ~closing] for closing in solver.moves(flaps, mask, solver.throw_index(dice))]
    return min(after, default=float(sum(solver.flaps_of(mask))))


def close_all_probability(flaps: int, open_flaps: Iterable[int], dice: Iterable[int] | None = None) -> float:
    """Chance of closing everything when one plays for nothing else; with the dice just thrown, if given."""
    mask = solver.mask_of(open_flaps)
    table = values(flaps).closing
    if dice is None:
        return table[mask]
    after = [table[mask & ~closing] for closing in solver.moves(flaps, mask, solver.throw_index(dice))]
    return max(after, default=0.0)


def best_for_penalty(flaps: int, open_flaps: Iterable[int], dice: Iterable[int]) -> list[list[int]]:
    """The closings that leave the least expected penalty (several where equal, none where no flap fits)."""
    mask, table = solver.mask_of(open_flaps), values(flaps).penalty
    return _best(flaps, mask, dice, [-value for value in table])


def best_for_closing(flaps: int, open_flaps: Iterable[int], dice: Iterable[int]) -> list[list[int]]:
    """The closings that leave the best chance of closing everything."""
    return _best(flaps, solver.mask_of(open_flaps), dice, values(flaps).closing)


def _best(flaps: int, mask: int, dice: Iterable[int], worth: list[float] | tuple[float, ...]) -> list[list[int]]:
    options = {closing: worth[mask & ~closing] for closing in solver.moves(flaps, mask, solver.throw_index(dice))}
    most = max(options.values(), default=0.0)
    return sorted(solver.flaps_of(closing) for closing, value in options.items() if value >= most - _SAME)
