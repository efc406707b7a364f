"""Würfelpoker alone, base form, solved exactly: the expected rest under best play (one seat, for points).

A state is the set of filled fields (a bit mask) and the upper sum, capped at the bonus threshold; the rest includes the
bonus, paid at the end. All 8192 masks × 64 sums take about a minute; `dicearena solve` keeps them as a table.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import numpy.typing as npt
from dicearena_games.sheets.wuerfelpoker import FIELDS, UPPER, points
from dicearena_games.sheets.wuerfelpoker_types import THRESHOLD, WuerfelpokerOptions

from dicearena_players.sheets.lattice import TIE, Dice, Floats, best_choices, lattice, open_fields, parts
from dicearena_players.sheets.table import SheetTable, Step

FULL = (1 << len(FIELDS)) - 1
SUMS = THRESHOLD + 1
STRIDE = 64
OPTIONS = WuerfelpokerOptions()


@cache
def worths() -> npt.NDArray[np.int64]:
    """Points by (throw, field)."""
    return np.array([[points(throw, field, OPTIONS) for field in FIELDS] for throw in lattice(5).throws])


def solve(step: Step = lambda: None) -> Floats:
    """The expected rest by (mask, upper sum up to the threshold), before a turn; 0 where a sum cannot be."""
    dice = lattice(5)
    value = np.zeros((FULL + 1, SUMS))
    value[FULL, THRESHOLD] = OPTIONS.bonus
    for mask in range(FULL - 1, -1, -1):
        entered = _entered(mask, value)
        value[mask] = dice.first(dice.best_of_throw(dice.best_of_throw(entered)))
        if mask % STRIDE == 0:
            step()
    return np.where(possible(), value, 0.0)


@cache
def possible() -> npt.NDArray[np.bool_]:
    """Which upper sums (capped) the filled upper fields can have, by (mask, upper sum). Do not write into it."""
    reached = np.zeros((1 << UPPER, SUMS), dtype=np.bool_)
    reached[0, 0] = True
    for mask in range(1, 1 << UPPER):
        field = mask.bit_length() - 1
        for before in np.flatnonzero(reached[mask & ~(1 << field)]).tolist():
            for dice in range(6):
                reached[mask, min(before + dice * (field + 1), THRESHOLD)] = True
    upper = np.arange(FULL + 1) & (1 << UPPER) - 1
    by_mask: npt.NDArray[np.bool_] = reached[upper]
    return by_mask


def _entered(mask: int, value: Floats) -> Floats:
    """The value of every throw when it must be entered, by (throw, upper sum)."""
    sums = np.arange(SUMS)
    best = np.full((len(lattice(5).throws), SUMS), -np.inf)
    for field in open_fields(mask, len(FIELDS)):
        worth = worths()[:, field, None]
        after = value[mask | 1 << field]
        rest = after[np.minimum(sums + worth, THRESHOLD)] if field < UPPER else after[None, :]
        np.maximum(best, worth + rest, out=best)
    return best


def _after(mask: int, upper: int, left: int) -> Floats:
    """The values of the throws that are thrown next, with ``left`` throws left before it."""
    after = _entered(mask, TABLE.values())[:, min(upper, THRESHOLD)]
    return lattice(5).best_of_throw(after) if left == 2 else after


def expected_rest(mask: int, upper: int) -> float:
    """The points still to come under best play, the bonus included, before a turn."""
    return float(TABLE.values()[mask, min(upper, THRESHOLD)])


def best_keeps(mask: int, upper: int, dice: Dice, left: int) -> tuple[list[Dice], float]:
    """The best dice to keep (all: stop) with ``left`` throws left, and the expected rest with them."""
    after = _after(mask, upper, left)
    return best_choices(lattice(5), after, dice)


def second_best(mask: int, upper: int, dice: Dice, left: int) -> float | None:
    """The expected rest with the best dice to keep that are worse than the best; None where all are equal."""
    after = _after(mask, upper, left)
    five = lattice(5)
    kept = [float(five.turn[five.choice_at[part]] @ after) for part in parts(tuple(sorted(dice)))]
    worse = [rest for rest in kept if rest < max(kept) - TIE]
    return max(worse) if worse else None


def best_fields(mask: int, upper: int, dice: Dice) -> tuple[list[int], float]:
    """The best fields to fill (or strike, where they bring nothing), and the expected rest with them."""
    worth = worths()[lattice(5).throw_at[tuple(sorted(dice))]]
    rest = {}
    for field in open_fields(mask, len(FIELDS)):
        brings = int(worth[field])
        after = min(upper + brings, THRESHOLD) if field < UPPER else min(upper, THRESHOLD)
        rest[field] = brings + float(TABLE.values()[mask | 1 << field, after])
    best = max(rest.values())
    return [field for field, value_ in rest.items() if value_ >= best - TIE], best


TABLE = SheetTable("wuerfelpoker", 1, (FULL + 1) // STRIDE, solve)
"""The shipped array: by mask and upper sum, capped at the threshold."""
