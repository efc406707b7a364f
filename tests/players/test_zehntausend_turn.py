"""The exact worth of a single turn of Zehntausend."""

from __future__ import annotations

import itertools

import pytest
from dicearena_games.pushluck.zehntausend_scoring import Scoring, dice_after, takes
from dicearena_players.zehntausend.turn_values import CEILING, best_takes, expected_if_rolling, expected_turn

RULES = Scoring()


@pytest.mark.parametrize(("points", "count"), [(0, 1), (300, 2), (1000, 3), (450, 4)])
def test_throwing_on_is_worth_the_mean_of_the_best_takes_of_all_throws(points: int, count: int) -> None:
    values = [best_takes(dice, points, RULES)[0] for dice in itertools.product(range(1, 7), repeat=count)]
    assert expected_if_rolling(points, count, RULES) == pytest.approx(sum(values) / len(values))


def test_a_best_take_is_worth_its_points_or_throwing_on() -> None:
    dice = (1, 1, 2, 3, 5, 6)
    value, best = best_takes(dice, 200, RULES)
    ends = [expected_turn(200 + points, dice_after(6, len(take)), RULES) for take, points in takes(dice, RULES).items()]
    assert value == pytest.approx(max(ends))
    assert all(take in takes(dice, RULES) for take, _ in best)


def test_a_niete_is_worth_nothing() -> None:
    assert best_takes((2, 3, 4), 1000, RULES) == (0.0, [])


@pytest.mark.parametrize("scoring", [Scoring(), Scoring("add", 2000, "four_plus_two"), Scoring("double", 1500, "off")])
def test_long_before_the_ceiling_writing_is_best_with_any_dice(scoring: Scoring) -> None:
    for points in range(CEILING // 2, CEILING, 1000):
        for count in range(1, 7):
            assert expected_if_rolling(points, count, scoring) < points


def test_points_that_do_not_exist_are_refused() -> None:
    for points, count in ((25, 3), (-50, 3), (CEILING, 3), (100, 0), (100, 7)):
        with pytest.raises(ValueError, match="no such turn"):
            expected_if_rolling(points, count, RULES)
