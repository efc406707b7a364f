"""The shipped tables of Zehntausend: single turns, and the end between two."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Final

import numpy as np
from dicearena_games.pushluck.zehntausend_scoring import DICE, Scoring

from dicearena_players import tables
from dicearena_players.packed import pack, unpack
from dicearena_players.zehntausend.outcomes import SCORINGS, Floats

TABLE: Final = "zehntausend"
VERSION: Final = 1
STEPS: Final = 2 * len(SCORINGS)
PILES: Final = "zehntausend_piles"
UNIT: Final = 2e-4
"""Chance to win per step of the shipped gains."""


def make(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Solve turns and ends for every scoring, plain and exactly on target (minutes; needs the extra ``solve``)."""
    from dicearena_players.zehntausend import endgame, turn_values

    turns, last, wins = [], [], []
    for scoring in SCORINGS:
        turns.append(turn_values.solve(scoring))
        for exact in (False, True):
            last.append(endgame.last_turn(scoring, exact))
            wins.append(endgame.solve(scoring, exact).wins)
            step()
    arrays = {"turns": np.array(turns), "last": np.array(last), "wins": np.array(wins)}
    return tables.save(folder, TABLE, VERSION, arrays)


def make_piles(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Solve the ends with piling on (minutes; needs the extra ``solve``)."""
    from dicearena_players.zehntausend import endgame

    arrays, wins, throws = {}, [], []
    for exact in (False, True):
        first = None
        for scoring in SCORINGS:
            end = endgame.solve(scoring, exact, pile_on=True)
            wins.append(end.wins)
            throws.append(endgame.last_throws(scoring, exact)[:, : endgame.NEEDS])
            # Next to each other: what differs only in the own need.
            steps = np.moveaxis(np.rint(end.gain / UNIT).astype(np.int64), 0, -1).ravel()
            first = steps if first is None else first
            arrays[_key(scoring, exact)] = pack(steps if steps is first else steps - first)
            step()
    arrays |= {"wins": np.array(wins, dtype=np.float32), "last": np.array(throws, dtype=np.float32)}
    return tables.save(folder, PILES, VERSION, arrays)


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


@dataclass(frozen=True)
class Piles:
    """The end between two where one may pile on: needs and points are steps of 50 points."""

    wins: Floats
    """``[own need - 1, other's need - 1]``: chance to win of the seat to move when there is nothing to pile on."""
    gain: Floats
    """``[own need, other's need, dice, points]``: what piling on adds to it, right to half a `UNIT`."""
    last: Floats
    """``[dice, steps lacking to draw level]``: chance to win of the last to move when so many dice are thrown."""


@cache
def piles(scoring: Scoring, exact: bool) -> Piles:
    """The shipped end with piling on under this scoring, exactly on target or not."""
    arrays = tables.load(PILES, VERSION)
    steps = unpack(arrays[_key(SCORINGS[0], exact)])
    if scoring != SCORINGS[0]:
        steps += unpack(arrays[_key(scoring, exact)])
    at = len(SCORINGS) * exact + SCORINGS.index(scoring)
    needs = arrays["wins"].shape[-1]
    gain = (steps * UNIT).astype(np.float32).reshape(needs + 1, DICE + 1, needs, needs + 1)
    return Piles(arrays["wins"][at].astype(np.float64), np.moveaxis(gain, -1, 0), arrays["last"][at].astype(np.float64))


def _key(scoring: Scoring, exact: bool) -> str:
    return f"gain_{SCORINGS.index(scoring)}{'_exact' if exact else ''}"


@cache
def turns(scoring: Scoring) -> Floats:
    """``[dice, steps]``: expected points of throwing on with so many dice, in points."""
    table: Floats = tables.load(TABLE, VERSION)["turns"][SCORINGS.index(scoring)]
    return table
