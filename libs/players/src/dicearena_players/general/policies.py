"""The three computers of General: *strong* plays exactly for points, *normal* for the points of the turn.

Who may win at once does. Alone that would only end the game early, so there *strong* weighs it against going on.
"""

from __future__ import annotations

from functools import cache

import numpy as np
from dicearena_games.sheets.general import FIELDS, GENERAL

from dicearena_players.general.solver import DICE, OPTIONS, TABLE, TABLE_50, THROWS, worths
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

Easy = computers.Easy
WON = 1e4
"""More than any sum."""


class Normal(Reckoner):
    """Reckons the turn to its end for its points; between near equals it spares what brings most on average."""

    CARELESS = 0.1

    def __init__(self) -> None:
        for general in (60, 50):
            pars(general)

    def judge(self, view: View) -> Judged:
        """Points of the turn."""
        return _plain(mask_of(cells_of(view)), view["options"]["general"], _at_once(view))


class Strong(Reckoner):
    """The greatest expected sum, exactly, with 60 or 50 points for a General; wins at once where it can."""

    def __init__(self) -> None:
        for general in (60, 50):
            pars(general)
        for table in (TABLE, TABLE_50):
            table.values()

    def judge(self, view: View) -> Judged:
        """Points of the turn and the expected rest; in the last turn the chance to win."""
        return to_win(view, _exact(mask_of(cells_of(view)), view["options"]["general"], _at_once(view)))


def _at_once(view: View) -> float | None:
    """What a General on the first throw is worth beside its points, if it ends the game: winning it, alone nothing."""
    if not view["options"]["first_general_wins"]:
        return None
    return WON if len(view["board"]["sheets"]) > 1 else 0.0


@cache
def pars(general: int) -> Floats:
    """What each category brings on average in a turn for it alone."""
    later, first = worths(general)
    return alone(DICE, [first, *[later] * (THROWS - 1)], stay=True)


@remember
def _plain(mask: int, general: int, at_once: float | None) -> Judged:
    return _judged(mask, general, -pars(general) * PATIENCE, at_once)


@remember
def _exact(mask: int, general: int, at_once: float | None) -> Judged:
    value = (TABLE if general == OPTIONS.general else TABLE_50).values()
    return _judged(mask, general, value[mask | 1 << np.arange(len(FIELDS))], at_once)


def _judged(mask: int, general: int, rest: Floats, at_once: float | None) -> Judged:
    fields, matrices = open_fields(mask, len(FIELDS)), []
    for worth in worths(general):
        matrix = closed(*worth.shape)
        matrix[:, fields] = worth[:, fields] + rest[fields]
        matrices.append(matrix)
    later, first = matrices
    if at_once is not None and GENERAL in fields:
        made = worths(general)[1, :, GENERAL] > 0
        first[made, GENERAL] = worths(general)[1, made, GENERAL] + at_once
    return judged(DICE, [first, *[later] * (THROWS - 1)], stay=True)
