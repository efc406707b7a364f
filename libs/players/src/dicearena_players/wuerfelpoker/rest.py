"""What is still to come on one column of Würfelpoker, under any house rules.

Free order: exact for the points and the bonus of the base form, under every mix of dice that stay, extra bonus, five
alike as full house and joker: the rest without a bonus (`alone`) and what the bonus adds to it (`bonus`). For other
points the nearest table: the bonus' part scaled to the bonus and threshold in force; other fixed points count with the
chance to make them when one plays for nothing else. Once the bonus is safe or out of reach nothing is estimated but
these fixed points. Where the field is prescribed every field is played for itself: exact on
one column, but that extra bonuses and jokers still to come are left out.
"""

from __future__ import annotations

from functools import cache, lru_cache
from math import comb
from typing import Final

import numpy as np
from dicearena_games.sheets.wuerfelpoker import FIELDS, UPPER
from dicearena_games.sheets.wuerfelpoker_types import THRESHOLD, WuerfelpokerOptions

from dicearena_players.sheets.computers import alone
from dicearena_players.sheets.lattice import Floats
from dicearena_players.sheets.turns import Ints
from dicearena_players.wuerfelpoker import bonus
from dicearena_players.wuerfelpoker.alone import DICE, THROWS, rules, shipped, worths
from dicearena_players.wuerfelpoker.solver import OPTIONS, SUMS, possible

MOST: Final = DICE * UPPER * (UPPER + 1) // 2
"""The greatest upper sum."""
FIXED: Final = ("full_house", "small_straight", "large_straight")
LOWER: Final = (1 << UPPER) - 1


@lru_cache(maxsize=64)
def each(options: WuerfelpokerOptions) -> Floats:
    """What every field brings on average when a turn is played for it alone."""
    return alone(DICE, [worths(options, False)] * THROWS, stay=options.dice_stay)


@cache
def near() -> Ints:
    """By filled upper fields and upper sum: the nearest sum that the table of the base form has."""
    real = possible()[: LOWER + 1]
    return np.array([[int(np.abs(np.flatnonzero(row) - wish).argmin()) for wish in range(SUMS)] for row in real])


def rest(mask: int, held: bool, options: WuerfelpokerOptions) -> Floats:
    """The expected rest by upper sum (0 to `MOST`), the bonus included, before a turn.

    ``held``: "five alike" holds its points. The array is shared: do not write into it.
    """
    return (_free if options.order == "free" else _prescribed)(mask, held, _playing(options))


def optimum(options: WuerfelpokerOptions) -> float | None:
    """The expected sum of best play alone; None where it is not solved (see above), as with several columns."""
    if options.order == "free" or options.columns > 1:
        return bonus.start(options)
    return None if options.extra_bonus or options.joker else float(_prescribed(0, False, _playing(options))[0])


@lru_cache(maxsize=64)
def _playing(options: WuerfelpokerOptions) -> WuerfelpokerOptions:
    """The options without those that change no worth, so that more of them are the same."""
    return options.model_copy(update={"own_dice": False, "columns": 1})


@lru_cache(maxsize=4096)
def _free(mask: int, held: bool, options: WuerfelpokerOptions) -> Floats:
    sums = np.arange(MOST + 1)
    mix = rules(options)
    missing = [face for face in range(UPPER) if not mask >> face & 1]
    reach = sums + DICE * sum(face + 1 for face in missing)
    wish = np.minimum(np.rint(sums * (THRESHOLD / options.bonus_from)).astype(np.int64), THRESHOLD)
    at = wish if options.bonus_from == THRESHOLD else near()[mask & LOWER, wish]
    adds = np.clip(bonus.part(mix, held, mask)[at] / OPTIONS.bonus, 0.0, 1.0) * options.bonus
    adds = np.where(sums >= options.bonus_from, float(options.bonus), np.where(reach < options.bonus_from, 0.0, adds))
    return np.asarray(shipped()[mix, int(held), mask] + adds + _fixed(mask, options))


def _fixed(mask: int, options: WuerfelpokerOptions) -> float:
    """What other fixed points add to the open fields."""
    more = 0.0
    for name in FIXED:
        differs = getattr(options, name) - getattr(OPTIONS, name)
        if differs and not mask >> FIELDS.index(name) & 1:
            more += differs * float(each(OPTIONS)[FIELDS.index(name)]) / getattr(OPTIONS, name)
    return more


@lru_cache(maxsize=4096)
def _prescribed(mask: int, held: bool, options: WuerfelpokerOptions) -> Floats:
    left = [field for field in range(len(FIELDS)) if not mask >> field & 1]
    lower = float(sum(each(options)[field] for field in left if field >= UPPER))
    upper = float(sum(each(options)[field] for field in left if field < UPPER))
    return np.asarray(lower + upper + options.bonus * _reached(mask & LOWER, options.bonus_from))


@lru_cache(maxsize=1024)
def _reached(mask: int, threshold: int) -> Floats:
    """The chance of the bonus by upper sum, each open upper field being played for itself."""
    if mask == LOWER:
        return (np.arange(MOST + 1) >= threshold).astype(np.float64)
    face = next(face for face in range(UPPER) if not mask >> face & 1)
    after, sums = _reached(mask | 1 << face, threshold), np.arange(MOST + 1)
    return np.asarray(
        sum(chance * after[np.minimum(sums + count * (face + 1), MOST)] for count, chance in enumerate(_counts()))
    )


@cache
def _counts() -> list[float]:
    """The chance of each number of dice of one face, all three throws being played for it."""
    hit = 1 - (1 - 1 / 6) ** THROWS
    return [float(comb(DICE, n) * hit**n * (1 - hit) ** (DICE - n)) for n in range(DICE + 1)]
