"""The computers of Dice Cup and the shipped table they play from."""

from __future__ import annotations

import random
from typing import Any

import pytest
from dicearena_cli.arena.stats import mean_interval
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_games.boards.cup_scores import CATEGORIES
from dicearena_games.registry import GAMES
from dicearena_players.arena import play
from dicearena_players.dice_cup import solver, values
from dicearena_players.policy import View, legal_actions
from dicearena_players.registry import policy
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful, solo_scores, won_by_first

LEVELS = [level.value for level in Level]


@pytest.mark.parametrize(
    ("others", "colours"),
    [((), 3), (("low",), 0), (("fours", "cup"), 2), (("sixes", "doubles", "low"), 4), (("fives", "cup", "doubles"), 1)],
)
def test_the_shipped_table_is_what_the_solver_gives(others: Any, colours: int) -> None:
    shipped = values.value([*others, *values.COLOUR_KEYS[:colours]])
    assert shipped == pytest.approx(solver.value(others, colours), rel=1e-12)


def test_what_is_no_category_has_no_value() -> None:
    with pytest.raises(ValueError, match="no category"):
        values.value(["sevens"])  # type: ignore[list-item]


def test_one_column_is_what_the_exact_table_says_and_a_second_one_is_a_sheet_of_its_own() -> None:
    once = [1, 0, 1, 1, 1, 0, 0, 0, 0, 1, 1, 1]
    still_open = [category for category, times in zip(CATEGORIES, once, strict=True) if times]
    exact = values.rests(still_open)
    assert values.rests_of_columns(once) == pytest.approx(exact)
    whole = values.value(CATEGORIES)
    more = values.rests_of_columns([times + 1 for times in once])
    for category in still_open:
        assert more[category] == pytest.approx(whole + exact[category])
    short = values.value(still_open) + values.value([one for one in CATEGORIES if one != "fives"])
    assert more["fives"] == pytest.approx(short)


@settings(max_examples=25, deadline=None)
@given(
    options=st.fixed_dictionaries({"eye_open": st.integers(1, 10), "columns": st.integers(1, 3)}),
    levels=st.lists(st.sampled_from(LEVELS), min_size=1, max_size=6),
    seed=st.integers(0, 2**32),
)
def test_only_lawful_crosses_under_all_rules(options: dict[str, Any], levels: list[str], seed: int) -> None:
    check_lawful("dice_cup", options, levels, seed)


@pytest.mark.parametrize("level", LEVELS)
def test_a_late_stand_in_chooses_without_the_dice(level: str) -> None:
    game, covered = GAMES[GameKey.DICE_CUP], []

    def watch(view: View, _: Any) -> None:
        if view["board"]["phase"] == "open":
            board = {**view["board"], "dice": None, "phase": "covered"}
            late: View = {**view, "board": board}
            chosen = policy("dice_cup", level).choose(late, random.Random(4))
            assert chosen in legal_actions(view)
            covered.append(chosen)

    play(game, game.OPTIONS(), [policy("dice_cup", "normal")], 3, watch)
    assert len(covered) == len(CATEGORIES) - 1


@pytest.mark.parametrize(("better", "worse"), [("strong", "normal"), ("normal", "easy"), ("strong", "easy")])
def test_the_better_level_wins_clearly(better: str, worse: str) -> None:
    assert won_by_first("dice_cup", better, worse, 200)[0] > 0.5


@pytest.mark.parametrize("columns", [2, 3])
def test_strong_wins_with_more_columns_too(columns: int) -> None:
    assert won_by_first("dice_cup", "strong", "normal", 150, columns=columns)[0] > 0.5


def test_strong_alone_reaches_the_optimum() -> None:
    _, interval = mean_interval(solo_scores("dice_cup", "strong", 800))
    assert interval is not None
    assert interval[0] < values.value(CATEGORIES) < interval[1]
