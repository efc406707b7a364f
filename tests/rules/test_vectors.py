"""The checked cases, and the runner that compares."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
import pytest
from dicearena_cli.vectors.adapters import ADAPTERS
from dicearena_cli.vectors.command import vectors
from dicearena_cli.vectors.runner import agrees, run
from typer import Typer
from typer.testing import CliRunner

FILES = sorted((Path(__file__).parent / "vectors").glob("*.json"))
app = Typer()
app.command()(vectors)


def _write(path: Path, cases: list[dict[str, Any]], game: str = "maexchen") -> Path:
    path.write_bytes(orjson.dumps({"game": game, "vectors": cases}))
    return path


def _case(kind: str, given: dict[str, Any], out: dict[str, Any]) -> dict[str, Any]:
    return {"id": f"maexchen/{kind}/1", "kind": kind, "in": given, "out": out}


GOOD = _case("rank", {"dice": [1, 2]}, {"value": 21, "rank": 20})
BAD = _case("rank", {"dice": [1, 2]}, {"value": 21, "rank": 19})


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_all_vectors_that_rules_alone_answer_pass(path: Path, tmp_path: Path) -> None:
    content = orjson.loads(path.read_bytes())
    cases = [case for case in content["vectors"] if case["kind"] in ADAPTERS[content["game"]]]
    report = run([_write(tmp_path / path.name, cases, content["game"])])
    assert report.failures == ()
    assert report.passed == len(cases) > 150


def test_a_wrong_answer_a_broken_case_and_an_unknown_kind_fail_each(tmp_path: Path) -> None:
    broken = _case("rank", {"dice": []}, {"value": 21, "rank": 20})
    report = run([_write(tmp_path / "v.json", [GOOD, BAD, broken, _case("dance", {}, {})])])
    assert report.last_line == "1 passed, 3 failed"
    assert report.failures[0].got == {"value": 21, "rank": 20}


def test_the_command_lists_failures_and_ends_with_the_count(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [str(_write(tmp_path / "v.json", [GOOD, BAD]))])
    assert done.exit_code == 1
    assert 'expected {"value":21,"rank":19}' in done.output
    assert done.output.splitlines()[-1] == "1 passed, 1 failed"
    assert CliRunner().invoke(app, [str(_write(tmp_path / "w.json", [GOOD]))]).output == "1 passed, 0 failed\n"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'{"game": "maexchen"}', "vectors: Field required"),
        (b"[]", "Input should be an object"),
        (b'{"game": ', "Invalid JSON"),
        (b"\xff\xfe", "Invalid JSON"),
    ],
)
def test_the_command_names_what_is_no_vector_file_and_still_runs_the_others(
    tmp_path: Path, content: bytes, why: str
) -> None:
    (tmp_path / "a.json").write_bytes(content)
    _write(tmp_path / "b.json", [GOOD])
    done = CliRunner().invoke(app, [str(tmp_path)])
    assert done.exit_code == 2
    assert f"not a vector file: {tmp_path / 'a.json'}: {why}" in done.stderr
    assert done.stdout == "1 passed, 0 failed\n"


def test_the_command_runs_all_files_of_a_folder_and_those_below(tmp_path: Path) -> None:
    (tmp_path / "below").mkdir()
    _write(tmp_path / "v.json", [GOOD])
    _write(tmp_path / "below" / "w.json", [GOOD, BAD])
    done = CliRunner().invoke(app, [str(tmp_path)])
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == "2 passed, 1 failed"


def test_a_folder_without_cases_is_no_success(tmp_path: Path) -> None:
    done = CliRunner().invoke(app, [str(tmp_path)])
    assert done.exit_code == 2
    assert f"not a vector file: {tmp_path}: no *.json in it" in done.stderr


def test_an_unknown_kind_an_unknown_game_and_what_is_no_case_fail_by_name(tmp_path: Path) -> None:
    _write(tmp_path / "v.json", [GOOD, _case("dance", {}, {}), {"id": "x", "kind": "rank"}, "rank"])  # type: ignore[list-item]
    _write(tmp_path / "w.json", [GOOD], "knobeln")
    done = CliRunner().invoke(app, [str(tmp_path)])
    assert done.exit_code == 1
    assert "FAILED maexchen/dance/1\n  expected {}\n  got      no adapter for maexchen dance" in done.output
    assert "FAILED x\n  got      not a case: in: Field required" in done.output
    assert "FAILED maexchen no. 4\n  got      not a case: " in done.output
    assert "no adapter for knobeln rank" in done.output
    assert done.output.splitlines()[-1] == "1 passed, 4 failed"


@pytest.mark.parametrize(
    ("expected", "got", "right"),
    [
        ({"p": 0.5}, {"p": 0.5 * (1 + 5e-7)}, True),
        ({"p": 0.5}, {"p": 0.5 * (1 + 5e-6)}, False),
        ({"p": 4.6e-15}, {"p": 0.0}, False),
        ({"p": 0.0}, {"p": 1e-16}, True),
        ({"p": 120}, {"p": 120 - 1e-13}, True),
        ({"n": 7}, {"n": 8}, False),
        ({"n": 1}, {"n": True}, False),
        ({"n": 7}, {}, False),
        ({"n": 7}, {"n": 7, "more": 1}, True),
        ({"moves": [[1], [2]]}, {"moves": [[1]]}, False),
        ({"moves": [[1, 2], [3]]}, {"moves": [[3], [2, 1]]}, True),
        ({"moves": [[1, 2], [3]]}, {"moves": [[3], [2, 2]]}, False),
        ({"takes": [{"dice": [5, 1], "points": 150}]}, {"takes": [{"points": 150, "dice": [1, 5]}]}, True),
        ({"takes": [{"dice": [5, 1], "points": 150}]}, {"takes": [{"points": 100, "dice": [1, 5]}]}, False),
        ({"filze": [1, 0]}, {"filze": [0, 1]}, False),
        ({"best": [[1], [2]]}, {"best": [2]}, True),
        ({"best": [[1], [2]]}, {"best": [[2]]}, True),
        ({"best": [[1], [2]]}, {"best": [[1], [3]]}, False),
        ({"best": [[1], [2]]}, {"best": []}, False),
        ({"best": []}, {"best": []}, True),
        ({"best": []}, {"best": [[1]]}, False),
        ({"best": None}, {"best": 0}, False),
        ({"best": [{"take": [5, 1]}]}, {"best": [{"take": [1, 5]}]}, True),
        ({"best_fields": ["Vierer"]}, {"best_fields": "Vierer"}, True),
        ({"best": [{"take": [5], "then": "a"}]}, {"best": {"take": [5], "then": "b"}}, False),
    ],
)
def test_answers_are_compared(expected: dict[str, Any], got: dict[str, Any], right: bool) -> None:
    assert agrees(expected, got) == right


def test_an_empty_cup_is_of_one_who_is_out_and_holds_nothing() -> None:
    given = {"cups": [[2, 1], [], [2, 3]], "bid": {"count": 3, "face": 2}, "sonderrunde": False}
    assert ADAPTERS["bluff"]["showdown"](given) == {
        "per_cup": [2, 0, 1],
        "total": 3,
        "bid_true": True,
        "loser_if_doubted": "zweifler",
        "punktlandung_correct": True,
    }


def test_after_the_last_throw_of_general_one_can_only_stop() -> None:
    filled = ["Einser", "Zweier", "Dreier", "Vierer", "Fuenfer", "Sechser", "Strasse", "Full House", "General"]
    given = {"filled": filled, "laid": [4, 4], "thrown": [4, 1, 4], "throw_number": 3}
    assert ADAPTERS["general"]["best_action"](given) == {"best_lay_out_or_stop": ["stop"], "expected_rest": 40.0}


def test_a_niete_and_a_throw_that_closes_nothing_leave_nothing_to_choose() -> None:
    assert ADAPTERS["zehntausend"]["best_take"]({"dice": [2, 3], "points_before": 350}) == {
        "best": [],
        "expected_turn_points": 0.0,
    }
    box = {"flaps": 9, "open": [1, 8], "dice": [2, 3]}
    assert ADAPTERS["shut_the_box"]["best_penalty"](box) == {"best": [], "expected_penalty": 9.0}


def test_what_a_case_leaves_out_is_as_the_rules_have_it() -> None:
    given = {"dice": [2, 2, 2, 2, 3, 3]}
    full = {**given, "multi": "verdoppeln", "straight": 1500, "three_pairs": "drei_verschiedene"}
    assert ADAPTERS["zehntausend"]["takes"](given) == ADAPTERS["zehntausend"]["takes"]({**full, "multi": None})
    assert ADAPTERS["zehntausend"]["takes"](given)["best_points"] == 400
    assert ADAPTERS["gipfelsturm"]["moves"]({"dice": [1, 2, 3, 4]})["moves"] == [[3, 7], [4, 6], [5, 5]]


def test_a_replay_ends_where_the_box_is_shut() -> None:
    rolls = [[4, 5], [3, 5], [3, 4], [2, 4], [1, 5], [1, 2], [3, 3], [1, 1]]
    closed = [[9], [8], [7], [2, 4], [1, 5], [3], [6]]
    given = {"flaps": 9, "rolls": rolls, "closed_each_roll": closed}
    assert ADAPTERS["shut_the_box"]["replay"](given) == {"open_at_end": [], "penalty": 0, "all_closed": True}


def test_an_upper_sum_that_cannot_be_is_refused_and_one_that_can_is_not() -> None:
    value = ADAPTERS["wuerfelpoker"]["state_value"]
    with pytest.raises(ValueError, match="upper sum"):
        value({"filled": ["Zweier"], "upper_sum": 3})
    assert value({"filled": ["Zweier"], "upper_sum": 4})["expected_rest"] > 200


def test_without_playing_down_who_alone_has_most_filze_has_lost() -> None:
    low, high = [2, 2, 3], [1, 1, 1]
    rounds = [{"order": [0, 1], "dice": dice} for dice in ([low, high], [high, low], [high, low], [low, high])]
    given = {"players": 2, "rounds": rounds, "runterspielen": False}
    assert ADAPTERS["chicago"]["filze_flow"](given) == {
        "filze": [1, 2], "pile_left": 0, "still_in": [0, 1], "loser": 1,
    }  # fmt: skip
