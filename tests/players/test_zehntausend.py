"""The computers of Zehntausend, and the shipped tables of turns and of the end between two."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from dicearena_cli.arena.stats import mean_interval
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_games.core import Throw
from dicearena_games.pushluck.zehntausend_scoring import Scoring
from dicearena_games.registry import GAMES
from dicearena_players.arena import play
from dicearena_players.policy import Policy, View
from dicearena_players.registry import policy
from dicearena_players.zehntausend import turn_values, values
from dicearena_players.zehntausend.aims import NEEDS, aim_of
from dicearena_players.zehntausend.outcomes import SCORINGS, STEP, scoring_of
from dicearena_players.zehntausend.policies import Normal, Strong
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful, won_by_first
from tests.players.sheet_views import standard_errors

LEVELS = [level.value for level in Level]
OPTIONS = st.fixed_dictionaries(
    {
        "target": st.sampled_from([5000, 10000]),
        "entry": st.sampled_from([0, 300, 350, 500, 750, 1000]),
        "more_alike": st.sampled_from(["double", "add"]),
        "straight": st.sampled_from([1500, 2000]),
        "three_pairs": st.sampled_from(["different", "four_plus_two", "off"]),
        "triple_bust": st.booleans(),
        "exact": st.booleans(),
        "pile_on": st.booleans(),
    }
)


def _view(mine: int, other: int, final: int | None = None, misses: int = 0, **options: Any) -> View:
    rules = GAMES[GameKey.ZEHNTAUSEND].OPTIONS(**options).model_dump(mode="json")
    scores = [{"total": total, "entered": total > 0, "misses": misses} for total in (mine, other)]
    return {
        "game": "zehntausend",
        "seat": 0,
        "decision": 9,
        "actions": [{"kind": "roll", "fields": {}}],
        "board": {"phase": "start", "turn": 0, "scores": scores, "final": final, "offer": None, "points": 0},
        "options": rules,
    }


def _turn(view: View) -> float:
    """What the turn is worth at its start."""
    return float(aim_of(view).rolling(scoring_of(view["options"]))[6, 0])


@pytest.mark.parametrize("scoring", [SCORINGS[0], SCORINGS[-1]])
def test_the_shipped_turns_are_what_the_solver_gives(scoring: Scoring) -> None:
    np.testing.assert_allclose(values.turns(scoring), turn_values.solve(scoring), rtol=1e-12)


@pytest.mark.parametrize("scoring", SCORINGS[::5])
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("mine", "other"), [(1, 1), (3, 40), (40, 40), (17, 9), (40, 2)])
def test_the_shipped_end_is_the_worth_of_its_own_next_turn(
    scoring: Scoring, exact: bool, mine: int, other: int
) -> None:
    options = {**scoring._asdict(), "exact": exact}
    view = _view(10000 - mine * STEP, 10000 - other * STEP, **options)
    shipped = values.ends(scoring, exact).wins[mine - 1, other - 1]
    assert _turn(view) == pytest.approx(float(shipped), abs=1e-8)


@pytest.mark.parametrize("scoring", SCORINGS[::5])
@pytest.mark.parametrize("exact", [False, True])
@pytest.mark.parametrize(("mine", "other"), [(1, 1), (3, 30), (40, 40), (17, 9), (40, 2), (12, 25)])
def test_the_shipped_end_with_piling_on_is_the_worth_of_its_own_next_turn(
    scoring: Scoring, exact: bool, mine: int, other: int
) -> None:
    options = {**scoring._asdict(), "exact": exact, "pile_on": True}
    view = _view(10000 - mine * STEP, 10000 - other * STEP, **options)
    on = aim_of(view).rolling(scoring)
    shipped = values.piles(scoring, exact)
    fresh = float(shipped.wins[mine - 1, other - 1])
    assert on[6, 0] == pytest.approx(fresh, abs=values.UNIT)
    for points in range(1, min(NEEDS - other, mine) + 1):
        told = fresh + shipped.gain[mine, other, 1:, points]
        np.testing.assert_allclose(np.maximum(on[1:, points], fresh), told, rtol=0, atol=2 * values.UNIT)


def _ends(mine: int, other: int, games: int, **options: Any) -> list[float]:
    """Wins (half if shared) of a strong seat 0 to move against its like, in matches that begin near the end."""
    game, dice, computer, won = GAMES[GameKey.ZEHNTAUSEND], random.Random(5), Strong(), []
    rules = game.OPTIONS(**options)
    for _ in range(games):
        state = game.start(rules, 2).state
        scores = tuple(replace(state.scores[0], total=10000 - lacks * STEP, entered=True) for lacks in (mine, other))
        state = replace(state, scores=scores)
        while (result := game.result(state)) is None:
            due = game.wants(state)
            if isinstance(due, Throw):
                state = game.thrown(state, [dice.randint(1, 6) for _ in range(due.count)]).state
                continue
            seat = game.awaiting(state)[0]
            view: View = {
                "game": "zehntausend",
                "seat": seat,
                "decision": 0,
                "actions": game.legal(state, seat),
                "board": game.view(state, seat),
                "options": rules.model_dump(mode="json"),
            }
            state = game.act(state, seat, game.ACTIONS.validate_python(computer.choose(view, dice))).state
        won.append(0.5 if result.places[0] == result.places[1] else float(result.places[0] == 1))
    return won


@pytest.mark.parametrize("options", [{"pile_on": True}, {"pile_on": True, "exact": True}, {}])
def test_strong_wins_the_end_as_often_as_the_table_says(options: dict[str, Any]) -> None:
    exact = options.get("exact", False)
    ends = values.piles(Scoring(), exact) if "pile_on" in options else values.ends(Scoring(), exact)
    assert standard_errors(_ends(9, 6, 300, **options), float(ends.wins[8, 5])) < 3


@pytest.mark.parametrize("exact", [False, True])
def test_the_shipped_last_turn_is_its_solution(exact: bool) -> None:
    ends = values.ends(Scoring(), exact)
    for lacking in (1, 7, 30, NEEDS):
        view = _view(10000 - lacking * STEP, 10000, final=1, exact=exact)
        assert _turn(view) == pytest.approx(float(ends.last[lacking]), abs=1e-9)


def test_who_needs_less_is_better_off_and_nobody_is_sure() -> None:
    wins = values.ends(Scoring(), exact=False).wins
    assert ((wins > 0) & (wins < 1)).all()
    assert wins[0, 39] > wins[39, 39] > wins[39, 0]


def test_a_turn_long_before_the_end_is_worth_the_most_points() -> None:
    assert _turn(_view(3000, 2000)) * STEP == pytest.approx(turn_values.expected_if_rolling(0, 6, Scoring()))


def test_the_entry_costs_points_and_a_higher_one_more() -> None:
    worth = [_turn(_view(0, 0, entry=entry)) for entry in (0, 300, 350, 500, 750, 1000)]
    assert worth == sorted(worth, reverse=True)
    assert worth[0] > worth[2] > worth[5] > 0


def test_the_third_niete_counts_with_its_penalty() -> None:
    calm, warned = (_turn(_view(3000, 2000, misses=misses, triple_bust=True)) for misses in (1, 2))
    assert calm - warned > 0
    near, warned = (_turn(_view(9000, 9000, misses=misses, triple_bust=True)) for misses in (1, 2))
    assert near > warned


@settings(max_examples=30, deadline=None)
@given(options=OPTIONS, levels=st.lists(st.sampled_from(LEVELS), min_size=2, max_size=6), seed=st.integers(0, 2**32))
def test_only_lawful_actions_under_all_rules(options: dict[str, Any], levels: list[str], seed: int) -> None:
    check_lawful("zehntausend", options, levels, seed)


@pytest.mark.parametrize(
    ("better", "worse", "games"), [("strong", "normal", 300), ("normal", "easy", 150), ("strong", "easy", 100)]
)
def test_the_better_level_wins_clearly(better: str, worse: str, games: int) -> None:
    assert won_by_first("zehntausend", better, worse, games)[0] > 0.5


def _turn_points(computer: Policy, turns: int) -> list[int]:
    """Points written in turns played alone, no entry asked, the target far."""
    game, dice, points = GAMES[GameKey.ZEHNTAUSEND], random.Random(77), []
    options = game.OPTIONS.model_validate({"entry": 0})
    for _ in range(turns):
        state = game.start(options, 2).state
        while game.awaiting(state) != (1,):
            due = game.wants(state)
            if isinstance(due, Throw):
                state = game.thrown(state, [dice.randint(1, 6) for _ in range(due.count)]).state
                continue
            view: View = {
                "game": "zehntausend",
                "seat": 0,
                "decision": 0,
                "actions": game.legal(state, 0),
                "board": game.view(state, 0),
                "options": options.model_dump(mode="json"),
            }
            action = game.ACTIONS.validate_python(computer.choose(view, random.Random(1)))
            state = game.act(state, 0, action).state
        points.append(game.view(state, 0)["scores"][0]["total"])
    return points


def test_a_turn_of_strong_reaches_the_exact_optimum_and_normal_s_does_not() -> None:
    optimum = turn_values.expected_if_rolling(0, 6, Scoring())
    _, strong = mean_interval(_turn_points(Strong(), 6000))
    _, normal = mean_interval(_turn_points(Normal(), 6000))
    assert strong is not None
    assert normal is not None
    assert strong[0] < optimum < strong[1]
    assert normal[1] < optimum


@pytest.mark.parametrize("level", LEVELS)
def test_exactly_on_target_every_level_comes_to_an_end(level: str) -> None:
    game, decisions = GAMES[GameKey.ZEHNTAUSEND], []
    for seed in range(6):
        options = game.OPTIONS.model_validate({"exact": True, "target": 5000, "triple_bust": seed % 2 == 0})
        play(game, options, [policy("zehntausend", level)] * 2, seed, lambda _, action: decisions.append(action))
    assert len(decisions) < 6 * 1000
