"""What the twelve lines of a 5 × 5 grid are worth.

Lines are numbered 0–4 rows from the top, 5–9 columns from the left, 10 the diagonal from the top left, 11 the other.
Cells are numbered row by row from the top left, 0–24.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache
from types import MappingProxyType
from typing import Final, Literal

Category = Literal[
    "nothing", "pair", "two_pairs", "three", "four", "full_house", "straight", "straight_without_7", "five"
]

SIZE: Final = 5
CELLS: Final = SIZE * SIZE
DIAGONALS: Final = (10, 11)

POINTS: Final = MappingProxyType[Category, int](
    {
        "nothing": 0,
        "pair": 1,
        "two_pairs": 3,
        "three": 3,
        "four": 6,
        "full_house": 8,
        "straight": 8,
        "straight_without_7": 12,
        "five": 10,
    }
)

LINES: Final[tuple[tuple[int, ...], ...]] = (
    *(tuple(range(row * SIZE, row * SIZE + SIZE)) for row in range(SIZE)),
    *(tuple(range(column, CELLS, SIZE)) for column in range(SIZE)),
    tuple(range(0, CELLS, SIZE + 1)),
    tuple(range(SIZE - 1, CELLS - 1, SIZE - 1)),
)
"""The cells of each line."""
LINES_OF: Final = tuple(tuple(n for n, line in enumerate(LINES) if cell in line) for cell in range(CELLS))
"""The lines through each cell."""

_BY_COUNTS: Final = MappingProxyType[tuple[int, ...], Category](
    {
        (5,): "five",
        (4, 1): "four",
        (3, 2): "full_house",
        (3, 1, 1): "three",
        (2, 2, 1): "two_pairs",
        (2, 1, 1, 1): "pair",
    }
)


def classify(sums: Iterable[int]) -> Category:
    """The one category of five sums; their order does not matter (R-1), and no category overlaps another (R-2).

    >>> classify([10, 12, 8, 11, 9])
    'straight_without_7'
    """
    return _classify(tuple(sorted(sums)))


@cache
def _classify(sums: tuple[int, ...]) -> Category:
    if len(sums) != SIZE:
        raise ValueError(f"a line has {SIZE} cells, not {len(sums)}")
    alike = _BY_COUNTS.get(tuple(sorted(Counter(sums).values(), reverse=True)))
    if alike is not None:
        return alike
    if sums[-1] - sums[0] != SIZE - 1:
        return "nothing"
    return "straight" if 7 in sums else "straight_without_7"


def category_of(cells: Sequence[int | None], line: int) -> Category | None:
    """The category of a line of a grid; None while it is not full."""
    sums = [cells[cell] for cell in LINES[line]]
    return None if None in sums else classify([one for one in sums if one is not None])


def times(line: int, double_diagonals: bool) -> int:
    """How often a line counts."""
    return 2 if double_diagonals and line in DIAGONALS else 1
