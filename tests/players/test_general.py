"""The computers of General."""

from __future__ import annotations

import random

import numpy as np
import pytest
from dicearena_contracts.catalogue import Level
from dicearena_games.sheets.general import FIELDS, GENERAL
from dicearena_players.general import solver
from dicearena_players.registry import policy
from dicearena_players.sheets.table import SheetTable
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful, solo_scores, won_by_first
from tests.players.sheet_views import play_view, standard_errors

LEVELS = [level.value for level in Level]
EMPTY = [None] * len(FIELDS)


@settings(max_examples=12, deadline=None)
@given(
    options=st.fixed_dictionaries(
        {"own_dice": st.booleans(), "general": st.sampled_from([60, 50]), "first_general_wins": st.booleans()}
    ),
    levels=st.lists(st.sampled_from(LEVELS), min_size=1, max_size=6),
    seed=st.integers(0),
)
def test_only_lawful_play_under_all_rules(options: dict[str, object], levels: list[str], seed: int) -> None:
    check_lawful("general", options, levels, seed)


def test_strong_beats_normal() -> None:
    assert won_by_first("general", "strong", "normal", 400)[0] > 0.5


def test_normal_beats_easy() -> None:
    assert won_by_first("general", "normal", "easy", 60)[0] > 0.5


@pytest.mark.parametrize(("general", "table"), [(60, solver.TABLE), (50, solver.TABLE_50)])
def test_strong_alone_reaches_the_solved_optimum(general: int, table: SheetTable) -> None:
    scores = solo_scores("general", "strong", 300, first_general_wins=False, general=general)
    assert standard_errors(scores, table.values()[0]) < 3


def test_the_table_with_50_points_is_what_the_solver_makes() -> None:
    value = solver.TABLE_50.values()
    for mask in random.Random(2).sample(range(solver.FULL), 40):
        assert np.isclose(solver.turn(mask, value, 50).start(), value[mask], rtol=1e-12)
    assert value[0] < solver.TABLE.values()[0]


@pytest.mark.parametrize("seats", [2, 6])
def test_a_general_on_the_first_throw_is_written_where_it_wins(seats: int) -> None:
    view = play_view("general", EMPTY, [2] * 5, throws=1, seats=seats)
    for level in ("normal", "strong"):
        assert policy("general", level).choose(view, random.Random(0)) == {"kind": "write", "field": GENERAL}


def test_alone_strong_does_not_end_a_young_game_with_a_general() -> None:
    view = play_view("general", EMPTY, [2] * 5, throws=1)
    assert policy("general", "strong").choose(view, random.Random(0)) != {"kind": "write", "field": GENERAL}


def test_what_is_laid_out_stays_out_of_the_next_choice() -> None:
    view = play_view("general", EMPTY, [6, 1, 6, 6, 2], throws=2, kept=[0, 2])
    assert policy("general", "strong").choose(view, random.Random(0)) == {"kind": "keep", "dice": [3]}
