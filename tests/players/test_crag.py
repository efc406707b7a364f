"""The computers of Crag."""

from __future__ import annotations

import random

import pytest
from dicearena_contracts.catalogue import Level
from dicearena_games.sheets.crag import FIELDS
from dicearena_players.crag import solver
from dicearena_players.registry import policy
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful, solo_scores, won_by_first
from tests.players.sheet_views import play_view, standard_errors

LEVELS = [level.value for level in Level]


@settings(max_examples=15, deadline=None)
@given(own_dice=st.booleans(), levels=st.lists(st.sampled_from(LEVELS), min_size=1, max_size=6), seed=st.integers(0))
def test_only_lawful_play_also_with_own_dice(own_dice: bool, levels: list[str], seed: int) -> None:
    check_lawful("crag", {"own_dice": own_dice}, levels, seed)


def test_strong_beats_normal() -> None:
    assert won_by_first("crag", "strong", "normal", 800)[0] > 0.5


def test_normal_beats_easy() -> None:
    assert won_by_first("crag", "normal", "easy", 100)[0] > 0.5


def test_strong_alone_reaches_the_solved_optimum() -> None:
    assert standard_errors(solo_scores("crag", "strong", 800), solver.TABLE.values()[0]) < 3


@pytest.mark.parametrize(
    ("left", "dice"),
    [
        (FIELDS, [1, 2, 6]), (FIELDS, [4, 5, 5]), (FIELDS, [3, 4, 6]), (["triple", "ones"], [2, 2, 5]),
        (["crag", "thirteen", "twos"], [2, 5, 6]), (["sixes", "odd"], [1, 3, 4]),
    ],
)  # fmt: skip
def test_strong_keeps_what_the_solver_keeps(left: list[str], dice: list[int]) -> None:
    cells = [None if field in left else 0 for field in FIELDS]
    mask = sum(1 << at for at, points in enumerate(cells) if points is not None)
    keeps, _ = solver.best_keeps(mask, tuple(dice))
    action = policy("crag", "strong").choose(play_view("crag", cells, dice, throws=1), random.Random(1))
    kept = sorted(dice[at] for at in action["dice"]) if action["kind"] == "keep" else sorted(dice)
    assert tuple(kept) in keeps
