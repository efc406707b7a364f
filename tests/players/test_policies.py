"""All computers: legal under every mix of house rules, pure, and in the right order of strength."""

from __future__ import annotations

import copy
import random
from collections.abc import Sequence
from typing import Any

import numpy as np
import pytest
from dicearena_cli.arena.stats import wilson
from dicearena_contracts.catalogue import Level
from dicearena_games.core import ActionDict
from dicearena_games.registry import GAMES
from dicearena_players import registry, tables
from dicearena_players.arena import PolicyError, offered, play
from dicearena_players.policy import View, legal_actions, weighted
from dicearena_players.registry import POLICIES, UnknownPolicy, policy
from hypothesis import given, settings
from hypothesis import strategies as st

LEVELS = [level.value for level in Level]
MAEXCHEN = st.fixed_dictionaries(
    {"lives": st.sampled_from([3, 5, 7])},
    optional={
        name: st.booleans()
        for name in ("double_maexchen", "blind_pass", "equal_claims", "show_maexchen", "show_chances")
    },
)
SHUT = st.one_of(
    st.fixed_dictionaries({"flaps": st.sampled_from([9, 12]), "rounds": st.sampled_from([1, 3, 5])}),
    st.just({"day": "2026-02-03"}),
)


def _replayed(options: dict[str, Any], key: str, levels: Sequence[str], seed: int) -> list[ActionDict]:
    """Play a match in which every decision is asked twice, and check that asking changes nothing."""
    game = GAMES[next(known for known in GAMES if known == key)]
    actions: list[ActionDict] = []

    def watch(view: View, action: ActionDict) -> None:
        asked = copy.deepcopy(view)
        again = [policy(key, levels[view["seat"]]).choose(view, random.Random(9)) for _ in range(2)]
        assert again[0] == again[1]
        assert offered(view, again[0])
        assert view == asked
        actions.append(action)

    seated = [policy(key, level) for level in levels]
    play(game, game.OPTIONS.model_validate(options), seated, seed, watch)
    return actions


@settings(max_examples=60, deadline=None)
@given(options=MAEXCHEN, levels=st.lists(st.sampled_from(LEVELS), min_size=2, max_size=6), seed=st.integers(0, 2**32))
def test_maexchen_is_played_legally_and_purely_under_all_rules(
    options: dict[str, Any], levels: list[str], seed: int
) -> None:
    assert _replayed(options, "maexchen", levels, seed) == _replayed(options, "maexchen", levels, seed)


@settings(max_examples=30, deadline=None)
@given(options=SHUT, levels=st.lists(st.sampled_from(LEVELS), min_size=1, max_size=6), seed=st.integers(0, 2**32))
def test_shut_the_box_is_played_legally_and_purely_under_all_rules(
    options: dict[str, Any], levels: list[str], seed: int
) -> None:
    if "day" in options:
        levels = (levels * 2)[:2]
    assert _replayed(options, "shut_the_box", levels, seed) == _replayed(options, "shut_the_box", levels, seed)


def test_every_game_has_all_levels() -> None:
    assert {(key, level) for key in GAMES for level in Level} <= set(POLICIES)


@pytest.mark.parametrize(
    ("key", "better", "worse", "games"),
    [
        ("maexchen", "strong", "normal", 1200),
        ("maexchen", "normal", "easy", 1200),
        ("maexchen", "strong", "easy", 600),
        ("shut_the_box", "strong", "normal", 1200),
        ("shut_the_box", "normal", "easy", 300),
    ],
)
def test_the_better_level_wins_clearly(key: str, better: str, worse: str, games: int) -> None:
    won = 0.0
    for seed in range(games):
        first = seed % 2
        levels = (better, worse) if first == 0 else (worse, better)
        game = next(game for known, game in GAMES.items() if known == key)
        result = play(game, game.OPTIONS(), [policy(key, level) for level in levels], seed)
        won += 1 / result.places.count(1) if result.places[first] == 1 else 0
    assert wilson(won, games)[0] > 0.5


@pytest.mark.parametrize("players", [3, 4, 6])
def test_strong_wins_more_than_its_share_among_more_players(players: int) -> None:
    game = next(game for key, game in GAMES.items() if key == "maexchen")
    games, won = 400, 0
    for seed in range(games):
        levels = ["normal"] * players
        levels[seed % players] = "strong"
        result = play(game, game.OPTIONS(), [policy("maexchen", level) for level in levels], seed)
        won += result.places[seed % players] == 1
    assert wilson(won, games)[0] > 1 / players


def test_the_same_seed_gives_the_same_match_and_another_one_another() -> None:
    actions = [_replayed({}, "maexchen", ["strong", "normal", "easy"], seed) for seed in (1, 1, 2)]
    assert actions[0] == actions[1] != actions[2]


def test_a_table_view_with_all_its_keys_will_do() -> None:
    game = next(game for key, game in GAMES.items() if key == "shut_the_box")
    seen: list[View] = []
    play(game, game.OPTIONS(), [policy("shut_the_box", "easy")], 3, lambda view, _: seen.append(view))
    more = {"t": "view", "n": 7, "table": "abc", "at": 1, "status": "running", "pause": None, "clock": 90}
    whole: Any = {**seen[3], **more, "seats": [{"name": "x", "level": "strong"}], "events": [], "result": None}
    chosen = [policy("shut_the_box", "strong").choose(view, random.Random(1)) for view in (whole, seen[3])]
    assert chosen[0] == chosen[1]


class Liar:
    """A stranger's policy that plays what is not offered."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Something no game has."""
        return {"kind": "win"}


class Failing:
    """A stranger's policy that fails."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """Divide by zero."""
        return {"kind": str(1 // 0)}


class Loose:
    """A stranger's policy that takes True for 1."""

    def choose(self, view: View, rng: random.Random) -> ActionDict:
        """The offered flaps, the 1 as True."""
        action = legal_actions(view)[0]
        return {**action, "flaps": [flap == 1 or flap for flap in action["flaps"]]} if "flaps" in action else action


@pytest.mark.parametrize(
    ("bad", "says"), [(Liar(), "not offered"), (Failing(), "ZeroDivisionError"), (Loose(), "valid integer")]
)
def test_a_bad_policy_is_named(bad: Any, says: str) -> None:
    game = next(game for key, game in GAMES.items() if key == "shut_the_box")
    with pytest.raises(PolicyError, match=f"seat 1.*{says}"):
        for seed in range(20):
            play(game, game.OPTIONS(), [policy("shut_the_box", "easy"), bad], seed)


@pytest.mark.parametrize(
    ("level", "says"),
    [
        ("expert", "easy, normal, strong"),
        ("no.such.module:X", "cannot be imported"),
        ("dicearena_players.policy:Nothing", "no class 'Nothing'"),
        ("dicearena_players.policy:View", "no method|has a method choose"),
        (":", "cannot be imported"),
    ],
)
def test_an_unknown_policy_is_refused_in_words(level: str, says: str) -> None:
    with pytest.raises(UnknownPolicy, match=says):
        policy("maexchen", level)


def test_a_strangers_class_is_made_anew_and_the_house_s_are_shared() -> None:
    name = "dicearena_players.shut_the_box.policies:Easy"
    assert registry.policy("shut_the_box", name) is not registry.policy("shut_the_box", name)
    assert registry.policy("shut_the_box", "easy") is registry.policy("shut_the_box", "easy")


def test_weights_are_kept_to() -> None:
    rng = random.Random(5)
    drawn = [weighted(rng, "abc", [1, 0, 3]) for _ in range(4000)]
    assert set(drawn) == {"a", "c"}
    low, high = wilson(drawn.count("c"), 4000)
    assert low < 0.75 < high


def test_a_damaged_or_foreign_table_is_refused(tmp_path: Any) -> None:
    path = tables.save(tmp_path, "t", 3, {"a": np.arange(4)})
    assert tables.read(tmp_path, "t", 3)["a"].tolist() == [0, 1, 2, 3]
    with pytest.raises(tables.TableError, match="version 4, found 3"):
        tables.read(tmp_path, "t", 4)
    with pytest.raises(tables.TableError, match="found none"):
        tables.read(tmp_path, "other", 3)
    path.write_bytes(path.read_bytes()[:-1] + b"x")
    with pytest.raises(tables.TableError, match="checksum"):
        tables.read(tmp_path, "t", 3)
