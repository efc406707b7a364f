"""What all sheet games share: turns, sums, own dice."""

from __future__ import annotations

import random
from collections import Counter
from itertools import combinations_with_replacement
from typing import Any

import orjson
import pytest
from dicearena_games.core import Game, expand
from dicearena_games.sheets import crag, general, mickey, wuerfelpoker
from dicearena_games.sheets.own_dice import as_dice, as_typed, typed_domain
from dicearena_games.sheets.sheet_types import Keep, Roll, Typed

from tests.rules.driver import option_sets, play, readable
from tests.rules.sheets import SheetTable

SHEETS: tuple[Game, ...] = (wuerfelpoker, crag, general, mickey)
by_game = pytest.mark.parametrize("game", SHEETS, ids=lambda game: game.KEY)
SIXES = 6


def _dice(game: Game) -> int:
    return 3 if game is crag else 5


@by_game
def test_sums_grow_by_what_is_told_and_one_field_is_filled_per_turn(game: Game) -> None:
    for n, options in enumerate(option_sets(game)):
        seats = 1 + n % 6
        told, filled = [0] * seats, [0] * seats
        for _, step in play(game, options, seats, seed=n):
            for key, params in readable(step.events, None):
                if key in ("sheet.written", "sheet.struck", "wuerfelpoker.extra", "wuerfelpoker.bonus"):
                    told[params["seat"]] += params["points"]
                filled[params.get("seat", 0)] += key in ("sheet.written", "sheet.struck")
            board = game.shared(step.state)
            assert [sheet["total"] for sheet in board["sheets"]] == told
            assert [sum(cell != 0 for cell in sheet["cells"]) for sheet in board["sheets"]] == filled
            assert max(filled) - min(filled) <= 1 or board["winners"]
            assert board["phase"] == "over" or filled[0] in (board["round"] - 1, board["round"])


@by_game
def test_kept_dice_lie_where_they_lay(game: Game) -> None:
    for _, step in play(game, game.OPTIONS(), 2, seed=4):
        before = step.state
        if before.phase == "throw" and before.kept:
            new = tuple(range(1, 1 + _dice(game) - len(before.kept)))
            after = game.thrown(before, new).state
            assert all(after.dice[position] == before.dice[position] for position in before.kept)
            thrown = [after.dice[position] for position in range(_dice(game)) if position not in before.kept]
            assert tuple(thrown) == new


@by_game
def test_equal_sums_share_the_place(game: Game) -> None:
    table = SheetTable(game, seats=3).fill(1, ones=3)
    state = table.state.__class__(table.state.options, table.state.sheets, "over", 1, 0)
    result = game.result(state)
    assert result is not None
    assert result.places == (2, 1, 2)


@by_game
def test_view_and_actions_stay_within_3_kb_at_six_seats(game: Game) -> None:
    for n, options in enumerate(option_sets(game)):
        for _, step in play(game, options, 6, seed=n):
            seat = step.state.turn
            assert len(orjson.dumps([game.view(step.state, seat), game.legal(step.state, seat)])) <= 3072


@by_game
def test_worth_is_told_to_the_seat_that_may_write_only(game: Game) -> None:
    rng = random.Random(3)
    states = [step.state for _, step in play(game, game.OPTIONS(), 3, seed=3)]
    for state in rng.sample(states, 40):
        for seat in (None, 0, 1, 2):
            worth = game.view(state, seat)["worth"]
            assert (worth is not None) == (state.phase == "play" and seat == state.turn)
        if state.phase == "play":
            worth = game.view(state, state.turn)["worth"]
            written = [a["field"] for d in game.legal(state, state.turn) if d["kind"] == "write" for a in expand(d)]
            assert written == [cell for cell, points in enumerate(worth) if points > 0]
            assert all(state.sheets[state.turn].cells[cell] is None for cell, points in enumerate(worth) if points)


def test_typed_numbers_stand_for_every_throw_once() -> None:
    for count in range(1, 6):
        domain = typed_domain(count)
        stood = [as_dice(action["dice"], count) or () for action in expand(domain)]
        assert sorted(stood) == list(combinations_with_replacement(range(1, 7), count))
        assert all(as_typed(dice) == tuple(a["dice"]) for dice, a in zip(stood, expand(domain), strict=True))


@by_game
def test_own_dice_are_typed_instead_of_thrown(game: Game) -> None:
    announce: dict[str, Any] = {"announce": "before"} if game is mickey else {}
    table = SheetTable(game, own_dice=True, **announce)
    if announce:
        table.announce("ones")
    count = _dice(game)
    assert game.wants(table.state) is None
    assert table.refused(Roll()) == "type_first"
    assert table.refused(Typed((1,) * count)) == "not_a_throw"
    assert table.refused(Typed(tuple(range(1, count)))) == "not_a_throw"
    first = game.act(table.state, 0, Typed(as_typed((6, *[1] * (count - 1)))))
    assert first.state.dice == (*[1] * (count - 1), 6)
    kept = game.act(first.state, 0, Keep((count - 1,))) if game is not mickey else None
    if kept is not None:
        assert game.wants(kept.state) is None
        again = game.act(kept.state, 0, Typed(as_typed((5,) * (count - 1))))
        assert again.state.dice == (*[5] * (count - 1), 6)


@by_game
def test_games_with_own_dice_never_want_dice_of_the_house_and_are_not_remembered(game: Game) -> None:
    for n, options in enumerate(option_sets(game)):
        if not options.own_dice:  # type: ignore[attr-defined]
            continue
        wanted: Counter[str] = Counter()
        for _, step in play(game, options, 2, seed=n):
            want = game.wants(step.state)
            wanted["lot" if getattr(want, "seat", 0) is None else "dice"] += want is not None
        assert wanted["dice"] == 0
        result = game.result(step.state)
        assert result is not None
        assert not any(result.rare) and not any(result.bests)


@pytest.mark.parametrize(
    ("game", "chosen"),
    [
        *((wuerfelpoker, chosen) for chosen in (
            {"columns": 3}, {"bonus": 100}, {"bonus_from": 1}, {"extra_bonus": 50}, {"joker": True},
            {"five_as_full_house": True}, {"full_house": 100}, {"small_straight": 35}, {"large_straight": 100},
        )),
        (mickey, {"mickey": 100}),
    ],
    ids=str,
)  # fmt: skip
def test_a_sum_under_house_rules_that_bring_other_points_is_no_best(game: Game, chosen: dict[str, Any]) -> None:
    *_, (_, last) = play(game, game.OPTIONS(**chosen), 2, seed=1)
    result = game.result(last.state)
    assert result is not None
    assert result.bests == ({}, {})


@pytest.mark.parametrize("chosen", [{}, {"order": "top_down"}, {"dice_stay": True}], ids=str)
def test_a_sum_with_the_usual_points_is_a_best_whatever_the_way_to_it(chosen: dict[str, Any]) -> None:
    *_, (_, last) = play(wuerfelpoker, wuerfelpoker.OPTIONS(**chosen), 2, seed=1)
    result = wuerfelpoker.result(last.state)
    assert result is not None
    assert result.bests == tuple({"wuerfelpoker_high": score} for score in result.scores)


def test_a_general_a_crag_and_a_mickey_are_rare_where_they_are_made_in_their_field() -> None:
    made = (
        SheetTable(general, seats=1).roll(6, 6, 6, 6, 1).write("four_alike").roll(5, 5, 5, 5, 5).write("general"),
        SheetTable(crag, seats=1).roll(6, 6, 6).write("triple").roll(6, 6, 1).write("crag"),
        SheetTable(mickey, seats=1).roll(1, 2, 3, 4, 6).announce("mickey").keep((0, 1, 2, 3), 5).write("mickey"),
    )
    missed = (
        SheetTable(general, seats=1).roll(6, 6, 6, 6, 1).strike("general").roll(5, 5, 5, 5, 5).write("four_alike"),
        SheetTable(crag, seats=1).roll(6, 6, 2).strike("crag").roll(6, 6, 1).write("thirteen"),
        SheetTable(mickey, seats=1).roll(1, 2, 3, 4, 6).announce("mickey").keep((0, 1, 2, 3), 6).strike("mickey"),
    )
    assert [table.state.sheets[0].rare for table in made] == [1, 1, 1]
    assert [table.state.sheets[0].rare for table in missed] == [0, 0, 0]
