"""The computers of Würfelraster, the learnt values of lines and play from them for many grids at once."""

from __future__ import annotations

import itertools
import random
from typing import Any

import numpy as np
import pytest
from dicearena_cli.arena.stats import mean_interval
from dicearena_contracts.catalogue import Level
from dicearena_games.boards.raster_lines import CELLS, LINES, POINTS, category_of, classify, times
from dicearena_players.wuerfelraster import lines
from dicearena_players.wuerfelraster.values import values
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful, solo_scores, won_by_first

LEVELS = [level.value for level in Level]
GOAL = 65
"""Mean points, diagonals doubled, that the strong computer has to reach (issue 3)."""


def _grid(rng: random.Random, filled: int) -> list[int | None]:
    cells: list[int | None] = [None] * CELLS
    for cell in rng.sample(range(CELLS), filled):
        cells[cell] = rng.randint(1, 6) + rng.randint(1, 6)
    return cells


@pytest.mark.parametrize("double", [True, False])
def test_a_full_grid_is_worth_its_points(double: bool) -> None:
    cells = _grid(random.Random(3), CELLS)
    points = 0
    for line in range(len(LINES)):
        category = category_of(cells, line)
        assert category is not None
        points += POINTS[category] * times(line, double)
    assert values(double).worth(lines.states_of(cells), 0) == points


@pytest.mark.parametrize("double", [True, False])
def test_with_one_free_cell_the_shipped_values_are_exact(double: bool) -> None:
    rng = random.Random(8)
    for _ in range(40):
        cells = _grid(rng, CELLS - 1)
        free = cells.index(None)
        mean = 0.0
        for one, two in itertools.product(range(1, 7), repeat=2):
            full = [one + two if cell == free else total for cell, total in enumerate(cells)]
            mean += float(values(double).worth(lines.states_of(full), 0)) / 36
        assert float(values(double).worth(lines.states_of(cells), 1)) == pytest.approx(mean, rel=2e-3, abs=0.02)


def test_looking_ahead_is_the_mean_of_the_best_cells() -> None:
    cells = _grid(random.Random(21), 20)
    taken = [total is not None for total in cells]
    free = [cell for cell, filled in enumerate(taken) if not filled]
    table, mean = values(True), 0.0
    for one, two in itertools.product(range(1, 7), repeat=2):
        grown = [[one + two if at == cell else total for at, total in enumerate(cells)] for cell in free]
        mean += max(float(table.worth(lines.states_of(after), len(free) - 1)) for after in grown) / 36
    ahead = table.looking_ahead(lines.states_of(cells)[None], np.array([taken]), len(free))
    assert float(ahead[0]) == pytest.approx(mean, rel=1e-5)


def test_playing_on_fills_every_free_cell_with_the_throws() -> None:
    cells = _grid(random.Random(5), 23)
    free = [cell for cell, total in enumerate(cells) if total is None]
    ends = values(True).played_on(
        np.repeat(lines.states_of(cells)[None], 2, axis=0),
        np.array([[total is not None for total in cells]] * 2),
        np.array([[0, 10], [5, 5]]),
    )
    for throws, end in zip([(2, 12), (7, 7)], ends, strict=True):
        filled = []
        for order in itertools.permutations(free):
            full = [throws[order.index(at)] if at in order else total for at, total in enumerate(cells)]
            filled.append(float(values(True).worth(lines.states_of(full), 0)))
        assert float(end) in filled


def test_chance_fills_a_line_with_its_mean() -> None:
    points = lines.filled_by_chance()
    state = lines.INDEX[5, 6, 7]
    throws = itertools.product(range(1, 7), repeat=4)
    mean = sum(POINTS[classify([5, 6, 7, sum(throw[:2]), sum(throw[2:])])] for throw in throws)
    assert points[state] == pytest.approx(mean / 6**4)


@settings(max_examples=12, deadline=None)
@given(double=st.booleans(), levels=st.lists(st.sampled_from(LEVELS), min_size=1, max_size=6), seed=st.integers(0, 999))
def test_only_free_cells_under_all_rules(double: bool, levels: list[str], seed: int) -> None:
    options: dict[str, Any] = {"double_diagonals": double}
    check_lawful("wuerfelraster", options, levels, seed)


@pytest.mark.parametrize(("better", "worse", "games"), [("strong", "normal", 40), ("normal", "easy", 40)])
def test_the_better_level_wins_clearly(better: str, worse: str, games: int) -> None:
    assert won_by_first("wuerfelraster", better, worse, games)[0] > 0.5


def test_strong_wins_with_plain_diagonals_too() -> None:
    assert won_by_first("wuerfelraster", "strong", "normal", 40, double_diagonals=False)[0] > 0.5


def test_strong_alone_reaches_the_goal() -> None:
    _, interval = mean_interval(solo_scores("wuerfelraster", "strong", 200))
    assert interval is not None
    assert interval[0] > GOAL
