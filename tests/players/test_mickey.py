"""The computers of Mickey and the shipped table, solved for all house rules."""

from __future__ import annotations

import random

import numpy as np
import pytest
from dicearena_contracts.catalogue import Level
from dicearena_games.sheets.mickey import FIELDS, MICKEY, STRAIGHT
from dicearena_players.mickey import solver
from dicearena_players.registry import policy
from dicearena_players.sheets.lattice import open_fields
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful, solo_scores, won_by_first
from tests.players.sheet_views import play_view, standard_errors

LEVELS = [level.value for level in Level]
RULES = [(announce, missed) for announce in solver.ANNOUNCE for missed in solver.MISSED]


@settings(max_examples=15, deadline=None)
@given(
    options=st.fixed_dictionaries(
        {
            "own_dice": st.booleans(),
            "announce": st.sampled_from(solver.ANNOUNCE),
            "missed": st.sampled_from(solver.MISSED),
            "mickey": st.integers(10, 100),
        }
    ),
    levels=st.lists(st.sampled_from(LEVELS), min_size=1, max_size=6),
    seed=st.integers(0),
)
def test_only_lawful_play_under_all_rules(options: dict[str, object], levels: list[str], seed: int) -> None:
    check_lawful("mickey", options, levels, seed)


def test_strong_beats_normal() -> None:
    assert won_by_first("mickey", "strong", "normal", 300)[0] > 0.5


def test_normal_beats_easy() -> None:
    assert won_by_first("mickey", "normal", "easy", 40)[0] > 0.5


@pytest.mark.parametrize(("announce", "missed"), RULES)
def test_strong_alone_reaches_the_solved_optimum(announce: str, missed: str) -> None:
    scores = solo_scores("mickey", "strong", 150, announce=announce, missed=missed)
    assert standard_errors(scores, solver.rests(announce, missed, 50)[0]) < 3


@pytest.mark.parametrize(("announce", "missed"), RULES)
def test_the_shipped_table_fulfils_bellmans_equation(announce: str, missed: str) -> None:
    points = np.array([10.0, 50.0, 87.0])
    rest = np.stack([solver.rests(announce, missed, int(mickey)) for mickey in points], axis=1)
    for mask in random.Random(3).sample(range(solver.FULL), 12):
        turns = [solver.turn(one, mask, missed, points, rest) for one in open_fields(mask, len(FIELDS))]
        assert np.allclose(solver.before(turns, said_before=announce == "before"), rest[mask], rtol=1e-12)


def test_the_last_number_is_worth_three_tries_of_every_die() -> None:
    for announce, missed in RULES:
        rest = solver.rests(announce, missed, 50)
        for face in range(1, 7):
            assert rest[solver.FULL & ~(1 << face - 1)] == pytest.approx(5 * face * (1 - (5 / 6) ** 3))


def test_a_miss_that_strikes_anything_and_a_late_announcement_are_worth_more() -> None:
    worth = {rules: solver.rests(*rules, 50)[0] for rules in RULES}
    assert worth["after_first", "any"] > worth["after_first", "announced"] > worth["before", "announced"]
    assert worth["after_first", "any"] > worth["before", "any"] > worth["before", "announced"]


def test_strong_announces_the_mickey_when_nothing_but_ones_can_be_lost() -> None:
    cells = [None, 6, 9, 12, 15, 18, 40, None]
    view = play_view("mickey", cells, [2, 3, 4, 5, 6], throws=1, phase="announce")
    assert policy("mickey", "strong").choose(view, random.Random(0)) == {"kind": "announce", "field": MICKEY}


def test_strong_announces_the_straight_that_lies_there_while_it_is_open() -> None:
    view = play_view("mickey", [None] * 8, [1, 2, 3, 4, 5], throws=1, phase="announce")
    assert policy("mickey", "strong").choose(view, random.Random(0)) == {"kind": "announce", "field": STRAIGHT}
