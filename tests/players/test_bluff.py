"""Bluff's computers: solved small rounds, legal under every mix of rules, in the right order of strength."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest
from dicearena_cli.arena.stats import wilson
from dicearena_contracts.catalogue import Level
from dicearena_games.bluff import bluff as game
from dicearena_games.bluff.bluff_bids import chances, least
from dicearena_players.arena import play
from dicearena_players.bluff import few, strong
from dicearena_players.bluff.belief import bareness, binomial, of_seat, tail
from dicearena_players.bluff.situation import Situation
from dicearena_players.registry import policy
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.players.duels import check_lawful

LEVELS = [level.value for level in Level]
OPTIONS = st.fixed_dictionaries({"dice": st.sampled_from([3, 4, 5, 6]), "show_chances": st.booleans()})
BLANK = dict.fromkeys(("bids", "bare", "tested", "untrue", "doubts", "doubts_right", "exacts", "exacts_right"), 0)


@settings(max_examples=20, deadline=None)
@given(options=OPTIONS, levels=st.lists(st.sampled_from(LEVELS), min_size=2, max_size=6), seed=st.integers(0, 2**32))
def test_only_legal_actions_under_every_mix_and_the_same_when_asked_again(
    options: dict[str, Any], levels: list[str], seed: int
) -> None:
    check_lawful("bluff", options, levels, seed, every=1)


@pytest.mark.parametrize("rules", few.ROUNDS, ids=str)
def test_the_ladder_has_what_tops_a_bid_behind_it_and_plays_only_that(rules: few.Round) -> None:
    bids, may = few.ladder(rules), few.allowed(rules)
    for row, before in enumerate(bids, 1):
        topping = set(np.flatnonzero(may[row, few.RAISE :]).tolist())
        for number, (count, face) in enumerate(bids):
            fewest = least(face, before, rules.special)
            assert (number in topping) == (fewest is not None and count >= fewest)
        assert all(number >= row for number in topping)
    for shares in (few.shipped(rules).opener, few.shipped(rules).other):
        assert (shares[~np.broadcast_to(may[:, None, :], shares.shape)] == 0).all()
        np.testing.assert_allclose(shares[may.any(axis=1)].sum(axis=2), 1)


@pytest.mark.parametrize(
    "rules", [few.Round(1, 1, True), few.Round(1, 1, False), few.Round(1, 2, True), few.Round(1, 3, True)], ids=str
)
def test_knowing_the_shipped_play_and_all_bids_gains_next_to_nothing(rules: few.Round) -> None:
    """In chance to win the match; the walk takes every history of bids."""
    shipped = few.shipped(rules)
    value = few.worth(rules, shipped)
    gains = few.answered(rules, shipped, True) - value, few.answered(rules, shipped, False) - (1 - value)
    assert min(gains) >= -1e-9
    assert max(gains) < 0.05


@pytest.mark.parametrize("rules", [few.Round(1, 1, True), few.Round(1, 1, False)], ids=str)
def test_the_shipped_table_is_what_the_solver_gives(rules: few.Round) -> None:
    again, _ = few.solve(rules)
    shipped = few.shipped(rules)
    assert np.abs(again.opener - shipped.opener).max() < 1e-3
    assert np.abs(again.other - shipped.other).max() < 1e-3


def _here(**changes: Any) -> Situation:
    base: dict[str, Any] = {
        "seat": 0, "own": (2, 3, 3, 5, 6), "left": (5, 5), "special": False, "most": 5, "bid": (3, 4), "bidder": 1,
        "bids": ((1, (3, 4)),), "raises": ((5, 3, 10), (4, 4, 10)), "record": (BLANK, BLANK),
    }  # fmt: skip
    return Situation(**{**base, **changes})


def test_chances_of_unknown_dice_are_the_rules_chances() -> None:
    for dice, needed in [(5, 2), (8, 5), (3, 0)]:
        assert tail(binomial(dice, 1 / 3), needed) == pytest.approx(chances(dice, needed, True)[0])
        assert tail(binomial(dice, 1 / 6), needed) == pytest.approx(chances(dice, needed, False)[0])


def test_a_bid_makes_its_dice_likelier_and_less_so_for_a_known_liar() -> None:
    liar = {**BLANK, "bids": 30, "bare": 25}
    silent, said, lied = (
        sum(n * chance for n, chance in enumerate(of_seat(here, 1, 4)))
        for here in (_here(bids=()), _here(), _here(record=(BLANK, liar)))
    )
    assert bareness(liar) > bareness(BLANK)
    assert said > silent
    assert lied < said


def test_dice_of_players_with_few_are_worth_more_among_several() -> None:
    here = _here(left=(5, 1, 5), record=(BLANK,) * 3)
    assert strong.gain(here, 1) > strong.gain(here, 2)


def test_who_doubted_wrongly_often_is_taken_for_a_doubter() -> None:
    eager = {**BLANK, "doubts": 8, "doubts_right": 1}
    wary = {**BLANK, "doubts": 8, "doubts_right": 7}
    assert strong.doubting(_here(record=(BLANK, eager)), 1) > strong.doubting(_here(record=(BLANK, wary)), 1)


@pytest.mark.parametrize(
    ("better", "worse", "options", "games"),
    [
        ("strong", "normal", {}, 120),
        ("normal", "easy", {}, 60),
        ("strong", "normal", {"dice": 3}, 200),
    ],
)
def test_the_better_level_wins_clearly(better: str, worse: str, options: dict[str, Any], games: int) -> None:
    seated, won = [policy("bluff", better), policy("bluff", worse)], 0
    for seed in range(games):
        first = seed % 2
        result = play(game, game.OPTIONS(**options), seated if not first else seated[::-1], seed)
        won += result.places[first] == 1
    assert wilson(won, games)[0] > 0.5


@pytest.mark.parametrize("players", [3, 6])
def test_strong_wins_more_than_its_share_among_more_players(players: int) -> None:
    games, won = 60, 0
    for seed in range(games):
        levels = ["normal"] * players
        levels[seed % players] = "strong"
        result = play(game, game.OPTIONS(), [policy("bluff", level) for level in levels], seed)
        won += result.places[seed % players] == 1
    assert wilson(won, games)[0] > 1 / players
