"""Mickey: exact chances of the second throw."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from dicearena_games.sheets.mickey import MICKEY_THROWS, MickeyOptions, points

from dicearena_players.sheets.lattice import TIE, Dice, lattice, parts


def mickey_after_first_throw(dice: Sequence[int]) -> tuple[list[Dice], float]:
    """The best dice to keep for a Mickey with the second, last throw (at least one is thrown), and its chance."""
    five, options = lattice(5), MickeyOptions()
    hit = np.array([points(throw, "mickey", options, throws=MICKEY_THROWS) > 0 for throw in five.throws])
    chances = {
        part: float(five.turn[five.choice_at[part]] @ hit)
        for part in parts(tuple(sorted(dice)))
        if len(part) < len(dice)
    }
    best = max(chances.values())
    return [part for part, value in chances.items() if value >= best - TIE], best
