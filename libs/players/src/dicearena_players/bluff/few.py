"""Rounds of Bluff between two with few dice: mixed plays near equilibrium, found by regret matching, as a table.

A play depends on the own cup, the bid on the table and who opened, not on the bids before (perfect recall would need a
table per history), so regrets are weighed by the chance of the other cup given that bid. A round is played for the
chance to win the match, taken as `standing` of the dice after it. Where the dice limit forbids to take a die back the
tables still reckon with one.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache
from itertools import combinations_with_replacement
from math import factorial
from pathlib import Path
from typing import Final

import numpy as np
import numpy.typing as npt
from dicearena_games.bluff.bluff_bids import FACES, ONES, held, minima

from dicearena_players import tables

TABLE: Final = "bluff"
VERSION: Final = 1
ITERATIONS: Final = 600
DOUBT, EXACT, RAISE = 0, 1, 2
"""Actions: the two calls, then a raise to each bid of `ladder`."""
_POWER: Final = 1.5
_UNIT: Final = 10_000

Floats = npt.NDArray[np.float64]
Bools = npt.NDArray[np.bool_]
Bid = tuple[int, int]
Cup = tuple[int, ...]


@dataclass(frozen=True)
class Round:
    """Dice of who opens, of the other, and whether it is a Sonderrunde."""

    opener: int
    other: int
    special: bool

    @property
    def name(self) -> str:
        """Part of the array names."""
        return f"{self.opener}_{self.other}{'_special' if self.special else ''}"


MOST_DICE: Final = 4
MOST_DICE_SPECIAL: Final = 5
ROUNDS: Final = (
    *(Round(a, n - a, False) for n in range(2, MOST_DICE + 1) for a in range(1, n)),
    *(Round(1, n - 1, True) for n in range(2, MOST_DICE_SPECIAL + 1)),
)
STEPS: Final = len(ROUNDS)


def standing(own: int, other: int) -> float:
    """The chance to win a match with so many dice against so many, roughly."""
    if not own or not other:
        return float(own > 0)
    return float(own**_POWER / (own**_POWER + other**_POWER))


@cache
def cups(dice: int) -> tuple[Cup, ...]:
    """All cups of so many dice, ascending."""
    return tuple(combinations_with_replacement(FACES, dice))


@cache
def ladder(rules: Round) -> tuple[Bid, ...]:
    """All bids (count, face), each before those that may top it."""
    most = rules.opener + rules.other
    if rules.special:
        return tuple((count, face) for count in range(1, most + 1) for face in FACES)
    plain = [((count, face), (count, face)) for count in range(1, most + 1) for face in FACES if face != ONES]
    ones = [((2 * count, len(FACES) + 1), (count, ONES)) for count in range(1, most + 1)]
    return tuple(bid for _, bid in sorted(plain + ones))


@cache
def allowed(rules: Round) -> Bools:
    """By bid on the table (0: none, else its number in `ladder` from 1) and action: whether it may be taken."""
    bids, most = ladder(rules), rules.opener + rules.other
    found = np.zeros((len(bids) + 1, RAISE + len(bids)), dtype=bool)
    found[1:, :RAISE] = True
    for row, previous in enumerate((None, *bids)):
        least = minima(previous, most, rules.special)
        for number, (count, face) in enumerate(bids):
            found[row, RAISE + number] = face in least and count >= least[face]
    return found


@dataclass(frozen=True)
class Play:
    """How the opener and the other answer: by bid on the table, own cup and action, chances."""

    opener: Floats
    other: Floats

    def of(self, opens: bool) -> Floats:
        """The part of one of them."""
        return self.opener if opens else self.other


class _Game:
    """The payoffs of a round to the opener, by the two cups."""

    def __init__(self, rules: Round) -> None:
        self.may = allowed(rules)
        self.prior = np.outer(_prior(rules.opener), _prior(rules.other))
        a, b = rules.opener, rules.other
        lost, won = standing(a - 1, b), standing(a, b - 1)
        more, theirs = standing(a + 1, b), standing(a, b + 1)
        shape = (len(ladder(rules)) + 1, RAISE, *self.prior.shape)
        self.opener_calls, self.other_calls = np.zeros(shape), np.zeros(shape)
        for number, (count, face) in enumerate(ladder(rules), 1):
            mine = np.array([sum(held(cup, face, rules.special)) for cup in cups(a)])
            total = mine[:, None] + np.array([sum(held(cup, face, rules.special)) for cup in cups(b)])[None, :]
            self.opener_calls[number] = [np.where(total < count, won, lost), np.where(total == count, more, lost)]
            self.other_calls[number] = [np.where(total < count, lost, won), np.where(total == count, theirs, won)]


def solve(rules: Round, iterations: int = ITERATIONS) -> tuple[Play, float]:
    """The play, and the opener's worth of it (as `standing`)."""
    game = _Game(rules)
    rows, actions = game.may.shape
    shapes = [(rows, cups_, actions) for cups_ in game.prior.shape]
    regrets, sums = [np.zeros(shape) for shape in shapes], [np.zeros(shape) for shape in shapes]
    value = 0.0
    for iteration in range(1, iterations + 1):
        play = [_matched(regret, game.may) for regret in regrets]
        reached = _reached(game, play)
        value = _improve(game, play, reached, regrets)
        for who in (0, 1):
            own = reached[who].sum(axis=2 - who)
            sums[who] += iteration * own[:, :, None] * play[who]
    return Play(*(_shares(total, game.may) for total in sums)), value


def worth(rules: Round, play: Play) -> float:
    """What a play of both is worth to the opener (as `standing`)."""
    game = _Game(rules)
    both = [play.opener, play.other]
    return _improve(game, both, _reached(game, both), [np.zeros_like(one) for one in both])


def _prior(dice: int) -> Floats:
    found = [factorial(dice) / np.prod([factorial(cup.count(face)) for face in FACES]) for cup in cups(dice)]
    return np.asarray(np.array(found) / 6**dice)


def _facing(shares: Floats, who: int) -> Floats:
    """The chances of one row, by action and the two cups."""
    return np.asarray(shares.T[:, :, None] if who == 0 else shares.T[:, None, :])


def _reached(game: _Game, play: list[Floats]) -> list[Floats]:
    """By who answers: the chance of each bid on the table with each two cups."""
    rows = len(game.may)
    found = [np.zeros((rows, *game.prior.shape)) for _ in range(2)]
    found[0][0] = game.prior
    for row in range(rows):
        raises = np.flatnonzero(game.may[row, RAISE:])
        for who in (0, 1):
            if len(raises) and found[who][row].any():
                shares = _facing(play[who][row][:, RAISE + raises], who)
                found[1 - who][raises + 1] += found[who][row] * shares
    return found


def _improve(game: _Game, play: list[Floats], reached: list[Floats], regrets: list[Floats]) -> float:
    """Add the regrets of a play to those before it, and give the opener's worth."""
    rows = len(game.may)
    values = [np.zeros((rows, *game.prior.shape)) for _ in range(2)]
    for row in range(rows - 1, -1, -1):
        legal = np.flatnonzero(game.may[row])
        raises = legal[legal >= RAISE]
        for who, calls in ((0, game.opener_calls), (1, game.other_calls)):
            after = values[1 - who][raises - RAISE + 1]
            ends = np.concatenate([calls[row], after]) if row else after
            shares = _facing(play[who][row][:, legal], who)
            values[who][row] = (ends * shares).sum(axis=0)
            chance = reached[who][row]
            weights = np.where(chance.sum(axis=1 - who, keepdims=True) > 0, chance, game.prior)
            weights = weights / weights.sum(axis=1 - who, keepdims=True)
            gains = ((ends - values[who][row]) * weights).sum(axis=2 - who)
            sign = 1 if who == 0 else -1
            regrets[who][row][:, legal] = np.maximum(regrets[who][row][:, legal] + sign * gains.T, 0)
    return float((values[0][0] * game.prior).sum())


def _matched(regrets: Floats, may: Bools) -> Floats:
    return _shares(regrets, may)


def _shares(weights: Floats, may: Bools) -> Floats:
    total = weights.sum(axis=2, keepdims=True)
    even = may[:, None, :] / np.maximum(may.sum(axis=1), 1)[:, None, None]
    return np.where(total > 0, weights / np.where(total > 0, total, 1), even)


@cache
def shipped(rules: Round) -> Play:
    """The play that was made by `dicearena solve`."""
    arrays = tables.load(TABLE, VERSION)
    parts = [arrays[f"{who}_{rules.name}"].astype(float) for who in ("opener", "other")]
    return Play(*(_shares(part, allowed(rules)) for part in parts))


def make(folder: Path, step: Callable[[], None] = lambda: None, iterations: int = ITERATIONS) -> Path:
    """Solve all rounds and write the table; ``step`` is called `STEPS` times."""
    arrays: dict[str, tables.Array] = {}
    for rules in ROUNDS:
        play, _ = solve(rules, iterations)
        arrays[f"opener_{rules.name}"] = np.rint(play.opener * _UNIT).astype(np.uint16)
        arrays[f"other_{rules.name}"] = np.rint(play.other * _UNIT).astype(np.uint16)
        step()
    return tables.save(folder, TABLE, VERSION, arrays)


def answered(rules: Round, play: Play, opens: bool) -> float:
    """What the best one can do against a play, knowing it and all bids so far, brings the one who does it.

    ``opens``: it is the opener who does it. Walks every history; for the smallest rounds only.
    """
    game = _Game(rules)
    mine, theirs = (0, 1) if opens else (1, 0)
    calls = (game.opener_calls, game.other_calls)
    shares = play.of(not opens)

    def own(matrix: Floats) -> Floats:
        return matrix if opens else 1 - matrix.T

    def walk(row: int, who: int, reach: Floats) -> Floats:
        raises = np.flatnonzero(game.may[row, RAISE:])
        ends = [own(matrix) for matrix in calls[who][row]] if row else []
        if who == mine:
            found = [matrix @ reach for matrix in ends] + [walk(int(to) + 1, theirs, reach) for to in raises]
            return np.asarray(np.max(found, axis=0))
        total = np.zeros(game.prior.shape[mine])
        for action, matrix in enumerate(ends):
            total += matrix @ (reach * shares[row, :, action])
        for to in raises:
            after = reach * shares[row, :, RAISE + to]
            if after.any():
                total += walk(int(to) + 1, mine, after)
        return total

    return float(walk(0, 0, game.prior.sum(axis=mine)) @ game.prior.sum(axis=theirs))
