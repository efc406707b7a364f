"""Mickey, rule by rule."""

from __future__ import annotations

import pytest
from dicearena_games.sheets import mickey
from dicearena_games.sheets.mickey import FIELDS, MickeyOptions, points
from dicearena_games.sheets.sheet_types import Announce, Keep, Roll, Strike, Write

from tests.rules.sheets import SheetTable, nodes


@pytest.mark.parametrize(
    ("dice", "field", "throws", "expected"),
    [
        ((4, 5, 3, 6, 4), "fours", 2, 8),
        ((4, 5, 3, 6, 4), "twos", 3, 0),
        ((4, 5, 3, 6, 4), "straight", 1, 30),
        ((4, 1, 3, 2, 5), "straight", 3, 40),
        ((4, 1, 3, 2, 5), "mickey", 2, 50),
        ((4, 6, 3, 2, 5), "mickey", 2, 50),
        ((4, 6, 3, 2, 5), "mickey", 1, 0),
        ((4, 6, 3, 2, 5), "mickey", 3, 0),
        ((4, 6, 3, 5, 5), "mickey", 2, 0),
    ],
)
def test_mi2_mi3_what_a_throw_brings(dice: tuple[int, ...], field: str, throws: int, expected: int) -> None:
    assert points(dice, field, MickeyOptions(), throws=throws) == expected


def test_mi6_a_mickey_brings_what_the_house_says() -> None:
    assert points((1, 2, 3, 4, 5), "mickey", MickeyOptions(mickey=70), throws=2) == 70


def test_mi1_mi2_five_dice_eight_categories_eight_rounds() -> None:
    table = SheetTable(mickey, seats=1)
    for field in FIELDS:
        assert table.board()["rounds"] == len(FIELDS) == 8
        table.roll(2, 2, 4, 4, 6).announce(field)
        table.write(field) if field in table.offered("write") else table.strike(field)
    assert table.state.phase == "over"


def test_mi5_one_open_category_is_announced_after_the_first_throw() -> None:
    table = SheetTable(mickey).fill(0, twos=4).roll(1, 1, 2, 3, 5)
    assert table.offered("announce") == [field for field in FIELDS if field != "twos"]
    assert table.refused(Keep(())) == "announce_first"
    assert table.refused(Announce(table.cell("twos"))) == "filled"
    table.announce("ones")
    assert table.event("sheet.announced") == {"seat": 0, "field": "ones"}
    assert table.refused(Announce(0)) == "nothing_to_announce"
    assert table.offered("write") == ["ones"]
    assert table.refused(Write(table.cell("fives"))) == "other_field"


def test_mi5_the_house_may_want_the_announcement_before_the_first_throw() -> None:
    table = SheetTable(mickey, announce="before")
    assert table.refused(Roll()) == "announce_first"
    table.announce("fives").roll(1, 1, 2, 3, 5)
    assert table.offered("write") == ["fives"]
    assert table.write("fives").state.phase == "announce"


def test_mi4_dice_may_be_taken_up_again() -> None:
    table = SheetTable(mickey).roll(1, 1, 2, 3, 5).announce("ones").keep((0, 1), 4, 4, 4)
    assert (2, 3, 4) in table.offered("keep")
    assert (3,) in table.offered("keep")


def test_mi8_announcing_mickey_forfeits_the_third_throw() -> None:
    table = SheetTable(mickey).roll(1, 2, 3, 4, 6).announce("mickey")
    assert table.board()["throws_most"] == 2
    table.keep((0, 1, 2, 3), 5)
    assert table.offered("keep") == []
    assert table.write("mickey").event("sheet.written")["points"] == 50
    assert table.state.sheets[0].rare == 1


def test_mi8_a_straight_on_the_first_throw_must_be_risked_with_at_least_one_die() -> None:
    table = SheetTable(mickey).roll(1, 2, 3, 4, 5).announce("mickey")
    assert table.offered("write") == []
    assert table.refused(Keep((0, 1, 2, 3, 4))) == "throw_one"
    assert table.keep((1, 2, 3, 4), 6).offered("write") == ["mickey"]


@pytest.mark.parametrize("announced", ["straight", "mickey"])
def test_mi7_a_missed_straight_or_mickey_strikes_any_open_category(announced: str) -> None:
    table = SheetTable(mickey).fill(0, "sixes").roll(1, 1, 2, 2, 6).announce(announced)
    assert table.offered("strike") == [field for field in FIELDS if field != "sixes"]
    assert table.strike("ones").state.sheets[0].cells[0] == 0
    narrow = SheetTable(mickey, missed="announced").roll(1, 1, 2, 2, 6).announce(announced)
    assert narrow.offered("strike") == [announced]
    assert narrow.refused(Strike(0)) == "other_field"


def test_what_was_announced_and_made_must_be_written() -> None:
    table = SheetTable(mickey).roll(1, 1, 2, 2, 6).announce("ones")
    assert table.offered("strike") == []
    assert table.refused(Strike(0)) == "must_write"


def test_an_announced_number_nobody_threw_is_struck_itself() -> None:
    table = SheetTable(mickey).roll(1, 1, 2, 2, 6).announce("fours")
    assert table.offered("strike") == ["fours"]
    assert table.refused(Write(table.cell("fours"))) == "worth_nothing"


def test_size_of_the_game_tree() -> None:
    assert [nodes(mickey, mickey.start(MickeyOptions(), 1).state, depth) for depth in range(5)] == PERFT


PERFT = [1, 1, 252, 252 * 8, 67928]
"""Depth 3: the categories that may be announced."""
