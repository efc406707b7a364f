"""`dicearena bench --rules`: what it measures and says; no figure of time is judged here."""

from __future__ import annotations

import json
from typing import Any

import orjson
import pytest
from dicearena_cli.app import app
from dicearena_cli.bench.rules import decisions, report, steps
from dicearena_cli.bench.rules.steps import Setup
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.records import RecordKind
from dicearena_games.registry import GAMES
from dicearena_games.table import Views, opening
from typer.testing import CliRunner, Result


def _call(*args: str) -> Result:
    return CliRunner().invoke(app, ["bench", "--rules", *args])


def _setup(key: str, **options: Any) -> Setup:
    game = GAMES[GameKey(key)]
    return Setup(game, game.OPTIONS(**options), game.SEATS[1], 1)


def test_quick_json_has_every_figure_of_every_game() -> None:
    done = _call("--quick", "--seconds", "0.001", "--json")
    assert done.exit_code == 0, done.stderr
    found = json.loads(done.stdout)
    assert list(found) == ["baseline", "games", "goals", "missed"]
    assert found["baseline"]["loop_ns"] > 0
    assert [one["game"] for one in found["games"]] == list(GAMES)
    for one in found["games"]:
        assert list(one) == [
            "game", "mode", "seats", "steps_per_s", "step_in_loops", "with_views_per_s", "moves_with_views_per_s",
            "views_per_move", "view_share", "view_us", "view_in_encodes", "view_bytes", "view_bytes_with_events",
            "levels",
        ]  # fmt: skip
        assert one["views_per_move"] == one["seats"] + 1
        assert 0 < one["view_share"] < 1
        assert one["view_bytes"] <= one["view_bytes_with_events"]
        assert one["steps_per_s"] > 0
        assert one["with_views_per_s"] > 0
        assert list(one["levels"]) == ["easy", "normal", "strong"]
        for level in one["levels"].values():
            assert level["games_per_s"] > 0
            assert level["decisions"] > 0
            assert 0 <= level["p50_ms"] <= level["p99_ms"] <= level["max_ms"]


def test_all_ways_to_play_are_measured_and_shown_as_a_table() -> None:
    done = _call("--game", "schocken", "--seconds", "0.001")
    assert done.exit_code == 0, done.stderr
    assert "open" in done.stdout
    assert "hidden" in done.stdout


def test_an_unknown_game_is_refused() -> None:
    assert _call("--game", "halma").exit_code == 2


@pytest.mark.parametrize(("key", "options"), [("bluff", {}), ("chicago", {"way": "tschigg"}), ("dice_cup", {})])
def test_what_is_played_again_ends_the_recorded_game(key: str, options: dict[str, Any]) -> None:
    setup = _setup(key, **options)
    state = setup.game.start(setup.options, setup.seats).state
    for what, seat, given in steps._random_moves(setup, "x"):
        match what:
            case "act":
                state = setup.game.act(state, seat, given).state
            case "throw":
                state = setup.game.thrown(state, given).state
            case _:
                state = setup.game.waited(state).state
    assert setup.game.result(state) is not None


def test_at_a_table_every_seat_and_the_watcher_are_sent_a_view_after_each_command() -> None:
    setup = _setup("maexchen")
    commands = list(steps._random_commands(setup, "x"))
    table = opening(steps._request(setup))
    for intent, throws in commands:
        assert steps._carry_out(table, intent, throws) == throws
    assert table.ending is not None
    found = steps.hosted(setup, 0.0001)
    assert found.views == found.moves * 7
    assert found.moves < found.steps < 3 * found.moves
    view = orjson.loads(Views(table).encode(0))
    assert view["status"] == "over"
    assert {intent.kind for intent, _ in commands} >= {RecordKind.OPEN, RecordKind.ACT}


def test_whole_matches_of_two_are_counted_and_decisions_of_the_full_table_too() -> None:
    found = decisions.computers(_setup("crag"), "easy", 0.05)
    assert found.games >= 1
    assert len(found.decisions) > found.games * 2 * 13
    assert all(taken >= 0 for taken in found.decisions)


def test_goals_that_are_missed_are_said() -> None:
    good = {
        "game": "crag", "mode": "", "steps_per_s": 20_000, "with_views_per_s": 5_000, "view_bytes_with_events": 3072,
        "levels": {"easy": {"p99_ms": 5.0}, "strong": {"p99_ms": 50.0}},
    }  # fmt: skip
    assert report.missed([good]) == []
    assert report.missed([{**good, "steps_per_s": 19_999}]) == ["crag: steps_per_s 19999 < 20000"]
    assert report.missed([{**good, "with_views_per_s": 4_999}]) == ["crag: with_views_per_s 4999 < 5000"]
    assert report.missed([{**good, "view_bytes_with_events": 3073}]) == ["crag: view_bytes_with_events 3073 > 3072"]
    slow = {"normal": {"p99_ms": 5.1}, "strong": {"p99_ms": 50.1}, "easy": {"p99_ms": None}}
    assert report.missed([{**good, "levels": slow}]) == [
        "crag: normal p99 5.1 ms > 5 ms",
        "crag: strong p99 50.1 ms > 50 ms",
    ]


def test_medians_go_through_the_whole_report() -> None:
    assert report.medians([{"a": [{"b": 1, "c": "x"}]}, {"a": [{"b": 9, "c": "x"}]}, {"a": [{"b": 2, "c": "x"}]}]) == {
        "a": [{"b": 2, "c": "x"}]
    }
    assert report.medians([{"a": 1.5, "n": None}, {"a": 2.5, "n": None}]) == {"a": 2.0, "n": None}
