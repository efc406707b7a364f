"""General, rule by rule."""

from __future__ import annotations

import pytest
from dicearena_games.sheets import general
from dicearena_games.sheets.general import FIELDS, GeneralOptions, points
from dicearena_games.sheets.sheet_types import Keep

from tests.rules.sheets import SheetTable, nodes


@pytest.mark.parametrize(
    ("dice", "field", "later", "first"),
    [
        ((2, 2, 5, 5, 2), "twos", 6, 6),
        ((2, 2, 5, 5, 2), "fours", 0, 0),
        ((2, 3, 4, 5, 1), "straight", 20, 25),
        ((2, 3, 4, 5, 6), "straight", 20, 25),
        ((2, 3, 4, 5, 5), "straight", 0, 0),
        ((6, 4, 4, 6, 4), "full_house", 30, 35),
        ((6, 6, 6, 6, 1), "four_alike", 40, 45),
        ((6, 6, 6, 1, 1), "four_alike", 0, 0),
        ((6, 6, 6, 6, 6), "general", 60, 60),
        ((6, 6, 6, 6, 1), "general", 0, 0),
    ],
)
def test_ge1_what_a_throw_brings_and_more_on_the_first(
    dice: tuple[int, ...], field: str, later: int, first: int
) -> None:
    options = GeneralOptions()
    assert points(dice, field, options, first=False) == later
    assert points(dice, field, options, first=True) == first


def test_ge1_a_general_may_bring_50() -> None:
    assert points((1,) * 5, "general", GeneralOptions(general=50), first=False) == 50


def test_ge3_five_alike_are_four_alike_but_no_full_house() -> None:
    five, options = (3,) * 5, GeneralOptions()
    assert points(five, "four_alike", options, first=False) == 40
    assert points(five, "full_house", options, first=True) == 0


def test_the_higher_value_is_for_the_first_throw_of_a_turn_only() -> None:
    table = SheetTable(general).roll(1, 2, 3, 4, 5)
    assert table.board()["worth"][table.cell("straight")] == 25
    table.keep((0, 1, 2, 3), 5)
    assert table.board()["worth"][table.cell("straight")] == 20


def test_dice_put_aside_stay() -> None:
    table = SheetTable(general).roll(1, 2, 3, 6, 6).keep((3, 4), 6, 1, 1)
    assert table.state.dice == (6, 1, 1, 6, 6)
    assert table.offered("keep") == [(), (0,), (1,), (2,), (0, 1), (0, 2), (1, 2)]
    assert table.refused(Keep((3,))) == "already_laid"
    assert table.refused(Keep((0, 1, 2))) == "throw_one"
    table.keep((0,), 6, 6)
    assert table.state.dice == (6, 6, 6, 6, 6)
    assert table.refused(Keep(())) == "no_throw_left"


def test_ge2_a_general_on_the_first_throw_wins_at_once_whatever_the_points() -> None:
    table = SheetTable(general, seats=3).fill(1, sixes=30).fill(2, fives=25)
    table.roll(2, 2, 2, 2, 2).write("general")
    assert table.event("sheet.won") == {"seats": [0], "at_once": True}
    table = SheetTable(general, seats=3).fill(0, four_alike=45).fill(1, general=60, sixes=30)
    table.roll(1, 1, 1, 1, 2).strike("ones")
    table.roll(1, 1, 1, 1, 2).strike("ones")
    result = general.result(table.roll(2, 2, 2, 2, 2).write("general").state)
    assert result is not None
    assert result.places == (3, 2, 1)
    assert result.scores == (45.0, 90.0, 60.0)


def test_ge2_a_later_general_or_another_field_or_the_house_rule_off_wins_nothing() -> None:
    assert SheetTable(general).roll(2, 2, 2, 2, 3).keep((0, 1, 2, 3), 2).write("general").state.phase == "roll"
    assert SheetTable(general).roll(2, 2, 2, 2, 2).write("twos").state.phase == "roll"
    assert SheetTable(general, first_general_wins=False).roll(2, 2, 2, 2, 2).write("general").state.phase == "roll"


def test_ten_rounds() -> None:
    table = SheetTable(general, seats=1)
    for field in FIELDS:
        assert table.board()["rounds"] == 10
        table.roll(1, 2, 4, 6, 6).strike(field)
    assert table.state.phase == "over"


def test_size_of_the_game_tree() -> None:
    assert [nodes(general, general.start(GeneralOptions(), 1).state, depth) for depth in range(4)] == PERFT


PERFT = [1, 1, 252, 252 * (31 + 10) + 756 + 2 + 30 + 36 + 6]
"""Depth 3: keeps and strikes per throw, then writes: numbers, straights, full houses, four alike, generals."""
