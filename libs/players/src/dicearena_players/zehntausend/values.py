"""The shipped tables of Zehntausend: single turns, and the end between two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from dicearena_games.pushluck.zehntausend_scoring import Scoring

from dicearena_players import tables
from dicearena_players.zehntausend.outcomes import SCORINGS, Floats

TABLE: Final = "zehntausend"
VERSION: Final = 1
STEPS: Final = 2 * len(SCORINGS)


def make(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Solve turns and ends for every scoring, plain and exactly on target (minutes; needs the extra ``solve``)."""
    from dicearena_players.zehntausend import endgame, turn_values

    turns, last, wins = [], [], []
    for scoring in SCORINGS:
        turns.append(turn_values.solve(scoring))
        for exact in (False, True):
            last.append(endgame.last_turn(scoring, exact))
            wins.append(endgame.solve(scoring, exact))
            step()
    arrays = {"turns": np.array(turns), "last": np.array(last), "wins": np.array(wins)}
    return tables.save(folder, TABLE, VERSION, arrays)


@dataclass(frozen=True)
class Ends:
    """The end between two: needs are steps of 50 points, from 1."""

    last: Floats
    """By the steps lacking to draw level: chance to win of the last to move, half for a shared place."""
    wins: Floats
    """``[own need - 1, other's need - 1]``: chance to win of the seat to move."""


@cache
def ends(scoring: Scoring, exact: bool) -> Ends:
    """The shipped end under this scoring, exactly on target or not."""
    arrays = tables.load(TABLE, VERSION)
    at = 2 * SCORINGS.index(scoring) + exact
    return Ends(arrays["last"][at], arrays["wins"][at])


@cache
def turns(scoring: Scoring) -> Floats:
    """``[dice, steps]``: expected points of throwing on with so many dice, in points."""
    table: Floats = tables.load(TABLE, VERSION)["turns"][SCORINGS.index(scoring)]
    return table
