"""The three computers of Crag: *strong* plays exactly (for points), *normal* for the points of the turn."""

from __future__ import annotations

from functools import cache

import numpy as np
from dicearena_games.sheets.crag import CRAG, FIELDS

from dicearena_players.crag.solver import TABLE, worths
from dicearena_players.policy import View
from dicearena_players.sheets import computers
from dicearena_players.sheets.computers import (
    PATIENCE,
    Judged,
    Reckoner,
    alone,
    cells_of,
    closed,
    judged,
    mask_of,
    remember,
    to_win,
)
from dicearena_players.sheets.lattice import Floats, open_fields

DICE, THROWS = 3, 2
Easy = computers.Easy


class Normal(Reckoner):
    """Reckons the turn to its end for its points; between near equals it spares what brings most on average."""

    CARELESS = 0.2

    def __init__(self) -> None:
        pars()

    def judge(self, view: View) -> Judged:
        """Points of the turn."""
        return _plain(mask_of(cells_of(view)))


class Strong(Reckoner):
    """Exact: the greatest expected sum (there are no house rules that change it)."""

    def __init__(self) -> None:
        pars()
        TABLE.values()

    def judge(self, view: View) -> Judged:
        """Points of the turn and the expected rest; in the last turn the chance to win."""
        return to_win(view, _exact(mask_of(cells_of(view))))


@cache
def pars() -> Floats:
    """What each category brings on average in a turn for it alone, "crag" being open."""
    return alone(DICE, [worths()[0]] * THROWS)


@remember
def _plain(mask: int) -> Judged:
    return _judged(mask, -pars() * PATIENCE)


@remember
def _exact(mask: int) -> Judged:
    value = TABLE.values()
    return _judged(mask, value[mask | 1 << np.arange(len(FIELDS))])


def _judged(mask: int, rest: Floats) -> Judged:
    worth = worths()[mask >> CRAG & 1]
    matrix, fields = closed(*worth.shape), open_fields(mask, len(FIELDS))
    matrix[:, fields] = worth[:, fields] + rest[fields]
    return judged(DICE, [matrix] * THROWS)
