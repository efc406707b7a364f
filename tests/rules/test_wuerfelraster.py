"""Würfelraster, rule by rule."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from math import comb
from typing import Any

import pytest
from dicearena_games.boards import wuerfelraster as game
from dicearena_games.boards.raster_lines import CELLS, LINES, POINTS, classify
from dicearena_games.boards.wuerfelraster_types import Enter, Grid, State, WuerfelrasterOptions
from dicearena_games.common import Weiter
from dicearena_games.core import IllegalAction, Throw, expand

from tests.rules.driver import play


class Table:
    """A game under test: sums are given, cells filled, refusals named."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.state: State = game.start(WuerfelrasterOptions(**options), seats).state
        self.events: tuple[Any, ...] = ()

    def throw(self, total: int) -> Table:
        return self._take(game.thrown(self.state, (max(1, total - 6), min(6, total - 1))))

    def enter(self, seat: int, cell: int) -> Table:
        return self._take(game.act(self.state, seat, Enter(cell)))

    def refused(self, seat: int, action: Any) -> str:
        with pytest.raises(IllegalAction) as caught:
            game.act(self.state, seat, action)
        return caught.value.key.removeprefix("wuerfelraster.refused.")

    def fill(self, *grids: list[int]) -> Table:
        """Throw and enter until every seat's grid reads so; all grids need the same sums."""
        left = [list(enumerate(grid)) for grid in grids]
        for total in grids[0]:
            self.throw(total)
            for seat, cells in enumerate(left):
                cell = next(entry for entry in cells if entry[1] == total)
                cells.remove(cell)
                self.enter(seat, cell[0])
        return self

    def _take(self, step: Any) -> Table:
        self.state, self.events = step.state, step.events
        return self


def totals(state: State) -> list[int]:
    return [grid.total for grid in state.grids]


@pytest.mark.parametrize(
    ("sums", "category", "points"),
    [
        ((7, 2, 7, 4, 9), "pair", 1),
        ((7, 2, 7, 2, 9), "two_pairs", 3),
        ((7, 2, 7, 7, 9), "three", 3),
        ((7, 7, 7, 7, 9), "four", 6),
        ((7, 9, 7, 7, 9), "full_house", 8),
        ((3, 4, 5, 6, 7), "straight", 8),
        ((7, 8, 9, 10, 11), "straight", 8),
        ((2, 3, 4, 5, 6), "straight_without_7", 12),
        ((8, 9, 10, 11, 12), "straight_without_7", 12),
        ((7, 7, 7, 7, 7), "five", 10),
        ((2, 3, 4, 5, 7), "nothing", 0),
    ],
)
def test_a_line_is_worth_its_category_and_r1_order_does_not_matter(
    sums: tuple[int, ...], category: str, points: int
) -> None:
    for order in itertools.permutations(sums):
        assert classify(order) == category
    assert POINTS[classify(sums)] == points


def test_r2_every_line_has_exactly_one_category_and_their_counts_are_known() -> None:
    counted = Counter(classify(sums) for sums in itertools.combinations_with_replacement(range(2, 13), 5))
    straights = {"straight_without_7": 2, "straight": 5}
    assert counted == {
        "five": 11,
        "four": 11 * 10,
        "full_house": 11 * 10,
        "three": 11 * comb(10, 2),
        "two_pairs": comb(11, 2) * 9,
        "pair": 11 * comb(10, 3),
        **straights,
        "nothing": comb(11, 5) - sum(straights.values()),
    }


def test_a_line_of_another_length_is_no_line() -> None:
    with pytest.raises(ValueError, match="cells"):
        classify([7, 7])


def test_lines_are_five_rows_five_columns_and_two_diagonals() -> None:
    assert LINES[1] == (5, 6, 7, 8, 9)
    assert LINES[6] == (1, 6, 11, 16, 21)
    assert LINES[10] == (0, 6, 12, 18, 24)
    assert LINES[11] == (4, 8, 12, 16, 20)
    assert Counter(cell for line in LINES for cell in line) == {
        cell: 2 + (cell in LINES[10]) + (cell in LINES[11]) for cell in range(CELLS)
    }


def test_all_enter_the_same_sum_at_the_same_time_and_nobody_waits_for_a_turn() -> None:
    table = Table(seats=3).throw(9)
    assert game.awaiting(table.state) == (0, 1, 2)
    table.enter(2, 7)
    assert game.awaiting(table.state) == (0, 1)
    assert game.wants(table.state) is None
    table.enter(0, 0).enter(1, 24)
    assert [grid.cells[cell] for grid, cell in zip(table.state.grids, (0, 24, 7), strict=True)] == [9, 9, 9]
    assert table.state.round == 2


def test_the_throw_comes_by_itself_from_each_seat_in_turn() -> None:
    table = Table(seats=2)
    for number in range(1, 5):
        seat = (number - 1) % 2
        assert game.wants(table.state) == Throw(count=2, faces=6, seat=seat, hidden=False)
        table.throw(5)
        said = {"seat": seat, "dice": [1, 4], "sum": 5, "round": number}
        assert [(event.key, event.params) for event in table.events] == [("wuerfelraster.thrown", said)]
        table.enter(0, number).enter(1, number)


def test_what_is_entered_stays() -> None:
    table = Table().throw(9).enter(0, 7)
    assert table.refused(0, Enter(8)) == "entered"
    table.enter(1, 0).throw(4)
    assert table.refused(0, Enter(7)) == "cell_taken"
    assert table.refused(0, Enter(25)) == table.refused(0, Enter(-1)) == "not_a_cell"
    assert [action["cell"] for domain in game.legal(table.state, 0) for action in expand(domain)] == [
        cell for cell in range(CELLS) if cell != 7
    ]


def test_there_is_nothing_to_skip_and_nothing_to_enter_before_the_throw() -> None:
    table = Table()
    assert table.refused(0, Enter(3)) == "wait_dice"
    assert table.refused(0, Weiter()) == "no_pause"
    assert table.refused(2, Enter(3)) == "no_seat"


def test_a_full_line_shows_at_once_what_it_brings() -> None:
    table = Table(seats=1)
    for total, cell in zip((7, 7, 9, 9, 9), LINES[0], strict=True):
        table.throw(total).enter(0, cell)
    assert table.events[-1].params == {"seat": 0, "line": 0, "category": "full_house", "points": 8}
    (grid,) = game.view(table.state, None)["grids"]
    assert (grid["points"], grid["total"]) == ([8] + [0] * 11, 8)
    assert grid["cells"] == [7, 7, 9, 9, 9] + [0] * 20


def test_a_full_line_that_brings_nothing_is_told_from_one_that_is_not_full() -> None:
    table = Table(seats=1)
    for total, cell in zip((2, 4, 7, 9, 12), LINES[0], strict=True):
        table.throw(total).enter(0, cell)
    assert table.events[-1].params == {"seat": 0, "line": 0, "category": "nothing", "points": 0}
    (grid,) = game.view(table.state, None)["grids"]
    assert (grid["points"], grid["total"]) == ([-1] + [0] * 11, 0)


@pytest.mark.parametrize(("doubled", "times"), [(True, 2), (False, 1)])
def test_diagonals_count_twice_unless_the_house_rule_is_off(doubled: bool, times: int) -> None:
    table = Table(seats=1, double_diagonals=doubled).fill([7] * CELLS)
    result = game.result(table.state)
    assert result is not None
    assert result.scores == (10.0 * (10 + 2 * times),)
    assert result.bests == ({"raster_high" if doubled else "raster_high_plain": result.scores[0]},)


def test_after_25_throws_the_grid_is_full_and_the_way_every_line_was_counted_is_told() -> None:
    one = [7, 7, 2, 2, 2] + [2, 3, 4, 5, 6] + [9] * 15
    two = [9] * 25
    two[3], two[8], two[13], two[18], two[23] = 7, 7, 2, 2, 2
    two[0], two[6], two[12], two[19], two[20] = 2, 3, 4, 5, 6
    table = Table(seats=2).fill(one, two)
    assert table.state.round == CELLS
    (counted,) = [event.params for event in table.events if event.key == "wuerfelraster.counted"]
    grids = game.view(table.state, None)["grids"]
    for said, grid, shown in zip(counted["points"], (one, two), grids, strict=True):
        worth = [POINTS[classify(grid[cell] for cell in line)] for line in LINES]
        assert said == [*worth[:10], 2 * worth[10], 2 * worth[11]]
        assert shown == {"cells": grid, "points": [points or -1 for points in said], "total": sum(said)}
    winner = max((0, 1), key=totals(table.state).__getitem__)
    assert table.events[-1].params == {"seats": [winner]}
    assert table.refused(0, Enter(0)) == "over"


def test_the_most_points_win_and_equal_points_share_a_place() -> None:
    rows = [7] * 5 + [2, 3, 4, 5, 6] + [12, 12, 12, 11, 11] + [8, 10, 2, 4, 7] + [3] * 5
    mixed = sorted(rows, key=lambda total: (total * 7) % 11)
    table = Table(seats=3).fill(rows, mixed, rows)
    result = game.result(table.state)
    assert result is not None
    assert totals(table.state)[0] == totals(table.state)[2] > totals(table.state)[1]
    assert result.places == (1, 3, 1)
    assert result.rare == ({}, {}, {})


def test_a_sum_goes_into_each_grid_once_and_totals_are_the_full_lines() -> None:
    for doubled, seats in itertools.product((True, False), range(1, 7)):
        thrown: Counter[int] = Counter()
        for _, step in play(game, WuerfelrasterOptions(double_diagonals=doubled), seats, seats):
            thrown += Counter(event.params["sum"] for event in step.events if event.key == "wuerfelraster.thrown")
            state = step.state
            for grid, mine in zip(state.grids, state.entered, strict=True):
                owed = Counter([sum(state.dice)]) if state.dice is not None and mine is None else Counter()
                assert Counter(cell for cell in grid.cells if cell is not None) + owed == thrown
                full = [n for n, line in enumerate(LINES) if all(grid.cells[cell] is not None for cell in line)]
                assert [n for n, points in enumerate(grid.points) if points is not None] == full
                assert sum(points or 0 for points in grid.points) == grid.total


def test_count_of_ways_to_fill_the_last_cells() -> None:
    rng = random.Random(3)
    leaves, nodes = 0, 0
    cells = tuple(None if cell in (3, 12, 21) else rng.randint(2, 12) for cell in range(CELLS))
    start = State(WuerfelrasterOptions(), "enter", 23, None, (Grid(cells),), (None,))
    waiting = [start]
    while waiting:
        state = waiting.pop()
        nodes += 1
        if game.result(state) is not None:
            leaves += 1
            continue
        for total in range(2, 13):
            after = game.thrown(state, (max(1, total - 6), min(6, total - 1))).state
            waiting += [
                game.act(after, 0, game.ACTIONS.validate_python(action)).state
                for domain in game.legal(after, 0)
                for action in expand(domain)
            ]
    assert leaves == 11**3 * 6
    assert nodes == 1 + 11 * 3 + 11**2 * 6 + leaves
