"""Crag, rule by rule."""

from __future__ import annotations

import pytest
from dicearena_games.sheets import crag
from dicearena_games.sheets.crag import FIELDS, CragOptions, points
from dicearena_games.sheets.sheet_types import Keep, Write

from tests.rules.sheets import SheetTable, nodes


@pytest.mark.parametrize(
    ("dice", "field", "expected"),
    [
        ((2, 2, 1), "twos", 4),
        ((2, 2, 1), "ones", 1),
        ((2, 2, 1), "sixes", 0),
        ((5, 1, 3), "odd", 20),
        ((2, 6, 4), "even", 20),
        ((3, 1, 2), "low", 20),
        ((4, 6, 5), "high", 20),
        ((5, 5, 5), "triple", 25),
        ((3, 6, 4), "thirteen", 26),
        ((2, 5, 6), "thirteen", 26),
        ((6, 6, 1), "crag", 50),
        ((5, 3, 5), "crag", 50),
        ((4, 4, 5), "crag", 50),
        ((3, 4, 6), "crag", 0),
        ((5, 5, 5), "crag", 0),
    ],
)
def test_what_a_throw_brings(dice: tuple[int, ...], field: str, expected: int) -> None:
    assert points(dice, field, crag_filled=False) == expected


@pytest.mark.parametrize("dice", [(2, 3, 4), (3, 4, 5)])
def test_two_runs_are_no_sequence(dice: tuple[int, ...]) -> None:
    assert [points(dice, field, crag_filled=False) for field in ("odd", "even", "low", "high")] == [0] * 4


@pytest.mark.parametrize("entered", [50, 0])
def test_cr1_a_crag_counts_as_thirteen_once_crag_is_filled_even_if_struck(entered: int) -> None:
    table = SheetTable(crag).roll(6, 1, 6)
    assert table.offered("write") == ["ones", "sixes", "crag"]
    table.fill(0, crag=entered)
    assert table.offered("write") == ["ones", "sixes", "thirteen"]
    assert table.write("thirteen").event("sheet.written")["points"] == 26


def test_a_turn_has_two_throws_and_cr2_any_dice_may_be_kept() -> None:
    table = SheetTable(crag).roll(4, 2, 4)
    assert table.offered("keep") == [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    table.keep((0, 2), 5)
    assert table.state.dice == (4, 5, 4)
    assert table.offered("keep") == []
    assert table.refused(Keep(())) == "no_throw_left"
    assert table.write("crag").state.turn == 1


def test_any_open_category_may_be_struck_at_any_time_and_stays_struck() -> None:
    table = SheetTable(crag, seats=1).roll(6, 1, 6)
    assert table.offered("strike") == list(FIELDS)
    table.strike("crag")
    assert table.event("sheet.struck") == {"seat": 0, "field": "crag", "column": 0, "points": 0, "dice": [6, 1, 6]}
    assert "crag" not in table.roll(6, 1, 6).offered("strike")
    assert table.refused(Write(table.cell("crag"))) == "filled"


def test_after_thirteen_rounds_the_best_sum_wins() -> None:
    table = SheetTable(crag)
    for field in FIELDS:
        table.roll(6, 6, 1).strike(field) if field != "sixes" else table.roll(6, 6, 1).write(field)
        table.roll(6, 6, 1).strike(field)
    assert table.state.phase == "over"
    result = crag.result(table.state)
    assert result is not None
    assert (result.places, result.scores) == ((1, 2), (12.0, 0.0))
    assert table.event("sheet.won") == {"seats": [0], "at_once": False}


def test_a_written_crag_is_the_rare_throw() -> None:
    table = SheetTable(crag).roll(6, 6, 1).write("crag").roll(6, 6, 1).strike("crag")
    assert [sheet.rare for sheet in table.state.sheets] == [1, 0]


def test_size_of_the_game_tree() -> None:
    assert [nodes(crag, crag.start(CragOptions(), 1).state, depth) for depth in range(5)] == PERFT


PERFT = [1, 1, 56, 56 * (7 + 13) + 126 + 4 + 6 + 2 + 3, 8541]
"""Depth 3: keeps and strikes per throw, then writes: numbers, sequences, triples, thirteens, crags."""
