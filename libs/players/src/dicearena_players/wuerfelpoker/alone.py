"""Würfelpoker without the bonus, solved exactly for every mix of the rules that change a turn.

With no bonus a state is the set of filled fields and whether "five alike" holds its points (further five alike may
bring an extra bonus then). `bonus` has what the bonus adds.
"""

from __future__ import annotations

from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np
from dicearena_games.sheets.combos import most_alike
from dicearena_games.sheets.wuerfelpoker import FIELDS, FIVE_ALIKE, points
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions

from dicearena_players import tables
from dicearena_players.sheets.lattice import Floats, lattice, open_fields
from dicearena_players.sheets.table import Step
from dicearena_players.sheets.turns import reckon
from dicearena_players.wuerfelpoker.solver import FULL

NAME, VERSION = "wuerfelpoker_rules", 1
DICE, THROWS = 5, 3
HELD: Final = 1 << FIVE_ALIKE
MIXES: Final = tuple(product((False, True), (0, 50, 100), (False, True), (False, True)))
"""Dice stay, extra bonus, five alike as full house, joker."""
FACTS: Final = ("dice_stay", "extra_bonus", "five_as_full_house", "joker")
STEPS: Final = len(MIXES)


def rules(options: WuerfelpokerOptions) -> int:
    """The index of the mix these options have."""
    return MIXES.index((options.dice_stay, options.extra_bonus, options.five_as_full_house, options.joker))


@cache
def worths(options: WuerfelpokerOptions, joker: bool) -> Floats:
    """Points by (throw, field)."""
    worth = [[points(throw, field, options, joker=joker) for field in FIELDS] for throw in lattice(DICE).throws]
    return np.array(worth, dtype=np.float64)


@cache
def five_alike() -> Floats:
    """1 for the throws of five alike, else 0."""
    return np.array([float(most_alike(throw) == DICE) for throw in lattice(DICE).throws])


def solve(options: WuerfelpokerOptions) -> Floats:
    """The expected rest by (whether five alike holds its points, filled fields), the bonus left out."""
    value = np.zeros((2, FULL + 1))
    filled_count = np.array([mask.bit_count() for mask in range(FULL + 1)])
    for count in range(len(FIELDS) - 1, -1, -1):
        states = [(held, int(mask)) for mask in np.flatnonzero(filled_count == count) for held in (0, 1)]
        real = [(held, mask) for held, mask in states if not held or (mask & HELD and options.extra_bonus)]
        for begin in range(0, len(real), 128):
            part = real[begin : begin + 128]
            entered = np.stack([entered(held, mask, value, options) for held, mask in part], axis=1)
            starts = reckon(DICE, [entered] * THROWS, stay=options.dice_stay).start()
            value[tuple(np.array(part).T)] = starts
        if not options.extra_bonus:
            value[1] = value[0]
    return value


def entered(held: int, mask: int, value: Floats, options: WuerfelpokerOptions) -> Floats:
    """The worth of every throw when it must be entered; ``value`` as `solve` gives it."""
    worth = worths(options, bool(options.joker and mask & HELD))
    best = np.full(len(worth), -np.inf)
    for field in open_fields(mask, len(FIELDS)):
        rest = value[held, mask | 1 << field]
        if field == FIVE_ALIKE and options.extra_bonus:
            rest = np.where(worth[:, field] > 0, value[1, mask | HELD], value[0, mask | HELD])
        np.maximum(best, worth[:, field] + rest, out=best)
    return best + held * options.extra_bonus * five_alike()


def make(folder: Path, step: Step = lambda: None) -> Path:
    """Solve all mixes and write the table."""
    solved = []
    for mix in MIXES:
        solved.append(solve(WuerfelpokerOptions(**dict(zip(FACTS, mix, strict=True)))))
        step()
    return tables.save(folder, NAME, VERSION, {"rest": np.array(solved, dtype=np.float32)})


@cache
def shipped() -> Floats:
    """The shipped array: by mix, whether five alike holds its points, filled fields."""
    return np.asarray(tables.load(NAME, VERSION)["rest"], dtype=np.float64)
