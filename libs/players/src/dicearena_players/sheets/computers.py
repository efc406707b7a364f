"""What the computers of all sheet games share: throwing, holding dice, entering; and the easy one.

At a table with own dice a computer throws its dice itself, fairly, from the generator it is given.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

import numpy as np
from dicearena_games.common import decoded
from dicearena_games.core import ActionDict
from dicearena_games.sheets.own_dice import FACES, as_typed

from dicearena_players.policy import View, domain_of, values_of
from dicearena_players.sheets.lattice import TIE, Floats, lattice
from dicearena_players.sheets.turns import Turn, hold, reckon

PATIENCE: Final = 0.1
"""How much of what a field brings on average *normal* takes off its points."""
NEAR: Final = 1e-6
"""What a point counts where the chance to win is the same."""
CLOSED: Final = -1e9
"""Less than any worth: a cell that may not be filled."""


def typed(view: View, rng: random.Random) -> ActionDict | None:
    """A throw of own dice, where one is owed."""
    owed = domain_of(view, "typed")
    if owed is None:
        return None
    dice = [int(rng.random() * FACES) + 1 for _ in range(owed["fields"]["dice"]["min"])]
    return {"kind": "typed", "dice": list(as_typed(dice))}


def cells_of(view: View) -> list[int | None]:
    """The own sheet, None where it is open."""
    return decoded(view["board"]["sheets"][view["seat"]]["cells"])


def mask_of(cells: Sequence[int | None]) -> int:
    """The filled fields as bits."""
    return sum(1 << at for at, points in enumerate(cells) if points is not None)


def fill(view: View, cell: int) -> ActionDict:
    """Write the cell, or strike it where it may not be written."""
    written = domain_of(view, "write")
    kind = "write" if written is not None and cell in values_of(written, "field") else "strike"
    return {"kind": kind, "field": cell}


@dataclass(frozen=True)
class Judged:
    """What every end of a turn is worth to somebody: per throw number a matrix (throws × cells), and the turn."""

    cells: tuple[Floats, ...]
    turn: Turn


def judged(dice: int, cells: Sequence[Floats], *, stay: bool = False) -> Judged:
    """Reckon a turn from the worth of the cells per throw number; `CLOSED` where a cell may not be filled."""
    # The same matrix for several throws is looked through once.
    tops = {id(matrix): matrix.max(axis=1) for matrix in cells}
    return Judged(tuple(cells), reckon(dice, [tops[id(matrix)] for matrix in cells], stay=stay))


def to_win(view: View, judge: Judged, base: float = 0.0) -> Judged:
    """In the last turn of a game the chance to win, a shared first place as its share; else the judgement as it is.

    What the judgement says is then the own sum but for what stands on the sheet, which counts with ``base`` added.
    """
    board = view["board"]
    totals = [sheet["total"] for sheet in board["sheets"]]
    if len(totals) == 1 or board["round"] < board["rounds"] or view["seat"] < len(totals) - 1:
        return judge
    own, most = totals.pop() + base, max(totals)
    tied = 1 / (1 + totals.count(most))
    cells = []
    for matrix in judge.cells:
        sums = own + matrix
        share = np.where(sums > most + TIE, 1.0, np.where(sums > most - TIE, tied, 0.0))
        cells.append(np.where(matrix > CLOSED / 2, share + NEAR * matrix, CLOSED))
    return judged(judge.turn.dice, cells, stay=board["stay"])


class Reckoner:
    """A computer that reckons a turn to its end with its own judgement of what ends are worth."""

    CARELESS = 0.0
    """How often it ends its turn with what lies there, without a look at what more throws could bring."""

    def careless(self, view: View) -> float:
        """How often it is careless under these house rules."""
        return self.CARELESS

    def judge(self, view: View) -> Judged:
        """The judgement of the turn."""
        raise NotImplementedError

    def announce(self, view: View, rng: random.Random) -> int:
        """The field to announce, among those offered."""
        raise NotImplementedError

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Throw, announce, hold or fill: the best by its own judgement."""
        board = view["board"]
        if board["phase"] == "roll":
            return {"kind": "roll"}
        if board["phase"] == "announce":
            return {"kind": "announce", "field": self.announce(view, rng)}
        own = typed(view, rng)
        if own is not None:
            return own
        judge = self.judge(view)
        kept = hold(judge.turn, board)
        if kept is not None and not (rng.random() < self.careless(view)):
            return {"kind": "keep", "dice": kept}
        row = judge.cells[board["throws"] - 1][lattice(judge.turn.dice).throw_at[tuple(sorted(board["dice"]))]]
        return fill(view, int(row.argmax()))


class Easy:
    """Keeps what is most alike, often stops early, and fills whatever brings the most at once."""

    STOPS = 0.35
    """How often it stops although it may throw again."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Throw, announce, keep or fill, without reckoning."""
        board = view["board"]
        if board["phase"] == "roll":
            return {"kind": "roll"}
        if domain_of(view, "announce") is not None:
            return {"kind": "announce", "field": self.announce(view, rng)}
        own = typed(view, rng)
        if own is not None:
            return own
        if domain_of(view, "keep") is not None and rng.random() >= self.STOPS:
            return {"kind": "keep", "dice": self._alike(board)}
        return self._most(view)

    def announce(self, view: View, rng: random.Random) -> int:
        """Any field that is offered."""
        offered = domain_of(view, "announce")
        assert offered is not None
        fields: list[int] = values_of(offered, "field")
        return fields[int(rng.random() * len(fields))]

    @staticmethod
    def _alike(board: dict[str, Any]) -> list[int]:
        """The positions of the face that lies there most often; one die is always thrown."""
        dice = board["dice"]
        laid = board["kept"] if board["stay"] else []
        face = max(dice, key=lambda shown: (dice.count(shown), shown))
        free = [at for at in range(len(dice)) if at not in laid]
        kept = [at for at in free if dice[at] == face]
        return kept if len(kept) < len(free) else kept[:-1]

    @staticmethod
    def _most(view: View) -> ActionDict:
        written, worth = domain_of(view, "write"), view["board"]["worth"] or []
        if written is not None:
            cells = values_of(written, "field")
            return {"kind": "write", "field": max(cells, key=lambda cell: worth[cell] if cell < len(worth) else 0)}
        struck = domain_of(view, "strike")
        assert struck is not None
        return {"kind": "strike", "field": values_of(struck, "field")[0]}


def alone(dice: int, ends: Sequence[Floats], *, stay: bool = False) -> Floats:
    """What each field brings on average when a turn is played for it alone (throws × fields per throw number)."""
    turn = reckon(dice, ends, stay=stay)
    start: Floats = turn.start()
    return start


remember = lru_cache(maxsize=256)
"""For judgements: a turn asks several times. The same question gives the same answer, so nothing is learnt by it."""


def closed(throws: int, cells: int) -> Floats:
    """A matrix with all cells closed."""
    return np.full((throws, cells), CLOSED)
