"""Würfelpoker alone with its bonus, exactly, under every mix of the rules that change a turn (offline, numba).

As in `solver` a state is the set of filled fields and the upper sum, capped at the threshold, and, as in `alone`,
whether "five alike" holds its points. A turn is reckoned die by die: what is held is worth the mean of it with one more
die, and the best of a throw is it or the best of it with one die less.
"""

from __future__ import annotations

from functools import cache
from itertools import pairwise
from typing import Any

import numpy as np
import numpy.typing as npt
from dicearena_games.sheets.wuerfelpoker import FIELDS, FIVE_ALIKE, UPPER
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions
from numba import njit

from dicearena_players.sheets.lattice import Dice, Floats, chance, lattice
from dicearena_players.wuerfelpoker.alone import DICE, HELD, five_alike, worths
from dicearena_players.wuerfelpoker.solver import FULL, OPTIONS, SUMS, possible

Ints = npt.NDArray[np.int64]
NONE = -1


def solve(options: WuerfelpokerOptions, *, joker_needs_number: bool = False) -> Floats:
    """The expected rest by (five alike holds its points, filled fields, upper sum up to the threshold).

    The bonus and its threshold are those of the base form; 0 where a state cannot be. ``joker_needs_number`` is no rule
    of the house but that of the game whose optimum is in the literature (Verhoeff, Scheffers 1999: 254.5896): a joker
    only once the field of its number is filled, too.
    """
    value = np.zeros((2, FULL + 1, SUMS))
    value[:, FULL, SUMS - 1] = OPTIONS.bonus
    real = possible()
    worth = np.stack([worths(options, False), worths(options, options.joker)]).astype(np.int64)
    more, fewer, joined = ways()
    numbers = [throw[0] - 1 if joker_needs_number and throw[0] == throw[-1] else NONE for throw in lattice(DICE).throws]
    rules = options.extra_bonus, options.dice_stay, np.array(numbers)
    _solve(value, real, worth, five_alike(), rules, more, fewer, joined, splits())
    return np.where(real, value, 0.0)


@cache
def ways() -> tuple[Ints, Ints, Ints]:
    """Choices with one more die (by face), with one die less (padded by `NONE`), and with another choice (`NONE`)."""
    at, choices = lattice(DICE).choice_at, lattice(DICE).choices
    faces = range(1, 7)

    def join(one: Dice, other: Dice) -> int:
        return at.get(tuple(sorted(one + other)), NONE)

    def less(choice: Dice, face: int) -> int:
        return at[tuple(sorted(choice))[: choice.index(face)] + choice[choice.index(face) + 1 :]]

    more = [[join(choice, (face,)) for face in faces] for choice in choices]
    fewer = [[less(choice, face) if face in choice else NONE for face in faces] for choice in choices]
    return np.array(more), np.array(fewer), np.array([[join(one, other) for other in choices] for one in choices])


@cache
def splits() -> tuple[Ints, Floats]:
    """Where the choices of each size begin, and the chance of each when so many dice are thrown."""
    choices = lattice(DICE).choices
    sizes = np.searchsorted([len(choice) for choice in choices], range(DICE + 2))
    assert all(before < after for before, after in pairwise(sizes.tolist()))
    return sizes.astype(np.int64), np.array([chance(choice) for choice in choices])


@njit(cache=False)
def _solve(
    value: Any, real: Any, worth: Any, alike: Any, rules: Any, more: Any, fewer: Any, joined: Any, split: Any
) -> None:
    extra, stay, numbers = rules
    sizes, chances = split
    choices = more.shape[0]
    turn, best, part = np.empty((choices, SUMS)), np.empty((choices, SUMS)), np.empty((choices, SUMS))
    rows = np.empty((len(FIELDS) * (DICE + 1), SUMS))
    last = sizes[DICE]
    for mask in range(FULL - 1, -1, -1):
        sums = np.flatnonzero(real[mask])
        wide = len(sums)
        for held in range(2):
            if held == 1 and (extra == 0 or mask & HELD == 0):
                continue
            points = worth[0].copy()
            for throw in range(len(points)):
                if mask & HELD and (numbers[throw] < 0 or mask >> numbers[throw] & 1):
                    points[throw] = worth[1, throw]
            _enter(turn[last:, :wide], rows, value, mask, held, sums, points, alike, extra)
            _back(turn[:, :wide], more, last)
            if stay:
                for laid in range(last):
                    best[laid, :wide] = _second(laid, turn, part, fewer, joined, sizes, chances, wide)
                turn[:last, :wide] = best[:last, :wide]
            else:
                _best(best[:, :wide], turn[:, :wide], fewer)
                turn[last:, :wide] = best[last:, :wide]
                _back(turn[:, :wide], more, last)
            _best(best[:, :wide], turn[:, :wide], fewer)
            _back(best[:, :wide], more, last)
            for at in range(wide):
                value[held, mask, sums[at]] = best[0, at]


@njit(cache=False)
def _enter(
    ends: Any, rows: Any, value: Any, mask: Any, held: Any, sums: Any, points: Any, alike: Any, extra: Any
) -> None:
    """What every throw is worth when it must be entered."""
    wide = len(sums)
    ends[:] = -np.inf
    for field in range(len(FIELDS)):
        if mask >> field & 1:
            continue
        after = mask | 1 << field
        for count in range(DICE + 1):
            scores = (field + 1) * count if field < UPPER else 0
            made = 1 if field == FIVE_ALIKE and count > 0 and extra > 0 else held
            for at in range(wide):
                rows[count, at] = value[made, after, min(sums[at] + scores, SUMS - 1)]
        for throw in range(ends.shape[0]):
            brings = points[throw, field]
            count = brings // (field + 1) if field < UPPER else (1 if field == FIVE_ALIKE and brings > 0 else 0)
            more = brings + held * extra * alike[throw]
            for at in range(wide):
                worth = more + rows[count, at]
                ends[throw, at] = max(ends[throw, at], worth)


@njit(cache=False)
def _back(turn: Any, more: Any, last: Any) -> None:
    """Choices of fewer than all dice: the mean over one more die."""
    for choice in range(last - 1, -1, -1):
        one, two, three, four, five, six = more[choice]
        for at in range(turn.shape[1]):
            added = turn[one, at] + turn[two, at] + turn[three, at] + turn[four, at] + turn[five, at] + turn[six, at]
            turn[choice, at] = added / 6


@njit(cache=False)
def _best(best: Any, turn: Any, fewer: Any) -> None:
    """For every choice the best one within it."""
    for choice in range(turn.shape[0]):
        best[choice] = turn[choice]
        for face in range(6):
            less = fewer[choice, face]
            if less < 0:
                continue
            for at in range(turn.shape[1]):
                best[choice, at] = max(best[choice, at], best[less, at])


@njit(cache=False)
def _second(laid: Any, turn: Any, best: Any, fewer: Any, joined: Any, sizes: Any, chances: Any, wide: Any) -> Any:
    """The worth of the second throw, ``laid`` staying: of what is thrown any part stays, too."""
    mean = np.zeros(wide)
    size = 0
    while laid >= sizes[size + 1]:
        size += 1
    begin = sizes[DICE - size]
    for thrown in range(sizes[DICE - size + 1]):
        whole = joined[laid, thrown]
        for at in range(wide):
            best[thrown, at] = turn[whole, at]
        for face in range(6):
            less = fewer[thrown, face]
            if less < 0:
                continue
            for at in range(wide):
                best[thrown, at] = max(best[thrown, at], best[less, at])
        if thrown >= begin:
            for at in range(wide):
                mean[at] += chances[thrown] * best[thrown, at]
    return mean
