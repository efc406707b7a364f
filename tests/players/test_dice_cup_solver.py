"""Dice Cup's exact values against plain reckoning."""

from __future__ import annotations

import itertools
import random

import pytest
from dicearena_games.boards.cup_scores import CATEGORIES, DICE, INDEX, scores
from dicearena_players.dice_cup.solver import OTHERS, value
from dicearena_players.dice_cup.values import choices


@pytest.mark.parametrize(
    ("category", "mean"),
    [
        ("fours", 12 * 4 / 6),
        ("fives", 12 * 5 / 6),
        ("sixes", 12 * 6 / 6),
        ("doubles", 6 * 10 / 6),
        ("low", 12 * (1 + 2 + 3) / 6),
        ("cup", 12 * 3.5),
    ],
)
def test_one_category_alone_is_worth_its_mean(category: str, mean: float) -> None:
    assert value([category], 0) == pytest.approx(mean)  # type: ignore[list-item]


def test_one_colour_alone_is_worth_two_dice_and_nothing_open_nothing() -> None:
    assert value([], 1) == pytest.approx(7)
    assert value([], 0) == 0


def test_two_colours_are_worth_the_better_of_two_pairs_and_then_a_pair() -> None:
    pairs = [a + b for a, b in itertools.product(range(1, 7), repeat=2)]
    better = sum(max(one, two) for one, two in itertools.product(pairs, repeat=2)) / 36**2
    assert value([], 2) == pytest.approx(better + 7)


def test_every_open_category_adds_to_the_value() -> None:
    for colours in range(6):
        assert value(["low", "doubles"], colours) < value(["low", "doubles"], colours + 1)
        assert value(["low"], colours) < value(["low", "doubles"], colours)


def test_a_choice_is_its_points_and_what_is_left() -> None:
    dice = (4, 6, 3, 3, 1, 2, 5, 5, 6, 6, 2, 1)
    expected = choices(CATEGORIES, dice)
    assert list(expected) == [*CATEGORIES]
    for category in CATEGORIES:
        others = [other for other in OTHERS if other != category]
        rest = value(others, 6 if category in OTHERS else 5)
        assert expected[category] == pytest.approx(scores(dice)[INDEX[category]] + rest)


def test_the_value_of_a_sheet_is_what_best_play_of_seeded_throws_brings() -> None:
    rng = random.Random(12)
    games, total, squares = 600, 0.0, 0.0
    for _ in range(games):
        left, points = {*CATEGORIES}, 0
        while left:
            dice = tuple(rng.randint(1, 6) for _ in range(DICE))
            expected = choices(sorted(left, key=CATEGORIES.index), dice)
            best = max(expected, key=expected.__getitem__)
            points += scores(dice)[INDEX[best]]
            left.remove(best)
        total += points
        squares += points**2
    mean = total / games
    error = ((squares / games - mean**2) / games) ** 0.5
    assert abs(mean - value(OTHERS, 6)) < 4 * error


@pytest.mark.parametrize("colours", [-1, 7])
def test_there_are_six_colours(colours: int) -> None:
    with pytest.raises(ValueError, match="6 colours"):
        value([], colours)


def test_a_colour_is_no_other_category() -> None:
    with pytest.raises(ValueError, match="not in"):
        value(["colour_1"], 2)
