"""Würfelraster's kinds of vectors."""

from __future__ import annotations

from typing import Any, Final

from dicearena_games.boards.raster_lines import DIAGONALS, LINES, POINTS, SIZE, Category, classify, times
from dicearena_games.boards.wuerfelraster import entered
from dicearena_games.boards.wuerfelraster_types import Grid

from dicearena_cli.vectors.kinds import Kinds, given

NAMES: Final[dict[Category, str]] = {
    "nothing": "nichts",
    "pair": "Paar",
    "two_pairs": "Zwei Paare",
    "three": "Drilling",
    "four": "Vier Gleiche",
    "full_house": "Full House",
    "straight": "Straße",
    "straight_without_7": "Straße ohne 7",
    "five": "Fuenf Gleiche",
}


def _line(case: dict[str, Any]) -> dict[str, Any]:
    category = classify(case["sums"])
    return {"category": NAMES[category], "points": POINTS[category]}


def _grid(case: dict[str, Any]) -> dict[str, Any]:
    doubled = given(case, "double_diagonals", True)
    grid = Grid()
    for cell, value in enumerate(value for row in case["rows"] for value in row):
        grid = entered(grid, cell, value, doubled)
    points = [grid.points[line] or 0 for line in range(len(LINES))]
    return {
        "rows": points[:SIZE],
        "columns": points[SIZE : 2 * SIZE],
        "diagonals_single": [points[line] // times(line, doubled) for line in DIAGONALS],
        "total": grid.total,
    }


KINDS: Final[Kinds] = {"line": _line, "grid": _grid}
