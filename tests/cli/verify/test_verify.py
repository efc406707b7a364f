"""``dicearena verify`` on whole games with dice from secrets, and on the same games forged."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import orjson
import pytest
from dicearena_cli.app import app
from dicearena_cli.verify.check import first_difference
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.records import RecordKind
from dicearena_games import fair
from dicearena_games.table import Intent
from typer.testing import CliRunner

from tests.cli.verify.fair_play import DAY, DAY_SECRET, FairPlay, played, verify
from tests.rules.table.driver import request


def first_with(content: dict[str, Any], check: Callable[[dict[str, Any]], bool]) -> dict[str, Any]:
    found: dict[str, Any] = next(record for record in content["records"] if check(record))
    return found


def throws_before(content: dict[str, Any], record: dict[str, Any]) -> int:
    return sum(len(earlier.get("throws", ())) for earlier in content["records"] if earlier["n"] < record["n"])


@pytest.mark.parametrize(
    ("game", "more"),
    [
        (GameKey.MAEXCHEN, {}),
        (GameKey.MAEXCHEN, {"blind_pass": True, "double_maexchen": True}),
        (GameKey.SHUT_THE_BOX, {"rounds": 3}),
        (GameKey.SHUT_THE_BOX, {"daily": True, "rounds": 3, "day": DAY}),
        (GameKey.SCHOCKEN, {"hidden": True}),
        *((game, {}) for game in GameKey if game not in (GameKey.MAEXCHEN, GameKey.SHUT_THE_BOX)),
    ],
)
def test_a_fair_game_is_all_right(game: GameKey, more: dict[str, Any], tmp_path: Path) -> None:
    content = played(game, **more)
    result = verify(content, tmp_path)
    assert result.exit_code == 0, result.output
    throws = sum(len(record.get("throws", ())) for record in content["records"])
    assert f"{throws} (" in result.output
    assert f"{len(content['records'])}, each as the rules write it and none before its time" in result.output
    assert result.output.rstrip().endswith("ALL RIGHT")


def test_the_archives_answer_is_read_as_well(tmp_path: Path) -> None:
    assert verify({"export": played(GameKey.MAEXCHEN)}, tmp_path).exit_code == 0


def test_every_changed_throw_is_named_hidden_ones_too(tmp_path: Path) -> None:
    original = orjson.dumps(played(GameKey.MAEXCHEN))
    with_throws = [r["n"] for r in orjson.loads(original)["records"] if r.get("throws")]
    assert len(with_throws) > 5
    for n in with_throws:
        content = orjson.loads(original)
        record = content["records"][n - 1]
        right = list(record["throws"][0])
        record["throws"][0][0] = right[0] % 6 + 1
        result = verify(content, tmp_path)
        number = throws_before(content, record) + 1
        wrong = " ".join(map(str, record["throws"][0]))
        assert result.exit_code == 1
        assert f"DIFFERS record {n}, throw {number}: the log has {wrong}, the secret gives" in result.output
        assert " ".join(map(str, right)) in result.output


def _swap_first_throws(content: dict[str, Any]) -> str:
    a, b = [record for record in content["records"] if record.get("throws")][:2]
    a["throws"], b["throws"] = b["throws"], a["throws"]
    return f"record {a['n']}, throw 1"


def _one_throw_more(content: dict[str, Any]) -> str:
    record = first_with(content, lambda r: r["kind"] == "act" and not r.get("throws"))
    record["throws"] = [[1, 1]]
    return f"record {record['n']}, throw {throws_before(content, record) + 1}: the log has 1 1, the rules want no throw"


def _one_throw_less(content: dict[str, Any]) -> str:
    record = first_with(content, lambda r: r["kind"] == "act" and bool(r.get("throws")))
    record["throws"] = []
    return f"record {record['n']}, throw {throws_before(content, record) + 1}: the rules want this throw"


def _another_action(content: dict[str, Any]) -> str:
    record = first_with(content, lambda r: r["kind"] == "act")
    record["action"] = {"kind": "concede"}
    return f"record {record['n']}: the rules refuse it (maexchen.refused."


def _record_left_out(content: dict[str, Any]) -> str:
    del content["records"][4]
    return "record 5: it is numbered 6"


def _end_cut_off(content: dict[str, Any]) -> str:
    del content["records"][-1]
    return "end: the log stops after record"


def _time_runs_back(content: dict[str, Any]) -> str:
    content["records"][6]["at"] = content["records"][5]["at"] - 1
    return "record 7: at is"


def _another_secret(content: dict[str, Any]) -> str:
    content["secret"] = DAY_SECRET.hex()
    return "commitment: the table's secret hashes to"


def _another_secret_and_promise(content: dict[str, Any]) -> str:
    content["secret"], content["commitment"] = DAY_SECRET.hex(), fair.commitment(DAY_SECRET)
    return "record 1: the game began under the promise"


def _another_table(content: dict[str, Any]) -> str:
    content["table"] = "t-other"
    return "record 1: it opens table t-test"


def _entropy_exchanged(content: dict[str, Any]) -> str:
    seats = content["records"][0]["open"]["seats"]
    seats[0]["entropy"], seats[1]["entropy"] = seats[1]["entropy"], seats[0]["entropy"]
    return f"record {first_with(content, lambda r: bool(r.get('throws')))['n']}, throw 1: the log has"


def _no_share_of_a_person(content: dict[str, Any]) -> str:
    content["records"][0]["open"]["seats"][1]["entropy"] = None
    return "record 1: the person at seat 1 had no share in the dice"


def _decision_skipped(content: dict[str, Any]) -> str:
    record = first_with(content, lambda r: r["kind"] == "act")
    record["decision"] += 1
    return f"record {record['n']}: the rules refuse it (error.stale_decision)"


def _closed_by_a_seat(content: dict[str, Any]) -> str:
    record = first_with(content, lambda r: r["kind"] == "act")
    content["records"][record["n"] :] = []
    record |= {"kind": "close", "action": None, "throws": [], "decision": None}
    return f"record {record['n']}: seat is {record['seat']}, the rules would write null"


def _waited_by_nobody(content: dict[str, Any]) -> str:
    record = first_with(content, lambda r: r["kind"] == "waited")
    record["seat"] = 99
    return f"record {record['n']}: seat is 99, the rules would write null"


def _something_before_the_opening(content: dict[str, Any]) -> str:
    content["records"][0] |= {"kind": "leave", "seat": 0}
    return "record 1: the rules refuse it (error.unknown_table)"


def _a_reason_without_need(content: dict[str, Any]) -> str:
    record = first_with(content, lambda r: r["kind"] == "act")
    record["reason"] = "because"
    return f'record {record["n"]}: reason is "because", the rules would write null'


def _made_a_daily_match(content: dict[str, Any]) -> str:
    content["records"][0]["open"]["daily"] = {"day": DAY, "closes_at": 2**40, "official": True}
    return "record 1: the rules refuse it (error.bad_options)"


@pytest.mark.parametrize(
    "forge",
    [
        _swap_first_throws,
        _one_throw_more,
        _one_throw_less,
        _another_action,
        _record_left_out,
        _end_cut_off,
        _time_runs_back,
        _another_secret,
        _another_secret_and_promise,
        _another_table,
        _entropy_exchanged,
        _no_share_of_a_person,
        _decision_skipped,
        _closed_by_a_seat,
        _waited_by_nobody,
        _something_before_the_opening,
        _a_reason_without_need,
        _made_a_daily_match,
    ],
)
def test_a_forged_log_is_found_and_its_first_difference_named(
    forge: Callable[[dict[str, Any]], str], tmp_path: Path
) -> None:
    content = played(GameKey.MAEXCHEN)
    expected = forge(content)
    result = verify(content, tmp_path)
    assert result.exit_code == 1, result.output
    assert f"DIFFERS {expected}" in result.output


def test_a_changed_daily_throw_is_found(tmp_path: Path) -> None:
    content = played(GameKey.SHUT_THE_BOX, daily=True, rounds=3, day=DAY)
    record = first_with(content, lambda r: bool(r.get("throws")))
    record["throws"][0][1] = record["throws"][0][1] % 6 + 1
    result = verify(content, tmp_path)
    assert (result.exit_code, f"DIFFERS record {record['n']}, throw 1" in result.output) == (1, True)


def _without(field: str) -> dict[str, Any]:
    content = played(GameKey.MAEXCHEN)
    del content[field]
    return content


def _daily_without_secret() -> dict[str, Any]:
    content = played(GameKey.SHUT_THE_BOX, daily=True, rounds=3, day=DAY)
    del content["day_secret"]
    return content


def _other_rules() -> dict[str, Any]:
    content = played(GameKey.MAEXCHEN)
    content["records"][0]["rules"] = 99
    return content


@pytest.mark.parametrize(
    ("make", "reason"),
    [
        (lambda: b"", "no JSON"),
        (lambda: b"{", "no JSON"),
        (lambda: b"\xff\xfe", "no JSON"),
        (list, "not an exported match"),
        (lambda: {"export": {}}, "not an exported match (table: Field required)"),
        (lambda: _without("secret"), "not an exported match (secret: Field required)"),
        (lambda: {**played(GameKey.MAEXCHEN), "secret": "xyz"}, "secret is not hexadecimal"),
        (lambda: {**played(GameKey.MAEXCHEN), "records": []}, "no records"),
        (_daily_without_secret, "lacks the day's secret"),
        (_other_rules, "played by version 99 of the rules of maexchen"),
    ],
)
def test_what_cannot_be_checked_says_why(make: Callable[[], Any], reason: str, tmp_path: Path) -> None:
    result = verify(make(), tmp_path)
    assert result.exit_code == 2
    assert reason in result.output


def test_a_file_that_is_not_there_says_so(tmp_path: Path) -> None:
    result = CliRunner().invoke(app, ["verify", str(tmp_path / "none.json")])
    assert (result.exit_code, "No such file" in result.output) == (2, True)


def test_an_abandoned_game_is_checked_as_far_as_it_went(tmp_path: Path) -> None:
    play = FairPlay(request(GameKey.MAEXCHEN))
    for _ in range(5):
        play.step()
    for seat in (0, 1):
        play.do(Intent(RecordKind.LEAVE, f"test-leave-{seat}", seat))
    result = verify(play.export(), tmp_path)
    assert (result.exit_code, "none: abandoned" in result.output) == (0, True)


@pytest.mark.parametrize(
    ("found", "right", "told"),
    [
        ({"n": 1, "seats": [[1, 2], [3]]}, {"n": 1, "seats": [[1, 4], [3]]}, ("x.seats[0][1]", 2, 4)),
        ({"n": 1, "dice": [6]}, {"n": 1, "dice": [6, 6]}, ("x.dice", [6], [6, 6])),
        ({"n": 1}, {"m": 1}, ("x", {"n": 1}, {"m": 1})),
        (None, {"n": 1}, ("x", None, {"n": 1})),
    ],
)
def test_a_difference_within_a_checkpoint_is_told_by_its_place(
    found: Any, right: Any, told: tuple[str, Any, Any]
) -> None:
    assert first_difference("x", found, right) == told
