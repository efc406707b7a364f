"""Chicago's computers: solved games of two, legal under every mix of rules, in the right order of strength."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from dicearena_cli.arena.stats import wilson
from dicearena_contracts.catalogue import Level
from dicearena_games.core import ActionDict
from dicearena_games.pub import chicago as game
from dicearena_games.pub.chicago_values import Call, ends_of, value_of
from dicearena_games.pub.throws import SixesRule
from dicearena_players.arena import play
from dicearena_players.chicago import duel, many
from dicearena_players.chicago.calls import PLACE, SAND, VALUED, action_of, beating, call_of
from dicearena_players.chicago.duel import Variant
from dicearena_players.chicago.expected import best_for_sum
from dicearena_players.policy import View
from dicearena_players.pub.hands import AT_ONCE, END, ENDS, THROWS, hands
from dicearena_players.registry import policy
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful

LEVELS = [level.value for level in Level]
SIXES = st.sampled_from(["fresh", "laid", "off"])
OPTIONS = st.one_of(
    st.fixed_dictionaries({"way": st.just("pub"), "turn_sixes": SIXES, "play_down": st.booleans()}),
    st.fixed_dictionaries({"way": st.just("basis"), "turn_sixes": SIXES, "searches": st.sampled_from([1, 3, 5, 10])}),
    st.fixed_dictionaries({"way": st.sampled_from(["bayrisch", "tschigg"]), "turn_sixes": SIXES}),
    st.just({"way": "rounds"}),
)


@settings(max_examples=25, deadline=None)
@given(options=OPTIONS, levels=st.lists(st.sampled_from(LEVELS), min_size=2, max_size=6), seed=st.integers(0, 2**32))
def test_only_legal_actions_under_every_mix_and_the_same_when_asked_again(
    options: dict[str, Any], levels: list[str], seed: int
) -> None:
    check_lawful("chicago", options, levels, seed, every=1)


@pytest.mark.parametrize("rule", duel.RULES)
def test_the_highest_sum_is_the_exact_one(rule: SixesRule) -> None:
    worth = np.array([value_of(dice) for dice in (*THROWS, (1, 1, 1))], dtype=float)
    free = hands(rule, chicago=False).start(np.broadcast_to(worth[None, :, None], (3, ENDS, 1)))[0]
    by_search = sum(best_for_sum((), dice, 2, rule)[0] * len(set(_orders(dice))) / 216 for dice in THROWS)
    assert free == pytest.approx(by_search, abs=1e-9)


def _orders(dice: tuple[int, ...]) -> list[tuple[int, ...]]:
    a, b, c = dice
    return [(a, b, c), (a, c, b), (b, a, c), (b, c, a), (c, a, b), (c, b, a)]


def test_places_agree_with_the_rules() -> None:
    rng = random.Random(2)
    for index, call in enumerate(VALUED):
        for _ in range(30):
            ends = [rng.randrange(ENDS) for _ in range(2)]
            known = ends_of([(THROWS[end] if end < AT_ONCE else (1, 1, 1), end == AT_ONCE) for end in ends], call)
            assert (known.best == 1) == bool(PLACE[index, ends[1]] > PLACE[index, ends[0]])


def test_with_one_throw_a_mark_is_beaten_as_often_as_the_dice_say() -> None:
    call = VALUED.index(Call(1, 60, "high"))
    mark = END[(2, 3, 6)]
    wins = sum(
        value_of(dice, VALUED[call]) > value_of((2, 3, 6), VALUED[call]) or dice == (1, 1, 1)
        for dice in ((a, b, c) for a in range(1, 7) for b in range(1, 7) for c in range(1, 7))
    )
    assert beating("fresh").chance[0][call, mark] == pytest.approx(wins / 216)
    assert beating("fresh").sand[0] == pytest.approx((64 + 1) / 216)


@pytest.mark.parametrize("call", range(SAND + 1))
def test_an_announcement_is_read_as_it_was_said(call: int) -> None:
    said = action_of(call)
    board = {"direction": "sand", "ones": None, "sixes": None} if call == SAND else said
    assert call_of(board) == call


@pytest.mark.parametrize(
    "variant", [Variant("pub", True, "fresh"), Variant("basis", True, "laid"), Variant("pub", False, "off")], ids=str
)
def test_the_shipped_table_is_what_the_solver_gives(variant: Variant) -> None:
    wins, worths = duel.solve(variant)
    shipped = duel.shipped(variant)
    np.testing.assert_allclose(list(shipped[0].values()), wins, atol=1e-6)
    np.testing.assert_allclose(np.stack(list(shipped[1].values())), worths, atol=1e-6)


@pytest.mark.parametrize("way", ["bayrisch", "tschigg"])
@pytest.mark.parametrize("state", [("deal", 2, 1, 0), ("down", 0, 2, 1)])
def test_the_larger_tables_solve_themselves(way: Any, state: duel.State) -> None:
    """One step of the solver from the shipped chances changes nothing; announcing gives the shipped worth."""
    variant = Variant(way, True, "fresh")
    wins, worths = duel.shipped(variant)
    paid = duel.payoffs(variant, wins, state)
    again = duel.leading(variant, paid)
    np.testing.assert_allclose(again, worths[state], atol=2e-5)
    assert hands("fresh", chicago=True).start(again[:, :, None])[0] == pytest.approx(wins[state], abs=2e-5)
    mark = END[(2, 2, 5)]
    assert duel.announcing(variant, paid, mark, 2).max() == pytest.approx(worths[state][1, mark], abs=2e-5)


@pytest.mark.parametrize("way", ["pub", "basis", "bayrisch", "tschigg"])
def test_strong_against_itself_wins_as_often_as_the_table_says(way: Any) -> None:
    strong, games, won = policy("chicago", "strong"), 100 if way == "tschigg" else 400, 0
    state: duel.State = ("search", 0, 0, 0) if way == "basis" else ("deal", 3, 0, 0)
    for seed in range(games):
        leaders: list[int] = []

        def watch(view: View, _: ActionDict, leaders: list[int] = leaders) -> None:
            leaders.append(view["board"]["order"][0])

        result = play(game, game.OPTIONS.model_validate({"way": way}), [strong, strong], f"table/{seed}", watch)
        won += result.places[leaders[0]] == 1
    low, high = wilson(won, games)
    assert low < duel.shipped(Variant(way, True, "fresh"))[0][state] < high


def test_among_more_the_last_one_only_has_to_beat_the_marks() -> None:
    before = [END[(2, 3, 5)], END[(1, 4, 6)]]
    deal = many.spots(many.stakes("pub", "deal", 0), "fresh", 0, 2, before, 0)
    down = many.spots(many.stakes("pub", "down", 1), "fresh", 0, 2, before, 0)
    for end, dice in enumerate(THROWS):
        assert deal[end] == (-1.0 if value_of(dice) <= 10 else 0.0)
        assert down[end] == (1.0 if value_of(dice) > 164 else 0.0)


@pytest.mark.parametrize(
    ("better", "worse", "way", "games"),
    [
        ("strong", "normal", "pub", 400),
        ("normal", "easy", "pub", 120),
        ("strong", "normal", "basis", 150),
        ("normal", "easy", "basis", 250),
        ("strong", "normal", "bayrisch", 80),
        ("normal", "easy", "bayrisch", 60),
        ("strong", "normal", "tschigg", 60),
        ("normal", "easy", "tschigg", 40),
    ],
)
def test_the_better_level_wins_clearly(better: str, worse: str, way: str, games: int) -> None:
    seated, won = [policy("chicago", better), policy("chicago", worse)], 0
    for seed in range(games):
        first = seed % 2
        result = play(game, game.OPTIONS.model_validate({"way": way}), seated if not first else seated[::-1], seed)
        won += result.places[first] == 1
    assert wilson(won, games)[0] > 0.5
