"""A half of Schocken between two, exactly: the chance to win it under best play of both, with open dice.

Between two only who loses the half counts, whatever a Schock aus costs. The table holds, by Deckel in the pile and with
whoever leads, the chance of the leader to win the half.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import cache
from itertools import product
from pathlib import Path
from typing import Final, get_args

import numpy as np
from dicearena_games.pub.schocken_values import Tokens, Value, settle
from dicearena_games.pub.throws import MOST_THROWS, SixesRule

from dicearena_players import tables
from dicearena_players.pub.hands import AT_ONCE, Floats, hands
from dicearena_players.schocken.marks import CLASS_OF_END, CLASSES, OUT, SPOT

TABLE: Final = "schocken"
VERSION: Final = 1
PILES: Final = (13, 15)
RULES: Final[tuple[SixesRule, ...]] = get_args(SixesRule)
STEPS: Final = len(PILES) * len(RULES)
_EXACT: Final = 1e-7


def step(wins: Floats, deckel: int, pile: int, leads: int) -> tuple[Floats, Floats]:
    """The follower's chance to win the half after this round, by class of the best hand: he best, he worst.

    ``deckel`` are in the game in all, ``wins`` as in the table.
    """
    best, worst = np.zeros(CLASSES), np.zeros(CLASSES)
    before = Tokens(pile, (leads, deckel - pile - leads), (0, 1))
    for value in range(1, CLASSES):
        for loses in (0, 1):
            after = settle(before, 1 - loses, loses, Value("number", value, 0), "half")
            if after.loser is None:
                again = float(wins[after.tokens.pile, after.tokens.held[loses]])
            else:
                again = float(after.loser != loses)
            (best if loses == 0 else worst)[value] = 1 - again if loses == 0 else again
    best[OUT], worst[OUT] = 1.0, 0.0
    return best, worst


def against(mark: int, best: Floats, worst: Floats) -> Floats:
    """The follower's worths by throws, end, and end of the leader, who used ``mark`` + 1 throws."""
    beats = SPOT[: mark + 1, :, None] > SPOT[mark]
    return np.where(beats, best[CLASS_OF_END][:, None], worst[CLASS_OF_END][None, :])


def leading(rule: SixesRule, best: Floats, worst: Floats) -> Floats:
    """The leader's worths, by throws and end; one hand. The follower answers each as well as he can."""
    play = hands(rule, chicago=False)
    marks = [1 - play.start(against(mark, best, worst)) for mark in range(MOST_THROWS)]
    return np.stack(marks)[:, :, None]


def solve(deckel: int, rule: SixesRule) -> Floats:
    """The table for so many Deckel and a rule for turning sixes: [pile, with the leader]."""
    play = hands(rule, chicago=False)
    wins = np.full((deckel + 1, deckel + 1), 0.5)

    def improve(pile: int, leads: int) -> float:
        value = float(play.start(leading(rule, *step(wins, deckel, pile, leads)))[0])
        change = abs(value - float(wins[pile, leads]))
        wins[pile, leads] = value
        return change

    while max(improve(0, leads) for leads in range(1, deckel)) > _EXACT:
        pass
    for pile in range(1, deckel + 1):
        for leads in range(deckel - pile + 1):
            improve(pile, leads)
    return wins


@cache
def shipped(deckel: int, rule: SixesRule) -> Floats:
    """The table that was made by `dicearena solve`."""
    return np.asarray(tables.load(TABLE, VERSION)[f"wins_{deckel}_{rule}"], dtype=np.float64)


@cache
def lead_worth(deckel: int, rule: SixesRule, pile: int, leads: int) -> Floats:
    """`leading` from the shipped table."""
    return leading(rule, *step(shipped(deckel, rule), deckel, pile, leads))


def follow_worth(deckel: int, rule: SixesRule, pile: int, leads: int, limit: int, mark: Floats) -> Floats:
    """The follower's worths by throws and end, one hand, against a leader whose hand is each end with ``mark``."""
    worth = against(limit - 1, *step(shipped(deckel, rule), deckel, pile, leads))
    return (worth[:, :, :AT_ONCE] @ mark)[:, :, None]


def make(folder: Path, step: Callable[[], None] = lambda: None) -> Path:
    """Solve all piles and rules and write the table; ``step`` is called `STEPS` times."""
    arrays: dict[str, tables.Array] = {}
    for deckel, rule in product(PILES, RULES):
        arrays[f"wins_{deckel}_{rule}"] = solve(deckel, rule).astype(np.float32)
        step()
    return tables.save(folder, TABLE, VERSION, arrays)
