"""The shipped solutions: every number of players with every mix of house rules that matters for a round."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np

from dicearena_players import tables
from dicearena_players.maexchen.ranks import COUNT, ROWS, Floats
from dicearena_players.maexchen.rules import Rules
from dicearena_players.maexchen.solver import ITERATIONS, Play, Solution, evaluate, solve

TABLE: Final = "maexchen"
VERSION: Final = 1
MOST_PLAYERS: Final = 6
ALL_RULES: Final = tuple(Rules(*mix) for mix in product(range(2, MOST_PLAYERS + 1), *((False, True),) * 3))
_UNIT: Final = 10_000
"""Probabilities are kept in ten-thousandths."""


@cache
def solution(rules: Rules) -> Solution:
    """The shipped solution for some rules."""
    arrays = tables.load(TABLE, VERSION)
    at = ALL_RULES.index(rules)
    claims, doubts = arrays["claims"][at] / _UNIT, arrays["doubts"][at] / _UNIT
    return Solution(rules, Play(claims, doubts), arrays["worth"][at][: rules.players].astype(float))


def make(folder: Path, step: Callable[[], None] = lambda: None, iterations: int = ITERATIONS) -> Path:
    """Solve all rules and write the table; ``step`` is called `steps` times."""
    return write(folder, (solve(rules, iterations, step) for rules in ALL_RULES))


def steps() -> int:
    """How often `make` calls its ``step``."""
    return len(ALL_RULES) * COUNT


def write(folder: Path, solutions: Iterable[Solution]) -> Path:
    """Write solutions, in the order of `ALL_RULES`."""
    claims = np.zeros((len(ALL_RULES), ROWS, COUNT, COUNT), dtype=np.uint16)
    doubts = np.zeros((len(ALL_RULES), ROWS, COUNT), dtype=np.uint16)
    worth = np.zeros((len(ALL_RULES), MOST_PLAYERS, ROWS), dtype=np.float32)
    for at, found in enumerate(solutions):
        claims[at], doubts[at] = _whole(found.play.claims), np.rint(found.play.doubts * _UNIT)
        kept = Play(claims[at] / _UNIT, doubts[at] / _UNIT)
        worth[at, : found.rules.players] = evaluate(found.rules, kept)
    return tables.save(folder, TABLE, VERSION, {"claims": claims, "doubts": doubts, "worth": worth})


def _whole(claims: Floats) -> Floats:
    """Ten-thousandths that still sum to one: the largest entry of each row takes the rest."""
    rounded = np.rint(claims * _UNIT)
    rest = np.where(claims.sum(axis=2) > 0, _UNIT - rounded.sum(axis=2), 0)
    largest = claims.argmax(axis=2)
    rows, rolls = np.indices(largest.shape)
    rounded[rows, rolls, largest] += rest
    return rounded
