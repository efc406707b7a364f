"""Lines of Würfelraster as numbers: the sums that lie in a line, in any order, are one state.

State 0 is the empty line; the full ones come last. `NEXT` says what a sum makes of a state, so that a grid is a vector
of twelve states.
"""

from __future__ import annotations

import itertools
from typing import Any, Final

import numpy as np
import numpy.typing as npt
from dicearena_games.boards.raster_lines import CELLS, DIAGONALS, LINES, POINTS, SIZE, classify

Floats = npt.NDArray[Any]
Ints = npt.NDArray[Any]

LOWEST: Final = 2
SUMS: Final = 11
CHANCES: Final[Floats] = np.array([min(total - 1, 13 - total) for total in range(LOWEST, LOWEST + SUMS)]) / 36
"""Of the sums 2 to 12."""

_STATES: Final = [
    state
    for size in range(SIZE + 1)
    for state in itertools.combinations_with_replacement(range(LOWEST, LOWEST + SUMS), size)
]
INDEX: Final = {state: n for n, state in enumerate(_STATES)}
"""Ascending sums → the number of the state."""
STATES: Final = len(_STATES)
OPEN: Final = sum(len(state) < SIZE for state in _STATES)
"""States below this are lines with room."""
NEXT: Final[Ints] = np.array(
    [
        [INDEX[tuple(sorted((*state, total)))] if len(state) < SIZE else 0 for total in range(LOWEST, LOWEST + SUMS)]
        for state in _STATES
    ],
    dtype=np.int32,
)
"""``NEXT[state, sum - 2]``; 0 for a full line."""
FULL_POINTS: Final[Floats] = np.array([POINTS[classify(state)] for state in _STATES[OPEN:]], dtype=np.float64)
"""Points of the full states, plainly counted."""

CROSSES: Final[Ints] = np.array([[cell in line for cell in range(CELLS)] for line in LINES])
"""``[line, cell]``: whether the line goes through the cell."""
KINDS: Final = 3
KIND: Final[Ints] = np.array(
    [2 if line in DIAGONALS else int(line % SIZE == SIZE // 2) for line in range(len(LINES))], dtype=np.int32
)
"""Per line: 0 a row or column, 1 a middle one (it meets both diagonals in one cell), 2 a diagonal."""


def states_of(cells: list[int | None]) -> Ints:
    """The states of the twelve lines of a grid."""
    return np.array(
        [INDEX[tuple(sorted([total for cell in line if (total := cells[cell]) is not None]))] for line in LINES],
        dtype=np.int32,
    )


def filled_by_chance() -> Floats:
    """Points of each state, if the next throws all went into this line: exact, plainly counted."""
    points = np.zeros(STATES)
    points[OPEN:] = FULL_POINTS
    for state in range(OPEN - 1, -1, -1):
        points[state] = CHANCES @ points[NEXT[state]]
    return points
