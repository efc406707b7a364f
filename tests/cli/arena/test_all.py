"""`dicearena arena --all`: every game and level is tried until it is clear; one may look after every batch."""

from __future__ import annotations

import json
import math
import random
from collections.abc import Callable
from typing import Any

import pytest
from dicearena_cli.app import app
from dicearena_cli.arena.cases import LEVELS, RIVALS, modes
from dicearena_cli.arena.optima import optimum
from dicearena_cli.arena.series import Outcome
from dicearena_cli.arena.stats import always_valid, wilson
from dicearena_cli.arena.trials import Duel, Solo, trials
from dicearena_contracts.catalogue import GameKey
from dicearena_games.registry import GAMES
from typer.testing import CliRunner, Result


def _call(*args: str) -> Result:
    return CliRunner().invoke(app, ["arena", "--all", *args])


def _found(*args: str) -> Any:
    done = _call(*args, "--json")
    assert done.exit_code in (0, 1), done.stderr
    return {**json.loads(done.stdout), "status": done.exit_code}


def test_every_way_to_play_every_game_is_tried_at_all_levels_and_starts() -> None:
    ways, every = modes(), trials(modes(), 100, 1)
    assert {way.game for way in ways} == set(GAMES)
    for way in ways:
        way.of.start(way.of.OPTIONS(**way.options), 2)
        duels = [one.levels for one in every if isinstance(one, Duel) and one.mode == way]
        solos = [one.levels for one in every if isinstance(one, Solo) and one.mode == way]
        assert duels == ([] if way.luck else list(RIVALS)), way
        assert solos == ([(level,) for level in LEVELS] if way.of.SEATS[0] == 1 else []), way
    assert [(way.game, way.name) for way in ways if way.luck] == [("chicago", "rounds")]
    assert {way.name for way in ways if way.game == "schocken"} == {"open", "hidden"}
    assert {way.name for way in ways if way.game == "chicago"} == {"pub", "basis", "bayrisch", "tschigg", "rounds"}


def test_a_clear_difference_ends_a_duel_early_and_the_intervals_are_apart() -> None:
    found = _found("--game", "shut_the_box", "--games", "1600", "--jobs", "2")
    assert list(found) == ["seed", "most", "seconds", "duels", "solo", "luck", "status"]
    assert found["status"] == 0
    assert [(one["mode"], one["better"], one["worse"]) for one in found["duels"]] == [
        ("12 flaps", "strong", "normal"), ("12 flaps", "normal", "easy"),
        ("9 flaps", "strong", "normal"), ("9 flaps", "normal", "easy"),
    ]  # fmt: skip
    for one in found["duels"]:
        assert one["verdict"] == "better"
        assert one["games"] < 1600
        assert one["games"] % 2 == 0
        assert one["ci95"][0] > one["worse_ci95"][1]
    nine = {one["level"]: one for one in found["solo"] if one["mode"] == "9 flaps"}
    assert nine["strong"]["optimum"] == pytest.approx(13.6229, abs=5e-5)
    assert nine["strong"]["mean"] < nine["normal"]["mean"] < nine["easy"]["mean"]


def test_figures_depend_on_the_seed_and_not_on_the_jobs() -> None:
    args = ("--game", "crag", "--games", "60")
    one, two, other = _found(*args), _found(*args, "--jobs", "1"), _found(*args, "--seed", "2")

    def bare(found: Any) -> list[Any]:
        return [
            {key: value for key, value in row.items() if key != "seconds"} for row in found["duels"] + found["solo"]
        ]

    assert bare(one) == bare(two) != bare(other)


def test_what_is_not_clear_is_said_to_be_so_and_ends_with_status_1() -> None:
    found = _found("--game", "maexchen", "--games", "4")
    assert found["status"] == 1
    assert {one["verdict"] for one in found["duels"]} == {"open"}
    shown = _call("--game", "maexchen", "--games", "4", "--markdown")
    assert "not clear" in shown.stdout
    assert shown.exit_code == 1


def test_no_time_no_matches() -> None:
    found = _found("--game", "crag", "--minutes", "0")
    assert found["status"] == 1
    assert {one["games"] for one in found["duels"] + found["solo"]} == {0}
    assert {one["win_rate"] for one in found["duels"]} == {one["mean"] for one in found["solo"]} == {None}


def test_markdown_has_a_line_for_every_trial_and_names_pure_luck() -> None:
    done = _call("--game", "chicago", "--games", "2", "--markdown")
    lines = done.stdout.strip().splitlines()
    assert len(lines) == 2 + 8 + 1
    assert all(line.startswith("| ") and line.count("|") == lines[0].count("|") for line in lines)
    assert "pure luck" in lines[-1]


@pytest.mark.parametrize("args", [("--players", "easy,easy"), ("--option", "lives=5"), ("--game", "crag,halma")])
def test_all_takes_no_players_no_house_rules_and_no_unknown_game(args: tuple[str, str]) -> None:
    assert _call(*args).exit_code == 2


def test_the_confidence_sequence_is_the_one_of_robbins() -> None:
    low, high = always_valid(7, 10)
    for edge in (low, high):
        assert 11 * math.comb(10, 7) * edge**7 * (1 - edge) ** 3 == pytest.approx(0.05)
    assert low < 0.7 < high
    assert always_valid(0, 0) == (0, 1)
    assert always_valid(0, 5)[0] == 0
    assert always_valid(5, 5) == pytest.approx((1 - always_valid(0, 5)[1], 1))
    plain = wilson(700, 1000)
    assert always_valid(700, 1000)[0] < plain[0] < plain[1] < always_valid(700, 1000)[1]


def test_looking_after_every_rotation_keeps_the_error_which_a_plain_interval_does_not() -> None:
    rng = random.Random(3)
    runs = 200
    # Whoever starts wins seven times in ten: one half over both seats.
    assert sum(_ever_misses(rng, (0.7, 0.3), always_valid) for _ in range(runs)) <= 0.05 * runs
    assert sum(_ever_misses(rng, (0.5, 0.5), always_valid) for _ in range(runs)) <= 0.05 * runs
    assert sum(_ever_misses(rng, (0.5, 0.5), wilson) for _ in range(runs)) >= 0.2 * runs


def _ever_misses(
    rng: random.Random, chances: tuple[float, float], interval: Callable[[float, int], tuple[float, float]]
) -> bool:
    wins = 0
    for games in range(2, 402, 2):
        wins += sum(rng.random() < chance for chance in chances)
        low, high = interval(wins, games)
        if not low < 0.5 < high:
            return True
    return False


def test_a_duel_counts_shared_wins_and_stops_for_a_worse_player_too() -> None:
    (duel, *_) = trials(modes(["maexchen"]), 1000, 1)
    assert isinstance(duel, Duel)
    assert [duel.take(Outcome([1, 1], [0.5, 0.5])) for _ in range(4)] == [False, True, False, True]
    assert duel.wins == 2
    assert duel.verdict == "open"
    for _ in range(40):
        duel.take(Outcome([0, 1], [0, 1]))
    assert duel.verdict == "worse"
    assert duel.enough


def test_batches_grow_and_are_whole_rotations_up_to_the_most() -> None:
    (duel, *_) = trials(modes(["maexchen"]), 501, 1)
    lengths = []
    while not duel.spent:
        batch = duel.batch()
        assert batch.start == duel.games
        assert len(batch) % 2 == 0
        lengths.append(len(batch))
        duel.games = batch.stop
    assert lengths[:3] == sorted(lengths[:3])
    assert sum(lengths) == 502


@pytest.mark.parametrize(
    ("game", "changed", "best"),
    [
        ("wuerfelpoker", {}, 245.8708),
        ("shut_the_box", {}, 32.5552),
        ("shut_the_box", {"rounds": 3}, 3 * 32.5552),
        ("mickey", {"announce": "before", "missed": "announced"}, 70.51),
        ("wuerfelpoker", {"joker": True}, 246.1523),
        ("wuerfelpoker", {"order": "drawn", "joker": True}, None),
        ("wuerfelpoker", {"joker": True, "columns": 2}, None),
        ("general", {}, None),
        ("dice_cup", {"columns": 2}, None),
        ("schocken", {}, None),
    ],
)
def test_the_optimum_is_the_known_one_and_none_where_nothing_is_solved(
    game: str, changed: dict[str, Any], best: float | None
) -> None:
    found = optimum(game, GAMES[GameKey(game)].OPTIONS(**changed).model_dump(mode="json"))
    assert found is None if best is None else found == pytest.approx(best, abs=5e-3)
