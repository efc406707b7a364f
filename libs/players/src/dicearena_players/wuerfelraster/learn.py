"""Learns what the lines of a growing grid are worth, by playing millions of games against chance (offline, numba).

The value of a grid is the sum over its lines of a table entry: by the number of free cells of the grid, the kind of
line and what lies in it. Play takes the cell with the best sum; after each game the entries of every position move
towards what came of it (temporal differences, looking half-way to the end). With one free cell left the entries are
set to the exact expectation, with none to the points.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Final

import numpy as np
from dicearena_games.boards.raster_lines import CELLS, LINES_OF
from numba import njit

from dicearena_players.wuerfelraster.lines import FULL_POINTS, KIND, KINDS, NEXT, OPEN, STATES, Floats, filled_by_chance

SCHEDULE: Final = (
    (0.3, 0.02, 200_000),
    (0.2, 0.02, 200_000),
    (0.1, 0.02, 300_000),
    (0.05, 0.0, 300_000),
    (0.02, 0.0, 600_000),
    (0.01, 0.0, 600_000),
)
"""Rate of learning, share of random cells, games."""
HOPE: Final = 5.0
"""What a line is worth before anything is known: more than it brings, so that everything is tried."""

_LINES_OF: Final = np.array([[*lines, *[-1] * (4 - len(lines))] for lines in LINES_OF], dtype=np.int32)


def learn(
    diagonals: int, step: Callable[[], None], schedule: tuple[tuple[float, float, int], ...] = SCHEDULE
) -> Floats:
    """The table ``[free cells, kind, state]``, where diagonals count so many times; ``step`` is called per stage."""
    times = np.array([1, 1, diagonals])[:, None]
    table = np.full((CELLS, KINDS, STATES), HOPE)
    table[:, :, OPEN:] = FULL_POINTS * times
    table[1] = filled_by_chance() * times
    for n, (rate, astray, games) in enumerate(schedule):
        _play(table, NEXT, KIND, _LINES_OF, OPEN, rate, astray, games, n + 1)
        step()
    return table


@njit(cache=False)
def _play(table, following, kind, lines_of, is_open, rate, astray, games, seed):  # type: ignore[no-untyped-def]  # noqa: PLR0912
    noise = np.uint64(seed)
    seen = np.zeros((25, 12), np.int32)
    values = np.zeros(25)
    for _ in range(games):
        lines = np.zeros(12, np.int32)
        free = np.ones(25, np.bool_)
        for turn in range(25):
            left = 24 - turn
            noise = noise * np.uint64(6364136223846793005) + np.uint64(1442695040888963407)
            bits = noise >> np.uint64(33)
            total = np.int64(bits % np.uint64(6)) + np.int64((bits // np.uint64(6)) % np.uint64(6))
            bits = bits // np.uint64(36)
            chosen, best = -1, -1e9
            if np.float64(bits % np.uint64(1000)) < 1000 * astray:
                skip = np.int64((bits // np.uint64(1000)) % np.uint64(left + 1))
                for cell in range(25):
                    if free[cell]:
                        if skip == 0:
                            chosen = cell
                            break
                        skip -= 1
            else:
                for cell in range(25):
                    if not free[cell]:
                        continue
                    more = 0.0
                    for n in range(4):
                        line = lines_of[cell, n]
                        if line < 0:
                            break
                        at = table[left, kind[line]]
                        more += at[following[lines[line], total]] - at[lines[line]]
                    if more > best:
                        best, chosen = more, cell
            free[chosen] = False
            for n in range(4):
                line = lines_of[chosen, n]
                if line < 0:
                    break
                lines[line] = following[lines[line], total]
            values[turn] = 0.0
            for line in range(12):
                seen[turn, line] = lines[line]
                values[turn] += table[left, kind[line], lines[line]]
        aim = values[24]
        for turn in range(22, -1, -1):
            aim = (values[turn + 1] + aim) / 2
            count = 0
            for line in range(12):
                count += seen[turn, line] < is_open
            for line in range(12):
                if seen[turn, line] < is_open:
                    table[24 - turn, kind[line], seen[turn, line]] += rate * (aim - values[turn]) / count
