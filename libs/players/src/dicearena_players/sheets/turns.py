"""One turn of a sheet game, reckoned to its end: what every choice of dice is worth, and which is best.

What ending the turn is worth is given per throw (multiset) and number of throws made; the rest is exact.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np
import numpy.typing as npt

from dicearena_players.sheets.lattice import TIE, Dice, Floats, chance, lattice, parts

Ints = npt.NDArray[np.int64]


def _padded(rows: list[list[int]]) -> Ints:
    most = max(map(len, rows))
    return np.array([[*row, *row[:1] * (most - len(row))] for row in rows])


@cache
def held(dice: int) -> Ints:
    """For every throw the choices that leave at least one die to throw, padded by repeating the first."""
    five = lattice(dice)
    return _padded([[five.choice_at[part] for part in parts(throw) if len(part) < dice] for throw in five.throws])


class Second:
    """The second throw where dice stay: every (laid, thrown) with its chance, its whole, and what may be laid of it."""

    def __init__(self, dice: int) -> None:
        five = lattice(dice)
        laid, whole, kept, chances = [], [], [], []
        for at, choice in enumerate(five.choices):
            for throw in [other for other in five.choices if len(other) == dice - len(choice)]:
                laid.append(at)
                whole.append(five.throw_at[tuple(sorted(choice + throw))])
                chances.append(chance(throw))
                kept.append([five.choice_at[tuple(sorted(choice + part))] for part in parts(throw)])
        self.laid: Ints = np.array(laid)
        self.whole: Ints = np.array(whole)
        self.kept = _padded(kept)
        self.chances: Floats = np.array(chances)
        self.begins: Ints = np.flatnonzero(np.diff(self.laid, prepend=-1))
        """Where the entries of each choice begin."""

    def worth(self, ends: Floats, after: Floats) -> Floats:
        """By choice laid before the second throw; ``ends`` by throw, ``after`` by choice laid before the third."""
        best = np.maximum(ends[self.whole], after[self.kept].max(axis=1))
        weighed = best * (self.chances if best.ndim == 1 else self.chances[:, None])
        sums: Floats = np.add.reduceat(weighed, self.begins, axis=0)
        return sums


@cache
def second(dice: int) -> Second:
    """The second throw with so many dice, made once."""
    return Second(dice)


@dataclass(frozen=True)
class Turn:
    """A turn of two or three throws. ``ends[n]``: worth of ending with each throw (× anything) after throw ``n + 1``.

    ``holding[n]``: worth of every choice held after throw ``n + 1``, the rest being thrown.
    """

    dice: int
    ends: tuple[Floats, ...]
    holding: tuple[Floats, ...]

    def thrown(self, throw: int) -> Floats:
        """Worth of each throw after throw number ``throw`` (from 1), before the decision (dice do not stay)."""
        return best(self.dice, self.ends[throw - 1], self.holding[throw - 1] if throw <= len(self.holding) else None)

    def start(self) -> Floats:
        """Worth before the first throw."""
        first: Floats = lattice(self.dice).turn[0] @ self.thrown(1)
        return first


def best(dice: int, ends: Floats, holding: Floats | None) -> Floats:
    """Worth of each throw when one may end or hold some."""
    return ends if holding is None else np.maximum(ends, holding[held(dice)].max(axis=1))


def reckon(dice: int, ends: Sequence[Floats], *, stay: bool = False) -> Turn:
    """Work a turn out backwards; ``ends`` per throw number (two or three); ``stay``: dice put aside stay."""
    five = lattice(dice)
    later = [five.turn @ ends[-1]]
    if len(ends) == 3:
        if stay:
            later.insert(0, second(dice).worth(ends[1], later[0]))
        else:
            later.insert(0, five.turn @ best(dice, ends[1], later[0]))
    return Turn(dice, tuple(ends), tuple(later))


def hold(turn: Turn, board: dict[str, Any]) -> list[int] | None:
    """The positions to keep now, or None to end the turn; ``board`` as every sheet game shows it."""
    throw, dice = board["throws"], board["dice"]
    if throw > len(turn.holding):
        return None
    laid = board["kept"] if board["stay"] else []
    before: Dice = tuple(dice[at] for at in laid)
    free = [at for at in range(len(dice)) if at not in laid]
    thrown: Dice = tuple(sorted(dice[at] for at in free))
    five, worth = lattice(turn.dice), turn.holding[throw - 1]
    most, kept = float(turn.ends[throw - 1][five.throw_at[tuple(sorted(dice))]]) + TIE, None
    for part in parts(thrown):
        if len(part) < len(thrown) and (value := float(worth[five.choice_at[tuple(sorted(before + part))]])) > most:
            most, kept = value, part
    return None if kept is None else positions(kept, dice, free)


def positions(part: Dice, dice: Sequence[int], free: Sequence[int]) -> list[int]:
    """Positions among ``free`` that show the faces of ``part``, ascending."""
    left, found = list(part), []
    for at in free:
        if dice[at] in left:
            left.remove(dice[at])
            found.append(at)
    return found
