"""The three computers of Würfelraster. All play for their own points: nobody can hinder anybody."""

from __future__ import annotations

import random
from functools import cache
from typing import Final

import numpy as np
from dicearena_games.boards.raster_lines import DIAGONALS, LINES, LINES_OF, times
from dicearena_games.common import decoded
from dicearena_games.core import ActionDict

from dicearena_players.policy import View, domain_of, legal_actions, values_of
from dicearena_players.wuerfelraster.lines import CROSSES, LOWEST, NEXT, Floats, Ints, filled_by_chance, states_of
from dicearena_players.wuerfelraster.values import values

_WAYS: Final[Ints] = np.array([one + two for one in range(6) for two in range(6)])
"""The 36 throws as sums, less 2."""


class Easy:
    """Looks for company: a cell in line with an equal sum, else any cell."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """A cell with many equal sums in its rows and columns; diagonals are not looked at."""
        cells = _free(view)
        if not cells:
            return legal_actions(view)[0]
        grid, total = _grid(view), view["board"]["sum"]

        def company(cell: int) -> int:
            plain = [line for line in LINES_OF[cell] if line not in DIAGONALS]
            return sum(grid[other] == total for line in plain for other in LINES[line])

        most = max(map(company, cells))
        best = [cell for cell in cells if company(cell) == most]
        return {"kind": "enter", "cell": best[int(rng.random() * len(best))]}


class Normal:
    """The best cell, if the next throws went into its lines one after the other; now and then the second best.

    All at a table enter the same sums: without a mind of their own, several would fill the same grid.
    """

    CARELESS: Final = 0.15

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Computes every line by itself; ``rng`` parts equal cells and overlooks the best one."""
        cells = _free(view)
        if not cells:
            return legal_actions(view)[0]
        points = _by_chance()
        lines = states_of(_grid(view))
        grown = points[NEXT[lines, view["board"]["sum"] - LOWEST]] - points[lines]
        weight = [times(line, view["options"]["double_diagonals"]) for line in range(len(LINES))]
        gains = (grown * weight) @ CROSSES
        ranked = sorted(cells, key=lambda cell: (round(float(gains[cell]), 9), rng.random()), reverse=True)
        return {"kind": "enter", "cell": ranked[len(ranked) > 1 and rng.random() < self.CARELESS]}


class Strong:
    """Learnt values of lines, one throw looked ahead, and the best few cells played to the end many times."""

    FEW: Final = 4
    GAMES: Final = 128
    """Per cell; all cells get the same throws."""
    TRUST: Final = 32.0
    """How many games the looking ahead counts for."""
    FAR: Final = 3.0
    """Cells whose value is so much below the best are not played on."""
    EXACT: Final = 2
    """With no more cells free afterwards looking one throw ahead is exact."""

    def __init__(self) -> None:
        # Unpacked before the first decision.
        for double_diagonals in (False, True):
            values(double_diagonals)

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The cell with the best mean; ``rng`` throws the dice of the games played on."""
        cells = _free(view)
        if not cells:
            return legal_actions(view)[0]
        return {"kind": "enter", "cell": self._best(view, cells, rng)}

    def _best(self, view: View, cells: list[int], rng: random.Random) -> int:
        if len(cells) == 1:
            return cells[0]
        table, free = values(view["options"]["double_diagonals"]), len(cells) - 1
        grid = _grid(view)
        before = states_of(grid)
        lines = np.where(CROSSES.T[cells], NEXT[before, view["board"]["sum"] - LOWEST], before)
        taken = np.tile([total is not None for total in grid], (len(cells), 1))
        taken[np.arange(len(cells)), cells] = True
        ahead = table.looking_ahead(lines, taken, free)
        few = [int(n) for n in np.argsort(-ahead, kind="stable")[: self.FEW] if ahead[n] > ahead.max() - self.FAR]
        if free <= self.EXACT or len(few) == 1:
            return cells[few[0]]
        throws = np.tile(_throws(rng, self.GAMES, free), (len(few), 1))
        begun, filled = (np.repeat(one[few], self.GAMES, axis=0) for one in (lines, taken))
        ends = table.played_on(begun, filled, throws)
        means = (ends.reshape(len(few), -1).sum(axis=1) + self.TRUST * ahead[few]) / (self.GAMES + self.TRUST)
        return cells[few[int(means.argmax())]]


def _grid(view: View) -> list[int | None]:
    """The own grid, None where it is free."""
    return decoded(view["board"]["grids"][view["seat"]]["cells"])


def _free(view: View) -> list[int]:
    domain = domain_of(view, "enter")
    return [] if domain is None else values_of(domain, "cell")


def _throws(rng: random.Random, games: int, count: int) -> Ints:
    drawn = np.frombuffer(rng.randbytes(2 * games * count), dtype="<u2")
    throws: Ints = _WAYS[drawn % len(_WAYS)].reshape(games, count)
    return throws


@cache
def _by_chance() -> Floats:
    return filled_by_chance()
