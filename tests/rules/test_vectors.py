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


def test_the_command_refuses_what_is_no_vector_file(tmp_path: Path) -> None:
    (tmp_path / "v.json").write_text('{"game": "maexchen"}')
    done = CliRunner().invoke(app, [str(tmp_path / "v.json")])
    assert done.exit_code == 2
    assert "not a vector file: vectors" in done.stderr


@pytest.mark.parametrize(
    ("expected", "got", "right"),
    [
        ({"p": 0.5}, {"p": 0.5 * (1 + 5e-7)}, True),
        ({"p": 0.5}, {"p": 0.5 * (1 + 5e-6)}, False),
        ({"n": 7}, {"n": 8}, False),
        ({"n": 1}, {"n": True}, False),
        ({"n": 7}, {}, False),
        ({"n": 7}, {"n": 7, "more": 1}, True),
        ({"moves": [[1], [2]]}, {"moves": [[1]]}, False),
        ({"best": [[1], [2]]}, {"best": [2]}, True),
        ({"best": [[1], [2]]}, {"best": [[2]]}, True),
        ({"best": [[1], [2]]}, {"best": [[1], [3]]}, False),
        ({"best": [[1], [2]]}, {"best": []}, False),
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
