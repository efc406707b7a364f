"""Schocken's computers: exact turns and halves, legal under every mix of rules, in the right order of strength."""

from __future__ import annotations

import random
from functools import cache
from itertools import product
from typing import Any

import numpy as np
import pytest
from dicearena_cli.arena.stats import wilson
from dicearena_contracts.catalogue import Level
from dicearena_games.core import ActionDict
from dicearena_games.pub import schocken as game
from dicearena_games.pub.schocken_values import VALUES
from dicearena_games.pub.throws import SixesRule
from dicearena_players.arena import play
from dicearena_players.policy import View
from dicearena_players.pub.hands import AT_ONCE, END, ENDS, hands
from dicearena_players.registry import policy
from dicearena_players.schocken import duel, many
from dicearena_players.schocken.marks import RANK, SPOT, SPOTS, beating, unseen
from dicearena_players.schocken.reach import reach
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful

LEVELS = [level.value for level in Level]
OPTIONS = st.fixed_dictionaries(
    {},
    optional={
        "pile": st.sampled_from([13, 15]),
        "schock_out": st.sampled_from(["half", "all"]),
        "turn_sixes": st.sampled_from(["fresh", "laid", "off"]),
        "hidden": st.booleans(),
    },
)


@settings(max_examples=12, deadline=None)
@given(options=OPTIONS, levels=st.lists(st.sampled_from(LEVELS), min_size=2, max_size=6), seed=st.integers(0, 2**32))
def test_only_legal_actions_under_every_mix_and_the_same_when_asked_again(
    options: dict[str, Any], levels: list[str], seed: int
) -> None:
    check_lawful("schocken", options, levels, seed, every=1)


@pytest.mark.parametrize("rule", duel.RULES)
def test_the_chance_to_beat_a_mark_is_the_exact_one(rule: SixesRule) -> None:
    for limit in (1, 2, 3):
        for rank in (3, 20, 34, 47, 53):
            equal_with_one_throw = int(SPOT[0, int(np.flatnonzero(rank == RANK)[0])])
            found = beating(rule).chance[limit - 1][equal_with_one_throw]
            assert found == pytest.approx(reach(rank + 1, limit, rule), abs=1e-9)


@pytest.mark.parametrize(("rule", "limit"), [("fresh", 3), ("laid", 2), ("off", 3)])
def test_a_turn_against_a_standing_mark_is_best_of_all_there_is(rule: SixesRule, limit: int) -> None:
    """A plain search over a hand gives what the arrays give."""
    play_, rng = hands(rule, chicago=False), np.random.default_rng(4)
    worth = rng.random((limit, ENDS, 1))
    worth[:, AT_ONCE] = worth[:, END[(1, 1, 1)]]

    @cache
    def value(laid: tuple[int, ...], throw: int) -> float:
        found = []
        for dice in product(range(1, 7), repeat=3 - len(laid)):
            free = tuple(sorted(dice))
            best = float(worth[throw, END[tuple(sorted(laid + free))], 0])
            if throw + 1 < limit:
                casts = play_.casts[play_.lying(laid, free)]
                best = max(best, *(value(_laid(laid, action), throw + 1) for action, _ in casts))
            found.append(best)
        return sum(found) / len(found)

    assert play_.start(worth)[0] == pytest.approx(value((), 0), abs=1e-9)


def _laid(laid: tuple[int, ...], action: ActionDict) -> tuple[int, ...]:
    turned = {"roll": laid, "turn": (*laid, 1), "turn_laid": (*laid[:-1], 1)}[action["kind"]]
    return tuple(sorted((*turned, *action["keep"])))


def test_the_chances_of_ends_sum_to_one_and_give_the_worth() -> None:
    beats = (SPOT[:3, :, None] > np.arange(0, SPOTS, 13)).astype(float)
    play_ = hands("laid", chicago=False)
    ends = play_.ends(beats)
    np.testing.assert_allclose(ends.sum(axis=(0, 1)), 1, atol=1e-12)
    np.testing.assert_allclose((ends * beats).sum(axis=(0, 1)), play_.start(beats), atol=1e-12)


@pytest.mark.parametrize(("deckel", "rule"), [(13, "fresh"), (15, "off")])
def test_the_shipped_half_is_what_the_solver_gives_and_solves_itself(deckel: int, rule: SixesRule) -> None:
    shipped = duel.shipped(deckel, rule)
    np.testing.assert_allclose(shipped, duel.solve(deckel, rule), atol=1e-5)
    rng = random.Random(3)
    for _ in range(8):
        pile = rng.randrange(deckel - 1)
        leads = rng.randrange(1, deckel - pile)
        worth = duel.leading(rule, *duel.step(shipped, deckel, pile, leads))
        assert hands(rule, chicago=False).start(worth)[0] == pytest.approx(shipped[pile, leads], abs=1e-5)


def test_strong_wins_the_halves_against_itself_as_often_as_the_table_says() -> None:
    """Two equals: whoever leads the first half wins it with the table's chance."""
    strong, won, games = policy("schocken", "strong"), 0, 150
    for seed in range(games):
        state_of_first_half: list[int] = []

        def watch(view: View, _: ActionDict, seen: list[int] = state_of_first_half) -> None:
            if view["board"]["lost"] and not seen:
                seen.append(view["board"]["lost"][0])

        play(game, game.OPTIONS(), [strong, strong], seed, watch)
        won += state_of_first_half[0] == 1
    low, high = wilson(won, games)
    assert low < duel.shipped(13, "fresh")[13, 0] < high


def test_covered_dice_are_guessed_from_what_was_laid_out() -> None:
    out = VALUES[1, 1, 1].rank
    ones = unseen("fresh", 3, (1, 1), 2)
    nothing = unseen("fresh", 3, (), 1)
    assert ones.sum() == pytest.approx(1)
    assert nothing.sum() == pytest.approx(1)
    schocks = np.arange(SPOTS) >= VALUES[1, 1, 2].rank * 3
    assert ones[schocks].sum() == pytest.approx(1)
    assert ones[out * 3 + 1] > nothing[out * 3 + 2]
    assert nothing @ np.arange(SPOTS) > np.arange(SPOTS).mean()


def test_among_more_it_costs_to_be_worst_and_a_hand_worth_more_deckel_for_another_is_worth_more() -> None:
    stakes = many.Stakes(deckel=13, pile=8, own=2, others=3, schock_out="half")
    before = [np.eye(SPOTS)[spot] for spot in (60, 90, 120)]
    worth = many.worths(stakes, "fresh", 2, before, 0)[:, :, 0]
    best = worth[0, [END[dice] for dice in ((5, 6, 6), (1, 2, 3), (1, 1, 2), (2, 2, 2), (1, 1, 4), (1, 1, 6))]]
    assert (np.diff(best) >= 0).all()
    assert best[0] < best[1] < best[3] < best[4] < best[5]
    assert worth[SPOT[:2] < 60].max() < 0 < worth[SPOT[:2] > 60].min()


@pytest.mark.parametrize(
    ("levels", "options", "games"),
    [
        (("strong", "normal"), {}, 150),
        (("normal", "easy"), {}, 60),
        (("strong", "normal"), {"hidden": True}, 120),
        (("normal", "easy"), {"hidden": True}, 60),
    ],
)
def test_the_better_level_wins_clearly(levels: tuple[str, str], options: dict[str, Any], games: int) -> None:
    seated, won = [policy("schocken", level) for level in levels], 0
    for seed in range(games):
        first = seed % 2
        result = play(game, game.OPTIONS(**options), seated if not first else seated[::-1], seed)
        won += result.places[first] == 1
    assert wilson(won, games)[0] > 0.5
