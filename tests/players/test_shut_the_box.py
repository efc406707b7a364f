"""The exact solution of the box, the shipped table, and the strong computer that plays from it."""

from __future__ import annotations

import random
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from dicearena_cli.arena.stats import mean_interval
from dicearena_cli.vectors.runner import run
from dicearena_games.boards import shut_the_box as game
from dicearena_players.arena import play
from dicearena_players.policy import View
from dicearena_players.registry import policy
from dicearena_players.shut_the_box import solver, versus
from dicearena_players.shut_the_box.values import close_all_probability, expected_penalty, values

OPTIMUM = {12: 32.5552, 9: 13.6229}


@pytest.mark.parametrize("flaps", [12, 9])
def test_the_shipped_table_has_the_known_optimum(flaps: int) -> None:
    assert expected_penalty(flaps, range(1, flaps + 1)) == pytest.approx(OPTIMUM[flaps], abs=5e-5)


@pytest.mark.parametrize("flaps", [12, 9])
def test_the_shipped_table_is_what_the_solver_gives(flaps: int) -> None:
    np.testing.assert_allclose(values(flaps).penalty, solver.penalties(flaps), rtol=1e-12)
    np.testing.assert_allclose(values(flaps).closing, solver.closing_chances(flaps), rtol=1e-12)


def _by_hand(open_flaps: frozenset[int]) -> float:
    """The expected penalty by plain recursion over the 36 throws."""
    if not open_flaps:
        return 0.0
    total = 0.0
    for a in range(1, 7):
        for b in range(1, 7):
            ways = [{a}, {b}, {a + b}] + ([{a, b}] if a != b else [])
            after = [_by_hand(open_flaps - way) for way in ways if way <= open_flaps]
            total += min(after, default=float(sum(open_flaps)))
    return total / 36


@pytest.mark.parametrize("open_flaps", [{1}, {7}, {2, 5}, {1, 2, 3}, {3, 6, 9}, {1, 4, 5, 12}])
def test_small_boxes_agree_with_plain_recursion(open_flaps: set[int]) -> None:
    assert expected_penalty(12, open_flaps) == pytest.approx(_by_hand(frozenset(open_flaps)), rel=1e-12)


def test_all_vectors_of_the_solver_pass() -> None:
    report = run([Path(__file__).parents[1] / "rules" / "vectors" / "shut_the_box.json"])
    assert report.failures == ()
    assert report.passed > 400


def test_end_distributions_have_the_optimal_mean_and_closing_below_its_maximum() -> None:
    ends = solver.outcomes(9, np.array(values(9).penalty))
    np.testing.assert_allclose(ends.sum(axis=1), 1, rtol=1e-12)
    np.testing.assert_allclose(ends @ np.arange(ends.shape[1]), values(9).penalty, rtol=1e-9)
    assert ends[-1, 0] < close_all_probability(9, range(1, 10))


@pytest.mark.parametrize("flaps", [12, 9])
def test_strong_alone_reaches_the_optimum(flaps: int) -> None:
    options = game.OPTIONS.model_validate({"flaps": flaps})
    scores = [play(game, options, [policy("shut_the_box", "strong")], seed).scores[0] for seed in range(1500)]
    _, interval = mean_interval(scores)
    assert interval is not None
    assert interval[0] < OPTIMUM[flaps] < interval[1]


def _box(open_: list[int], **more: Any) -> dict[str, Any]:
    box = {"open": open_, "dice": None, "out": False, "shut": False, "sum": sum(open_), "points": [], "total": 0}
    return {**box, "rolls": 1, **more}


def _view(mine: list[int], moves: list[list[int]], other: dict[str, Any], **board: Any) -> View:
    return {
        "game": "shut_the_box",
        "seat": 0,
        "decision": 3,
        "actions": [{"kind": "close", "fields": {"flaps": {"type": "list", "values": moves}}}],
        "board": {
            "phase": "play", "flaps": 12, "round": 1, "rounds": 1, "day": None,
            "boxes": [_box(mine), other], "moves": moves, "winner": None, **board,
        },
        "options": {"flaps": 12, "rounds": 1, "day": None},
    }  # fmt: skip


def _chosen(view: View) -> list[int]:
    return list(policy("shut_the_box", "strong").choose(view, random.Random(1))["flaps"])


def _differing() -> tuple[list[int], list[list[int]], int]:
    """Open flaps, moves and a standing sum for which least penalty and greatest chance to win differ clearly."""
    for mask in range(1, 1 << 12):
        open_ = solver.flaps_of(mask)
        for throw in range(len(solver.THROWS)):
            moves = solver.moves(12, mask, throw)
            if len(open_) > 6 or len(moves) < 2:
                continue
            for standing in range(5, 30, 5):
                wins = versus.win_values(12, mask, 0, ((0, None, standing),))
                by_penalty = min(moves, key=lambda move: values(12).penalty[mask & ~move])
                if wins[mask & ~by_penalty] < max(wins[mask & ~move] for move in moves) - 0.05:
                    return open_, [solver.flaps_of(move) for move in moves], standing
    raise AssertionError("no such position")


def test_strong_plays_to_win_against_a_standing_sum_and_for_points_before_the_last_round() -> None:
    mine, moves, standing = _differing()
    done = _box([standing], out=True, sum=standing)
    left = {tuple(move): set(mine) - set(move) for move in moves}
    for_points = min(moves, key=lambda move: expected_penalty(12, left[tuple(move)]))
    assert _chosen(_view(mine, moves, done)) != for_points
    assert _chosen(_view(mine, moves, done, rounds=3)) == for_points
    assert _chosen(_view(mine, moves, done, rounds=3, round=3, day="2026-01-01")) == for_points


def test_the_chance_to_win_counts_a_shared_place_as_its_share() -> None:
    ends = versus.rest(0, 9, None, 7)
    share = versus.shares(0, [ends, ends], 45)
    assert share[6] == pytest.approx(1)
    assert share[7] == pytest.approx(1 / 3)
    assert share[8] == 0
    assert versus.shares(3, [ends], 45)[4] == pytest.approx(1 / 2)


def test_two_alike_share_the_chance_to_win() -> None:
    full = (1 << 9) - 1
    ends = versus.rest(0, 9, full, None)
    assert ends @ versus.shares(0, [ends], 45) == pytest.approx(0.5)
    assert ends @ versus.shares(0, [ends] * 4, 45) == pytest.approx(0.2)
    assert versus.win_values(9, full, 0, ((0, full, None),))[full] > 0.5
