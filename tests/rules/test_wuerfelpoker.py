"""Würfelpoker, rule by rule."""

from __future__ import annotations

from typing import Any

import pytest
from dicearena_games.core import Throw
from dicearena_games.sheets import wuerfelpoker as game
from dicearena_games.sheets.sheet_types import Announce, Keep, Strike, Write
from dicearena_games.sheets.wuerfelpoker import FIELDS, points, sums
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions
from pydantic import ValidationError

from tests.rules.sheets import SheetTable, nodes

MISS = (1, 2, 4, 6, 6)
"""Brings something in the upper part and the chance only."""


@pytest.mark.parametrize(
    ("dice", "field", "expected"),
    [
        ((4, 4, 1, 2, 3), "fours", 8),
        ((4, 4, 1, 2, 3), "sixes", 0),
        ((3, 3, 3, 5, 5), "three_alike", 19),
        ((4, 4, 4, 4, 2), "three_alike", 18),
        ((4, 4, 4, 4, 2), "four_alike", 18),
        ((6, 6, 6, 6, 6), "four_alike", 30),
        ((3, 3, 3, 5, 5), "four_alike", 0),
        ((3, 3, 3, 5, 5), "full_house", 25),
        ((3, 3, 3, 3, 3), "full_house", 0),
        ((3, 3, 3, 3, 5), "full_house", 0),
        ((1, 2, 3, 4, 4), "small_straight", 30),
        ((6, 5, 4, 3, 1), "small_straight", 30),
        ((1, 2, 3, 4, 5), "small_straight", 30),
        ((1, 2, 3, 5, 6), "small_straight", 0),
        ((1, 2, 3, 4, 5), "large_straight", 40),
        ((1, 2, 3, 4, 6), "large_straight", 0),
        ((2, 2, 2, 2, 2), "five_alike", 50),
        ((2, 2, 2, 2, 1), "five_alike", 0),
        ((1, 3, 4, 5, 6), "chance", 19),
    ],
)
def test_what_a_throw_brings(dice: tuple[int, ...], field: str, expected: int) -> None:
    assert points(dice, field, WuerfelpokerOptions()) == expected


@pytest.mark.parametrize(
    ("option", "dice"),
    [("full_house", (3, 3, 3, 5, 5)), ("small_straight", (1, 2, 3, 4, 4)), ("large_straight", (1, 2, 3, 4, 5))],
)
def test_fixed_values_are_house_rules(option: str, dice: tuple[int, ...]) -> None:
    assert points(dice, option, WuerfelpokerOptions.model_validate({option: 37})) == 37


def test_five_alike_may_count_as_full_house() -> None:
    assert points((3,) * 5, "full_house", WuerfelpokerOptions(five_as_full_house=True)) == 25
    assert points((3, 3, 3, 3, 5), "full_house", WuerfelpokerOptions(five_as_full_house=True)) == 0


def test_the_bonus_is_paid_from_63_and_not_from_62() -> None:
    cells: list[int | None] = [None] * 13
    cells[:6] = 3, 6, 9, 12, 15, 18
    assert sums(cells, WuerfelpokerOptions()) == (63, 35, 0)
    cells[0] = 2
    assert sums(cells, WuerfelpokerOptions()) == (62, 0, 0)
    assert sums(cells, WuerfelpokerOptions(bonus_from=62, bonus=50)) == (62, 50, 0)


def test_the_bonus_is_told_when_it_is_reached() -> None:
    table = SheetTable(game).fill(0, ones=3, twos=6, threes=9, fours=12, fives=15).roll(6, 6, 6, 1, 2).write("sixes")
    assert table.event("wuerfelpoker.bonus") == {"seat": 0, "column": 0, "upper": 63, "points": 35}
    assert table.board()["sheets"][0]["total"] == 98


def test_the_greatest_sum_of_the_base_form_is_375() -> None:
    table = SheetTable(game, seats=1)
    best = [(face,) * 5 for face in range(1, 7)]
    best += [(6,) * 5, (6,) * 5, (5, 5, 5, 6, 6), (1, 2, 3, 4, 5), (1, 2, 3, 4, 5), (6,) * 5, (6,) * 5]
    for field, dice in zip(FIELDS, best, strict=True):
        table.roll(*dice).write(field)
    result = game.result(table.state)
    assert result is not None
    assert result.scores == (375.0,)
    assert result.bests == ({"wuerfelpoker_high": 375.0},)
    assert result.rare == ({"five_alike": 10},)


def test_a_turn_has_three_throws_and_p1_dice_may_be_taken_up_again() -> None:
    table = SheetTable(game).roll(1, 2, 3, 6, 6).keep((3, 4), 1, 1, 1)
    assert table.state.dice == (1, 1, 1, 6, 6)
    table.keep((0, 1, 2), 1, 1)
    assert table.state.dice == (1,) * 5
    assert table.refused(Keep((0,))) == "no_throw_left"


def test_p1_dice_may_have_to_stay() -> None:
    table = SheetTable(game, dice_stay=True).roll(1, 2, 3, 6, 6).keep((3, 4), 1, 1, 1)
    assert table.refused(Keep((4,))) == "already_laid"
    assert table.keep((0,), 2, 2).state.dice == (1, 2, 2, 6, 6)


def test_one_may_stop_early_write_less_or_strike_what_would_fit() -> None:
    table = SheetTable(game).roll(3, 3, 3, 5, 5)
    assert table.offered("write") == ["threes", "fives", "three_alike", "full_house", "chance"]
    assert table.offered("strike") == list(FIELDS)
    assert table.strike("full_house").state.turn == 1
    assert table.refused(Write(table.cell("chance")), seat=0) == "not_your_turn"


@pytest.mark.parametrize("bonus", [50, 100])
def test_p2_further_five_alike_bring_an_extra_bonus_and_are_still_entered(bonus: int) -> None:
    table = SheetTable(game, extra_bonus=bonus).fill(0, five_alike=50).roll(2, 2, 2, 2, 2).write("twos")
    assert table.event("wuerfelpoker.extra") == {"seat": 0, "points": bonus}
    assert table.board()["sheets"][0]["total"] == 50 + bonus + 10


def test_p2_no_extra_bonus_where_five_alike_was_struck_is_open_or_the_rule_is_off() -> None:
    for prepared in (
        SheetTable(game, extra_bonus=100).fill(0, "five_alike"),
        SheetTable(game, extra_bonus=100),
        SheetTable(game).fill(0, five_alike=50),
    ):
        assert "wuerfelpoker.extra" not in prepared.roll(2, 2, 2, 2, 2).write("twos").told()
        assert prepared.state.sheets[0].extra == 0


def test_p4_no_joker_unless_the_house_wants_it_and_the_field_is_filled() -> None:
    fixed = {"full_house": 25, "small_straight": 30, "large_straight": 40}
    five = (2,) * 5
    for joker, entered, works in ((False, 50, False), (True, None, False), (True, 50, True), (True, 0, True)):
        table = SheetTable(game, joker=joker)
        if entered is not None:
            table.fill(0, five_alike=entered)
        worth = table.roll(*five).board()["worth"]
        assert {field: worth[table.cell(field)] for field in fixed} == (fixed if works else dict.fromkeys(fixed, -1))
        assert worth[table.cell("threes")] == -1
        assert worth[table.cell("five_alike")] == (0 if entered is not None else 50)


def test_top_down_only_the_next_field_is_filled_and_p3_the_bonus_counts() -> None:
    table = SheetTable(game, seats=1, order="top_down")
    for face in range(1, 7):
        table.roll(face, face, face, 1 + face % 6, 1 + face % 6)
        assert table.offered("strike") == [FIELDS[face - 1]]
        assert table.refused(Strike(table.cell("chance"))) == "not_next"
        table.write(FIELDS[face - 1])
    assert table.board()["sheets"][0]["total"] == sum(3 * face for face in range(1, 7)) + 35


def test_a_common_field_is_announced_by_one_after_the_other_and_compared() -> None:
    table = SheetTable(game, order="announced")
    assert table.board()["phase"] == "announce"
    table.announce("sixes")
    assert table.state.turn == 0
    table.roll(6, 6, 1, 1, 1)
    assert table.offered("strike") == ["sixes"]
    assert table.refused(Write(table.cell("ones"))) == "other_field"
    table.write("sixes").roll(6, 1, 1, 1, 1)
    assert table.offered("write") == ["sixes"]
    table.write("sixes")
    compared = table.event("wuerfelpoker.compared")
    assert compared == {"round": 1, "field": "sixes", "points": [12, 6], "best": [0]}
    assert game.awaiting(table.state) == (1,)
    assert table.refused(Announce(table.cell("sixes"))) == "filled"
    table.announce("ones")
    assert table.state.turn == 0


def test_a_common_field_is_drawn_among_those_left_and_the_last_needs_no_lot() -> None:
    table = SheetTable(game, seats=1, order="drawn")
    for left in range(13, 1, -1):
        assert game.wants(table.state) == Throw(count=1, faces=left, seat=None, hidden=False)
        table.land(left)
        assert table.event("sheet.drawn")["field"] == FIELDS[left - 1]
        table.roll(*MISS).strike(FIELDS[left - 1])
    assert table.event("sheet.drawn") == {"round": 13, "field": "ones"}
    assert table.roll(*MISS).offered("strike") == ["ones"]


def test_every_column_is_a_sheet_of_its_own() -> None:
    table = SheetTable(game, columns=2, extra_bonus=50, joker=True)
    assert table.board()["rounds"] == 26
    table.fill(0, ones=3, twos=6, threes=9, fours=12, fives=15).roll(6, 6, 6, 1, 1).write("sixes", column=1)
    assert table.board()["sheets"][0]["total"] == 45 + 18
    table.roll(*MISS).strike("chance").fill(0, five_alike=50).roll(2, 2, 2, 2, 2)
    worth = table.board()["worth"]
    assert (worth[table.cell("full_house")], worth[table.cell("full_house", 1)]) == (25, -1)
    assert "wuerfelpoker.extra" in table.write("full_house").told()


def test_top_down_each_column_has_its_next_field() -> None:
    table = SheetTable(game, columns=2, order="top_down", seats=1).roll(1, 1, 2, 2, 2).write("ones", column=1)
    assert [action["field"] for action in _strikes(table)] == [table.cell("ones"), table.cell("twos", 1)]


def _strikes(table: SheetTable) -> list[dict[str, Any]]:
    table.roll(*MISS)
    domain = next(domain for domain in game.legal(table.state, 0) if domain["kind"] == "strike")
    return [{"field": field} for field in domain["fields"]["field"]["values"]]


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ({"small_straight": 45}, "small straight"),
        ({"bonus": 0, "bonus_from": 60}, "threshold"),
        ({"joker": True, "order": "top_down"}, "joker"),
        ({"columns": 4}, "columns"),
        ({"extra_bonus": 75}, "extra_bonus"),
    ],
)
def test_house_rules_that_make_no_sense_are_refused_with_a_reason(options: dict[str, Any], why: str) -> None:
    with pytest.raises(ValidationError, match=why):
        WuerfelpokerOptions.model_validate(options)


def test_five_alike_are_rare_wherever_they_are_entered_and_four_are_not() -> None:
    table = SheetTable(game, seats=1)
    table.roll(6, 6, 6, 6, 1).write("four_alike")
    assert table.state.sheets[0].rare == 0
    table.roll(6, 6, 6, 6, 6).write("chance")
    table.roll(2, 2, 2, 2, 2).strike("full_house")
    assert table.state.sheets[0].rare == 2


def test_size_of_the_game_tree() -> None:
    assert [nodes(game, game.start(WuerfelpokerOptions(), 1).state, depth) for depth in range(4)] == PERFT


PERFT = [1, 1, 252, 252 * (31 + 13) + 756 + 126 + 36 + 30 + 16 + 2 + 6 + 252]
"""Depth 3: keeps and strikes per throw, then writes field by field (numbers together)."""
