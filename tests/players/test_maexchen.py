"""The solved round of Mäxchen: value, best responses, and the bound of safety of the strong computer."""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest
from dicearena_cli.arena.stats import wilson
from dicearena_games.bluff import maexchen as game
from dicearena_games.bluff.maexchen_values import AT_LEAST as RULES_AT_LEAST
from dicearena_games.bluff.maexchen_values import ORDER, claimable
from dicearena_players.arena import play as play_match
from dicearena_players.maexchen.ranks import AT_LEAST, allowed
from dicearena_players.maexchen.reading import guess, rates
from dicearena_players.maexchen.response import against, best_response, chance, worst_mixture
from dicearena_players.maexchen.rules import BASE, Play, Rules
from dicearena_players.maexchen.solver import solve
from dicearena_players.maexchen.strong import SAFE_LOSS
from dicearena_players.maexchen.styles import EASY, KNOWN, NORMAL, play
from dicearena_players.maexchen.table import ALL_RULES, rounded, solution
from dicearena_players.policy import View
from dicearena_players.registry import policy


def test_the_starter_keeps_his_only_life_with_the_known_chance() -> None:
    assert chance(solution(BASE).worth[0, 0]) == pytest.approx(0.6479, abs=5e-4)
    assert chance(against(BASE, solution(BASE).play(), solution(BASE).play()).throwing[0]) == pytest.approx(
        0.6479, abs=5e-4
    )


@pytest.mark.parametrize("rules", [rules for rules in ALL_RULES if rules.players == 2], ids=str)
def test_a_best_response_gains_next_to_nothing_against_the_equilibrium(rules: Rules) -> None:
    found = solution(rules)
    best = best_response(rules, found.play())
    gains = (best.throwing[0] - found.worth[0, 0]) / 2, (best.answering[0] - found.worth[1, 0]) / 2
    assert max(gains) < 0.02
    assert min(gains) > -1e-4


def test_no_mixture_of_the_counter_plays_loses_more_than_the_stated_bound() -> None:
    found, worst = solution(BASE), worst_mixture(solution(BASE))
    losses = (found.worth[0, 0] - worst.throwing[0]) / 2, (found.worth[1, 0] - worst.answering[0]) / 2
    assert max(losses) <= SAFE_LOSS


def test_the_bound_holds_for_random_mixtures() -> None:
    found, worst = solution(BASE), worst_mixture(solution(BASE))
    rng = np.random.default_rng(7)
    for _ in range(20):
        weights = rng.dirichlet(np.full(len(found.claims), 0.3), size=len(found.doubts[0]))
        mixed = Play(np.einsum("rm,mrab->rab", weights, found.claims), np.einsum("rm,mra->ra", weights, found.doubts))
        best = best_response(BASE, mixed)
        assert -best.answering[0] >= worst.throwing[0] - 1e-9
        assert -best.throwing[0] >= worst.answering[0] - 1e-9


@pytest.mark.parametrize("mind", range(1, 1 + len(KNOWN)))
def test_each_counter_play_does_better_against_its_style_than_the_equilibrium(mind: int) -> None:
    found, style = solution(BASE), play(KNOWN[mind - 1])
    usual, counter = against(BASE, found.play(), style), against(BASE, found.play(mind), style)
    assert counter.throwing[0] + counter.answering[0] > usual.throwing[0] + usual.answering[0] + 0.005


@pytest.mark.parametrize("rules", [BASE, Rules(4, equal=False, double=True, show=True)], ids=str)
def test_the_shipped_table_is_what_the_solver_gives(rules: Rules) -> None:
    shipped, again = solution(rules), rounded(solve(rules))
    np.testing.assert_allclose(again.worth, shipped.worth, atol=2e-3)
    assert np.abs(again.claims - shipped.claims).mean() < 1e-3
    assert np.abs(again.doubts - shipped.doubts).mean() < 1e-3


@pytest.mark.parametrize("equal", [False, True])
def test_all_tables_are_probabilities_over_what_may_be_claimed(equal: bool) -> None:
    may = allowed(equal)
    for row in range(len(may)):
        previous = ORDER[row - 1] if row else None
        assert [ORDER[claim] for claim in np.flatnonzero(may[row])] == claimable(previous, equal)
    tables = [play(style, equal) for style in KNOWN]
    for rules in ALL_RULES:
        if rules.equal == equal:
            tables += [solution(rules).play(mind) for mind in range(1 + len(KNOWN))]
    for one in tables:
        np.testing.assert_allclose(one.claims[:-1].sum(axis=2), 1, atol=1e-9)
        assert (one.claims[~np.broadcast_to(may[:, None, :], one.claims.shape)] == 0).all()
        assert ((one.doubts >= 0) & (one.doubts <= 1)).all()


def test_chances_agree_with_the_rules() -> None:
    np.testing.assert_allclose(AT_LEAST, [RULES_AT_LEAST[value] for value in ORDER])


def test_the_arena_agrees_with_the_tables() -> None:
    """Normal against easy: the win rate of three lives each follows from the values of a round."""
    values = against(BASE, play(NORMAL), play(EASY))
    starting, answering = chance(values.throwing[0]), chance(values.answering[0])

    @cache
    def wins(mine: int, other: int, starts: bool) -> float:
        if not mine or not other:
            return float(mine > 0)
        keep = starting if starts else answering
        return keep * wins(mine, other - 1, False) + (1 - keep) * wins(mine - 1, other, True)

    expected = (wins(3, 3, True) + wins(3, 3, False)) / 2
    games = 1500
    levels = [policy("maexchen", "normal"), policy("maexchen", "easy")]
    won = 0
    for seed in range(games):
        first = seed % 2
        result = play_match(game, game.OPTIONS(), levels if first == 0 else levels[::-1], seed)
        won += result.places[first] == 1
    low, high = wilson(won, games)
    assert low < expected < high


def _view(record: dict[str, int], round_: int = 6) -> View:
    blank = {"claims": 0, "lies": 0, "truths": 0, "doubts": 0, "doubts_right": 0}
    board = {"record": [blank, {**blank, **record}], "round": round_, "claims": []}
    return {"game": "maexchen", "seat": 0, "decision": 1, "actions": [], "board": board, "options": {}}


def test_without_a_record_all_minds_weigh_alike() -> None:
    weights = guess(_view({}, round_=1), 1, BASE)
    np.testing.assert_allclose(weights, 1 / len(weights))


def test_the_record_moves_the_guess_to_the_habits_it_shows() -> None:
    habits = rates()
    sceptic = max(range(len(habits)), key=lambda mind: habits[mind].doubts)
    liar = max(range(len(habits)), key=lambda mind: habits[mind].lies)
    assert guess(_view({"doubts": 5, "doubts_right": 2, "truths": 1}), 1, BASE).argmax() == sceptic
    assert guess(_view({"doubts": 2, "doubts_right": 1, "lies": 4}), 1, BASE).argmax() == liar
