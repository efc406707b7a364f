"""The shipped solutions: every number of players with every mix of house rules that matters for a round."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final

import numpy as np

from dicearena_players import tables
from dicearena_players.maexchen.ranks import COUNT
from dicearena_players.maexchen.rules import Play, Rules
from dicearena_players.maexchen.solver import ITERATIONS, Solution, evaluate, solve

TABLE: Final = "maexchen"
VERSION: Final = 1
MOST_PLAYERS: Final = 6
ALL_RULES: Final = tuple(Rules(*mix) for mix in product(range(2, MOST_PLAYERS + 1), *((False, True),) * 3))
STEPS: Final = len(ALL_RULES) * COUNT
_UNIT: Final = 10_000
"""Probabilities are kept in ten-thousandths."""


@cache
def solution(rules: Rules) -> Solution:
    """The shipped solution for some rules."""
    arrays, name = tables.load(TABLE, VERSION), _name(rules)
    claims, doubts = arrays[f"claims_{name}"] / _UNIT, arrays[f"doubts_{name}"] / _UNIT
    return Solution(rules, claims, doubts, arrays[f"worth_{name}"].astype(float))


def make(folder: Path, step: Callable[[], None] = lambda: None, iterations: int = ITERATIONS) -> Path:
    """Solve all rules and write the table; ``step`` is called `STEPS` times."""
    arrays: dict[str, tables.Array] = {}
    for rules in ALL_RULES:
        found, name = rounded(solve(rules, iterations, step)), _name(rules)
        arrays[f"claims_{name}"] = np.rint(found.claims * _UNIT).astype(np.uint16)
        arrays[f"doubts_{name}"] = np.rint(found.doubts * _UNIT).astype(np.uint16)
        arrays[f"worth_{name}"] = found.worth.astype(np.float32)
    return tables.save(folder, TABLE, VERSION, arrays)


def rounded(found: Solution) -> Solution:
    """The solution in ten-thousandths, rows still summing to one, and what that is worth."""
    claims, doubts = np.rint(found.claims * _UNIT), np.rint(found.doubts * _UNIT) / _UNIT
    rest = np.where(claims.sum(axis=-1) > 0, _UNIT - claims.sum(axis=-1), 0)
    largest = claims.argmax(axis=-1)[..., None]
    np.put_along_axis(claims, largest, np.take_along_axis(claims, largest, -1) + rest[..., None], -1)
    claims /= _UNIT
    return replace(found, claims=claims, doubts=doubts, worth=evaluate(found.rules, Play(claims[0], doubts[0])))


def _name(rules: Rules) -> str:
    return f"{rules.players}_{rules.equal:d}{rules.double:d}{rules.show:d}"
