"""``dicearena verify`` on what no person sent (stand-ins, ends of looks, closings, computers): in time, or named."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.records import Record, RecordKind
from dicearena_games.table import Holder, Intent, refold, seal

from tests.cli.verify.fair_play import CLOSES_AT, FairPlay, Upheaval, fair_request, verify

EVERY = pytest.mark.parametrize("game", GameKey)
LOOKS: dict[GameKey, dict[str, Any]] = {
    GameKey.MAEXCHEN: {},
    GameKey.BLUFF: {},
    GameKey.SCHOCKEN: {},
    GameKey.CHICAGO: {},
    GameKey.SHUT_THE_BOX: {"rounds": 5},
    GameKey.DICE_CUP: {},
}
"""The games that wait for a time, and house rules under which they do."""
WAITS = pytest.mark.parametrize("game", LOOKS)
KEY, SUBJECT = b"k" * 32, "table.any.t-test.log"
WEITER = {"kind": "weiter"}


def table_of(game: GameKey, **more: Any) -> FairPlay:
    return FairPlay(fair_request(game, **{"humans": 2, "computers": 1, **LOOKS.get(game, {}), **more}))


def right(play: FairPlay, folder: Path) -> str:
    play.to_the_end()
    result = verify(play.export(), folder)
    assert result.exit_code == 0, result.output
    return result.output


def findings(play: FairPlay, folder: Path) -> list[str]:
    """What is found in a log, without the rest of the game being touched by it."""
    play.to_the_end()
    result = verify(play.export(), folder)
    assert result.exit_code == 1, result.output
    return result.output.splitlines()


def early(record: Record, ms: int) -> list[str]:
    start = record.at + ms
    what = f"{record.command} was due at {start}, it was made {ms} ms too early"
    return [f"DIFFERS record {record.n}: {what}"]


@EVERY
@pytest.mark.parametrize("turbo", [False, True])
def test_a_house_that_waits_for_its_clock_is_all_right(game: GameKey, turbo: bool, tmp_path: Path) -> None:
    play = Upheaval(fair_request(game, turbo=turbo, humans=3, computers=1, **LOOKS.get(game, {})), seed=turbo + 3)
    output = right(play, tmp_path)
    kinds = [record.kind for record in play.log]
    assert RecordKind.STANDIN in kinds
    assert (RecordKind.WAITED in kinds) == (game in LOOKS)
    clocked = sum(kind in (RecordKind.OPEN, RecordKind.STANDIN, RecordKind.WAITED) for kind in kinds)
    assert f"{clocked} of the house)" in output


@pytest.mark.parametrize(
    ("kind", "game"),
    [(kind, game) for kind, games in ((RecordKind.STANDIN, GameKey), (RecordKind.WAITED, LOOKS)) for game in games],
)
def test_what_the_clock_does_is_named_where_it_comes_a_millisecond_early(
    kind: RecordKind, game: GameKey, tmp_path: Path
) -> None:
    play = table_of(game)
    play.go_on_to(kind)
    record = play.before_time(kind)
    assert findings(play, tmp_path) == early(record, 1)


@EVERY
def test_a_stand_in_that_plays_a_persons_turn_at_once_is_named(game: GameKey, tmp_path: Path) -> None:
    play = table_of(game, clock=120)
    play.go_on_to(RecordKind.STANDIN)
    (seat, *_) = play.due_people()
    due_since = play.table.seats[seat].due_since
    assert due_since is not None
    record = play.force(play.by_clock(RecordKind.STANDIN, seat), play.at + 50)
    play.act(seat, play.random_action(seat), bot=True)
    assert findings(play, tmp_path) == early(record, due_since + 130_000 - record.at)


@EVERY
def test_a_stand_in_where_no_clock_runs_is_named(game: GameKey, tmp_path: Path) -> None:
    play = table_of(game, clock=None)
    while not (owing := [i for i in (0, 1) if play.table.seats[i].due_since is not None]):
        play.step()
    intent = Intent(RecordKind.STANDIN, f"clock:standin:{owing[0]}:0", owing[0], decision=_decision(play, owing[0]))
    record = play.force(intent, play.at + 3_600_000)
    what = f"no person sent it, and no standin named {intent.command} was due"
    assert findings(play, tmp_path) == [f"DIFFERS record {record.n}: {what}"]


def _decision(play: FairPlay, seat: int) -> int:
    return play.table.seats[seat].decision


@EVERY
def test_a_computer_that_plays_for_a_person_without_a_stand_in_is_refused(game: GameKey, tmp_path: Path) -> None:
    play = table_of(game)
    play.to_the_end()
    content = play.export()
    forged = next(r for r in content["records"] if r["kind"] == "act" and r["seat"] == 0)
    forged["bot"] = True
    result = verify(content, tmp_path)
    expected = f"DIFFERS record {forged['n']}: the rules refuse it (error.not_a_computers_seat)"
    assert (result.exit_code, result.output.splitlines()) == (1, [expected])


@WAITS
def test_a_look_ended_for_everybody_by_a_computer_is_named(game: GameKey, tmp_path: Path) -> None:
    play = table_of(game)
    while play.table.paused is None or any(seat.due_since is not None for seat in play.table.seats):
        play.step()
    record = play.force(Intent(RecordKind.ACT, "bot:t-test:2:0", 2, True, _decision(play, 2), WEITER), play.at + 10)
    what = "a computer played for seat 2, which owed no decision"
    assert findings(play, tmp_path) == [f"DIFFERS record {record.n}: {what}"]


def test_turbo_ends_a_look_sooner_and_nothing_else_does(tmp_path: Path) -> None:
    fast, slow = (FairPlay(fair_request(GameKey.MAEXCHEN, turbo=turbo)) for turbo in (True, False))
    for play in (fast, slow):
        play.go_on_to(RecordKind.WAITED)
        play.force(play.by_clock(RecordKind.WAITED), play.at + 1500)
    assert "ALL RIGHT" in right(fast, tmp_path)
    assert len(findings(slow, tmp_path)) == 1


def test_the_open_cups_time_is_not_shortened_by_turbo(tmp_path: Path) -> None:
    play = FairPlay(fair_request(GameKey.DICE_CUP, turbo=True))
    play.go_on_to(RecordKind.WAITED)
    record = play.force(play.by_clock(RecordKind.WAITED), play.at + 1500)
    assert findings(play, tmp_path) == early(record, 1500)


def test_every_record_that_was_not_due_is_named_and_then_what_differs(tmp_path: Path) -> None:
    play = table_of(GameKey.SHUT_THE_BOX)
    first = play.before_time(RecordKind.STANDIN, 0, ms=7)
    second = play.before_time(RecordKind.STANDIN, 1, ms=3)
    play.to_the_end()
    content = play.export()
    content["records"][-1]["reason"] = "because"
    lines = verify(content, tmp_path).output.splitlines()
    assert lines[:2] == early(first, 7) + early(second, 3)
    assert lines[2].startswith(f"DIFFERS record {play.table.n}: reason is")


def test_a_stand_in_under_another_name_is_named(tmp_path: Path) -> None:
    play = table_of(GameKey.SHUT_THE_BOX)
    record = play.force(Intent(RecordKind.STANDIN, "by-my-own-hand", 0, decision=0), play.at + 60_000)
    what = "no person sent it, and no standin named by-my-own-hand was due"
    assert findings(play, tmp_path) == [f"DIFFERS record {record.n}: {what}"]


def test_a_computers_seat_cannot_be_left_to_be_played_by_hand(tmp_path: Path) -> None:
    play = table_of(GameKey.SHUT_THE_BOX)
    leave = play.force(Intent(RecordKind.LEAVE, "command-leave", 2), play.at + 10)
    back = play.force(Intent(RecordKind.BACK, "command-back", 2), play.at + 10)
    assert play.table.seats[2].holder is Holder.HUMAN
    act = play.force(Intent(RecordKind.ACT, "command-act", 2, decision=2, action={"kind": "roll"}), play.at + 10)
    again = play.force(Intent(RecordKind.LEAVE, "command-again", 2), play.at + 10)
    assert findings(play, tmp_path) == [
        f"DIFFERS record {record.n}: a person's {record.kind}, but seat 2 is no person's"
        for record in (leave, back, act, again)
    ]


class TestClosing:
    def test_after_an_untouched_week_it_is_right(self, tmp_path: Path) -> None:
        play = table_of(GameKey.MAEXCHEN, clock=None)
        play.do(play.by_clock(RecordKind.CLOSE))
        assert "none: idle" in right(play, tmp_path)

    def test_a_millisecond_before_the_week_is_over_it_is_named(self, tmp_path: Path) -> None:
        play = table_of(GameKey.MAEXCHEN, clock=None)
        record = play.before_time(RecordKind.CLOSE)
        assert findings(play, tmp_path) == early(record, 1)

    def test_the_operator_may_at_any_time_and_it_is_said_who_it_was(self, tmp_path: Path) -> None:
        play = table_of(GameKey.MAEXCHEN)
        play.do(Intent(RecordKind.CLOSE, "admin:close:1", reason="closed"))
        output = right(play, tmp_path)
        assert ("1 of the operator" in output, "none: closed" in output) == (True, True)

    def test_for_a_reason_of_its_own_it_is_named(self, tmp_path: Path) -> None:
        play = table_of(GameKey.MAEXCHEN)
        record = play.force(Intent(RecordKind.CLOSE, "admin:close:1", reason="abandoned"), play.at + 10)
        what = "no person sent it, and no close named admin:close:1 was due"
        assert findings(play, tmp_path) == [f"DIFFERS record {record.n}: {what}"]

    def test_a_days_attempt_counted_when_the_day_closes_is_right_and_before_is_named(self, tmp_path: Path) -> None:
        for ms in (0, 1):
            play = FairPlay(fair_request(GameKey.SHUT_THE_BOX, daily=True))
            play.step()
            record = play.before_time(RecordKind.EXPIRE, ms=ms)
            assert record.at == CLOSES_AT - ms
            if ms:
                assert findings(play, tmp_path) == early(record, 1)
            else:
                assert "ALL RIGHT" in right(play, tmp_path)

    def test_a_game_that_is_no_days_attempt_cannot_be_counted_so(self, tmp_path: Path) -> None:
        play = table_of(GameKey.SHUT_THE_BOX)
        record = play.force(Intent(RecordKind.EXPIRE, "clock:expire"), play.at + 10)
        what = "no person sent it, and no expire named clock:expire was due"
        assert findings(play, tmp_path) == [f"DIFFERS record {record.n}: {what}"]


class TestHonestHouses:
    """What a house may do without being called dishonest."""

    @WAITS
    def test_replicas_that_take_over_from_the_log_keep_its_times(self, game: GameKey, tmp_path: Path) -> None:
        play = Upheaval(fair_request(game, humans=3, computers=1, **LOOKS[game]), seed=5)
        stored: list[bytes] = []
        while play.table.ending is None:
            stored += [seal(KEY, SUBJECT, record) for record in play.log[len(stored) :]]
            table, foreign = refold(KEY, SUBJECT, stored)
            assert table is not None
            assert foreign == 0
            play.table = table
            play.step()
        assert any(record.checkpoint is not None for record in play.log)
        assert "ALL RIGHT" in right(play, tmp_path)

    def test_a_replica_whose_clock_is_behind_writes_no_time_before_the_newest(self, tmp_path: Path) -> None:
        play = table_of(GameKey.SHUT_THE_BOX)
        for seat in (0, 1, 0, 1):
            play.at -= 5000
            play.act(seat, play.random_action(seat))
        assert len({record.at for record in play.log}) == 1
        assert "ALL RIGHT" in right(play, tmp_path)

    def test_a_house_that_was_down_for_days_does_late_what_was_due(self, tmp_path: Path) -> None:
        play = table_of(GameKey.MAEXCHEN)
        play.go_on_to(RecordKind.WAITED)
        play.at += 3 * 24 * 3_600_000
        play.do(play.by_clock(RecordKind.WAITED))
        play.go_on_to(RecordKind.STANDIN)
        play.at += 3 * 24 * 3_600_000
        play.do(play.by_clock(RecordKind.STANDIN))
        assert "ALL RIGHT" in right(play, tmp_path)
