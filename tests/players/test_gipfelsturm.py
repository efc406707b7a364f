"""The computers of Gipfelsturm: lawful, in order, and the strong one better than the rule of 28."""

from __future__ import annotations

import itertools
from typing import Any

import numpy as np
import pytest
from dicearena_contracts.catalogue import Level
from dicearena_games.pushluck.gipfelsturm_lanes import LANES, LENGTHS, bust_chance, moves, step
from dicearena_players.gipfelsturm.features import CHANCES
from dicearena_players.gipfelsturm.values import Fight, fight
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful, won_by_first
from tests.players.rule_of_28 import RuleOf28

LEVELS = [level.value for level in Level]
STONES = [[0, 2, 0, 4, 0, 0, 3, 0, 6, 1, 0], [0, 0, 3, 0, 5, 0, 0, 2, 0, 0, 1]]
OWNERS: list[int | None] = [*[None] * 9, 1, None]


def _state(runners: dict[int, int]) -> tuple[Any, Any]:
    now, running = np.array([STONES[0]]), np.zeros((1, len(LANES)), dtype=bool)
    for lane, field in runners.items():
        now[0, lane - 2], running[0, lane - 2] = field, True
    return now, running


def _by_rules(turn: Fight, runners: dict[int, int], depth: int) -> float:
    """Chance to win by throwing on, by the game's own moves and all 1,296 throws."""
    closed = [lane for lane, owner in zip(LANES, OWNERS, strict=True) if owner is not None]
    total = 0.0
    for dice in itertools.product(range(1, 7), repeat=4):
        found = moves(dice, runners, STONES[0], closed)
        worth = [_after(turn, step(runners, STONES[0], move), depth - 1) for move in found]
        total += max(worth, default=turn.bust) / 6**4
    return total


def _after(turn: Fight, runners: dict[int, int], depth: int) -> float:
    now, running = _state(runners)
    saved = float(turn.saved(now)[0])
    return saved if depth == 0 or saved >= 1 else max(saved, float(turn.thrown(now, running, depth)[0]))


def test_all_throws_are_there() -> None:
    assert CHANCES.sum() == pytest.approx(1)


@pytest.mark.parametrize("runners", [{}, {6: 2}, {3: 4, 7: 1}, {2: 3, 8: 5, 12: 1}, {4: 2, 5: 8, 10: 7}])
@pytest.mark.parametrize("depth", [1, 2])
def test_throwing_on_is_worth_what_the_rules_make_of_all_throws(runners: dict[int, int], depth: int) -> None:
    turn = fight(STONES, OWNERS, 0, 3)
    now, running = _state(runners)
    assert float(turn.thrown(now, running, depth)[0]) == pytest.approx(_by_rules(turn, runners, depth), rel=1e-9)


def test_without_any_room_throwing_is_a_niete_as_often_as_the_game_says() -> None:
    """All other ends made worth 1, the chance to win shows the chance of the Niete."""
    turn = fight(STONES, OWNERS, 0, 3)
    sure = Fight(np.full_like(turn.rows, -1e3), turn.summits, turn.closed, turn.need, 0.0)
    for runners in ({2: 1, 3: 3, 12: 2}, {6: 1, 7: 1, 8: 4}, {2: 3, 5: 9, 7: 2}):
        now, running = _state(runners)
        assert 1 - float(sure.thrown(now, running)[0]) == pytest.approx(bust_chance(runners, [11]))


def test_saving_the_last_summit_wins_and_progress_helps() -> None:
    owners: list[int | None] = [0, 0, *OWNERS[2:]]
    turn = fight(STONES, owners, 0, 3)
    now, _ = _state({2: 3, 3: 5, 7: LENGTHS[5]})
    assert float(turn.saved(now)[0]) == 1
    worth = [float(turn.saved(_state({2: 3, 3: 5, 7: field})[0])[0]) for field in (0, 4, 8, 12)]
    assert worth == sorted(worth)
    assert 0 < worth[0] < worth[-1] < 1


@settings(max_examples=10, deadline=None)
@given(
    summits=st.sampled_from([2, 3]), levels=st.lists(st.sampled_from(LEVELS), min_size=2, max_size=6),
    seed=st.integers(0, 2**32),
)  # fmt: skip
def test_only_lawful_actions_under_all_rules(summits: int, levels: list[str], seed: int) -> None:
    check_lawful("gipfelsturm", {"summits": summits}, levels, seed)


@pytest.mark.parametrize("thrifty", [True, False])
def test_strong_is_better_than_the_rule_of_28(thrifty: bool) -> None:
    assert won_by_first("gipfelsturm", "strong", RuleOf28(thrifty=thrifty), 60)[0] > 0.5


@pytest.mark.parametrize(
    ("better", "worse", "games"), [("strong", "normal", 100), ("normal", "easy", 60), ("strong", "easy", 20)]
)
def test_the_better_level_wins_clearly(better: str, worse: str, games: int) -> None:
    assert won_by_first("gipfelsturm", better, worse, games)[0] > 0.5


def test_strong_wins_with_two_summits_too() -> None:
    assert won_by_first("gipfelsturm", "strong", "normal", 60, summits=2)[0] > 0.5
