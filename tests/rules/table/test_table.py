"""The pure table: seats, decisions, hands, clocks, refolding."""

from __future__ import annotations

from typing import Any

import pytest
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.records import Record, RecordKind
from dicearena_contracts.rules import DailySpec
from dicearena_contracts.view import TableView, view_number
from dicearena_games.table import (
    BadSeal,
    Holder,
    Intent,
    Views,
    due_now,
    match_finished,
    next_due,
    opening,
    refold,
    seal,
    unseal,
)
from dicearena_games.table.state import CHECKPOINT_EVERY

from tests.rules.table.driver import PEOPLE, Play, folded, request

MAEXCHEN, BOX = GameKey.MAEXCHEN, GameKey.SHUT_THE_BOX
BOTH = pytest.mark.parametrize("game", [MAEXCHEN, BOX])
KEY = b"k" * 32


def refused(play: Play, intent: Intent) -> DicearenaError:
    before = Views(play.table).encode(0), len(play.log)
    with pytest.raises(DicearenaError) as caught:
        play.do(intent)
    assert (Views(play.table).encode(0), len(play.log)) == before
    return caught.value


def due_seat(play: Play) -> int:
    return next(i for i, seat in enumerate(play.table.seats) if seat.due_since is not None)


@BOTH
@pytest.mark.parametrize("seed", range(12))
def test_a_random_game_ends_and_its_log_folds_to_the_same_views(game: GameKey, seed: int) -> None:
    play = Play(request(game, humans=2, computers=2), seed)
    play.to_the_end()
    again = folded(play.log)
    for reader in (0, 1, 2, 3, None):
        assert Views(again, fresh=False).encode(reader) == Views(play.table, fresh=False).encode(reader)
    assert match_finished(again) == match_finished(play.table)


@BOTH
def test_every_view_fits_the_contract_and_begins_with_its_number(game: GameKey) -> None:
    play = Play(request(game, humans=2, computers=1), 3)
    for _ in range(40):
        if play.table.ending is None:
            play.step()
        for reader in (0, 1, 2, None):
            encoded = Views(play.table).encode(reader)
            assert view_number(encoded) == play.table.n
            assert TableView.model_validate_json(encoded).seat == reader


def test_an_unknown_option_is_refused_with_its_name() -> None:
    with pytest.raises(DicearenaError) as caught:
        opening(request(MAEXCHEN, hats=3))
    assert caught.value.wire.key == "error.bad_options"
    assert caught.value.wire.params["fields"] == ["hats"]


@pytest.mark.parametrize(
    ("game", "chosen", "why"),
    [
        (GameKey.CHICAGO, {"way": "tschigg", "play_down": False}, "error.play_down_pub_only"),
        (GameKey.CHICAGO, {"searches": 3}, "error.searches_basis_only"),
        (GameKey.CHICAGO, {"way": "rounds", "turn_sixes": "off"}, "error.no_sixes_in_rounds"),
        (GameKey.WUERFELPOKER, {"small_straight": 45}, "error.small_straight_above"),
        (GameKey.WUERFELPOKER, {"bonus": 0, "bonus_from": 60}, "error.threshold_without_bonus"),
        (GameKey.WUERFELPOKER, {"order": "top_down", "joker": True}, "error.joker_top_down"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_house_rules_without_sense_together_are_refused_with_the_reason(
    game: GameKey, chosen: dict[str, Any], why: str
) -> None:
    with pytest.raises(DicearenaError) as caught:
        opening(request(game, **chosen))
    assert caught.value.wire.key == why


def test_too_few_seats_are_refused() -> None:
    with pytest.raises(DicearenaError) as caught:
        opening(request(MAEXCHEN, humans=1))
    assert caught.value.wire.key == "error.bad_seats"


@BOTH
def test_a_command_for_another_decision_is_stale(game: GameKey) -> None:
    play = Play(request(game), 5)
    seat = due_seat(play)
    action = play.random_action(seat)
    error = refused(play, Intent(RecordKind.ACT, "cmd-other-decision", seat, decision=7, action=action))
    assert error.code is ErrorCode.STALE


def test_a_seat_that_owes_nothing_is_told_it_is_not_its_turn() -> None:
    play = Play(request(MAEXCHEN), 5)
    other = 1 - due_seat(play)
    error = refused(play, Intent(RecordKind.ACT, "cmd-not-my-turn", other, decision=0, action={"kind": "doubt"}))
    assert error.code is ErrorCode.NOT_YOUR_TURN


@BOTH
def test_an_unknown_action_is_a_bad_request(game: GameKey) -> None:
    play = Play(request(game), 5)
    seat = due_seat(play)
    error = refused(play, Intent(RecordKind.ACT, "cmd-unknown", seat, decision=0, action={"kind": "dance"}))
    assert error.code is ErrorCode.BAD_REQUEST


def test_a_bot_may_not_act_for_a_human_seat() -> None:
    play = Play(request(BOX), 5)
    error = refused(play, Intent(RecordKind.ACT, "bot:t:0:0", 0, True, 0, {"kind": "roll"}))
    assert error.code is ErrorCode.FORBIDDEN


def test_the_newest_command_of_a_seat_is_known_by_its_id() -> None:
    play = Play(request(BOX), 5)
    record = play.act(0, {"kind": "roll"}, command="cmd-first-roll")
    assert play.table.done(0, "cmd-first-roll") == record.n
    assert play.table.done(1, "cmd-first-roll") is None
    assert folded(play.log).done(0, "cmd-first-roll") == record.n


def test_seats_count_their_own_decisions() -> None:
    play = Play(request(BOX), 5)
    play.act(0, {"kind": "roll"})
    assert [seat.decision for seat in play.table.seats] == [1, 0]


def _holder(play: Play, seat: int) -> Holder:
    return play.table.seats[seat].holder


class TestClock:
    def test_the_stand_in_decides_once_after_clock_and_grace(self) -> None:
        play = Play(request(BOX, clock=30), 5)
        opened = play.table.at
        assert due_now(play.table, opened + 39_999) == []
        due = due_now(play.table, opened + 40_000)
        assert [d.intent.seat for d in due if d.intent] == [0, 1]
        first = due[0].intent
        assert first is not None
        play.do(first)
        assert _holder(play, 0) is Holder.STANDIN
        assert play.table.seats[0].decision == 1
        assert play.table.level_of(0) == "normal"
        play.act(0, {"kind": "roll"}, bot=True)
        assert _holder(play, 0) is Holder.HUMAN
        assert play.table.seats[0].decision == 2

    def test_a_late_move_of_the_person_does_not_fit_the_stand_ins_decision(self) -> None:
        play = Play(request(BOX, clock=30), 5)
        play.do(Intent(RecordKind.STANDIN, "clock:standin:0:0", 0, decision=0))
        error = refused(play, Intent(RecordKind.ACT, "cmd-late-move", 0, decision=0, action={"kind": "roll"}))
        assert error.code is ErrorCode.STALE

    def test_a_stand_in_comes_only_for_the_decision_that_ran_out(self) -> None:
        play = Play(request(BOX, clock=30), 5)
        play.act(0, {"kind": "roll"})
        error = refused(play, Intent(RecordKind.STANDIN, "clock:standin:0:0", 0, decision=0))
        assert error.code is ErrorCode.STALE

    def test_each_seat_has_a_clock_of_its_own(self) -> None:
        play = Play(request(BOX, clock=60), 5)
        opened = play.table.at
        play.act(0, {"kind": "roll"}, later=50_000)
        assert play.table.deadline(0) == play.table.at + 60_000
        assert play.table.deadline(1) == opened + 60_000

    def test_without_a_clock_nudges_come_ever_later_and_a_week_closes_the_table(self) -> None:
        play = Play(request(BOX, clock=None), 5)
        at = play.table.at
        assert next_due(play.table, at) == at + 60_000
        assert next_due(play.table, at + 60_000) == at + 120_000
        assert next_due(play.table, at + 3_600_000) > at + 3_600_000
        week = due_now(play.table, at + 7 * 24 * 3_600_000)
        assert [d.intent.kind for d in week if d.intent] == [RecordKind.CLOSE]

    def test_a_silent_computer_is_asked_again(self) -> None:
        play = Play(request(BOX, humans=1, computers=1, clock=None), 5)
        assert next_due(play.table, play.table.at) == play.table.at + 15_000
        assert any(due.intent is None for due in due_now(play.table, play.table.at + 15_000))


class TestLeaving:
    def test_who_leaves_others_is_stood_in_for_and_pays(self) -> None:
        play = Play(request(BOX, humans=3), 5)
        play.do(Intent(RecordKind.LEAVE, "cmd-leave-1", 1))
        assert _holder(play, 1) is Holder.LEFT
        assert play.table.computers_due() == [1]
        play.do(Intent(RecordKind.BACK, "cmd-back-1", 1))
        assert _holder(play, 1) is Holder.HUMAN
        assert play.table.seats[1].decision == 2
        play.to_the_end()
        assert [seat.left for seat in match_finished(play.table).seats] == [False, True, False]

    def test_the_last_human_leaving_closes_the_table_unscored(self) -> None:
        play = Play(request(BOX, humans=2, computers=1), 5)
        play.do(Intent(RecordKind.LEAVE, "cmd-leave-0", 0))
        play.do(Intent(RecordKind.LEAVE, "cmd-leave-1", 1))
        outcome = match_finished(play.table)
        assert (outcome.scored, outcome.reason) == (False, "abandoned")
        assert [seat.left for seat in outcome.seats] == [True, False, False]

    def test_one_cannot_leave_twice_nor_come_back_unleft(self) -> None:
        play = Play(request(BOX, humans=3), 5)
        assert refused(play, Intent(RecordKind.BACK, "cmd-back-0", 0)).wire.key == "error.not_left"
        play.do(Intent(RecordKind.LEAVE, "cmd-leave-0", 0))
        assert refused(play, Intent(RecordKind.LEAVE, "cmd-leave-00", 0)).wire.key == "error.you_left"

    def test_nothing_happens_at_a_table_that_is_over(self) -> None:
        play = Play(request(BOX, humans=1, computers=1), 5)
        play.do(Intent(RecordKind.LEAVE, "cmd-leave-0", 0))
        assert refused(play, Intent(RecordKind.BACK, "cmd-back-0", 0)).code is ErrorCode.OVER


class TestDaily:
    DAY = DailySpec(day="2026-11-30", closes_at=90_000_000, official=True)

    def table(self) -> Play:
        return Play(request(BOX, humans=1, computers=1, clock=None, daily=self.DAY, day="2026-11-30", rounds=3), 5)

    def test_an_unfinished_attempt_is_counted_when_the_day_closes(self) -> None:
        play = self.table()
        play.act(0, {"kind": "roll"})
        due = due_now(play.table, 90_000_000)
        assert [d.intent.kind for d in due if d.intent] == [RecordKind.EXPIRE]
        play.do(due[-1].intent or pytest.fail("no intent"))
        outcome = match_finished(play.table)
        assert (outcome.reason, outcome.scored, outcome.official) == ("expired", True, True)
        assert outcome.seats[0].score > 2 * 78

    def test_one_that_was_never_thrown_counts_for_nothing(self) -> None:
        play = self.table()
        play.do(Intent(RecordKind.EXPIRE, "clock:expire"))
        outcome = match_finished(play.table)
        assert (outcome.reason, outcome.scored) == ("expired", False)

    def test_nobody_watches_it_and_it_cannot_be_left(self) -> None:
        play = self.table()
        assert Views(play.table).readers() == [0]
        assert refused(play, Intent(RecordKind.LEAVE, "cmd-leave-0", 0)).wire.key == "error.daily_stays_open"


class TestSeal:
    SUBJECT = "table.boards.t-test.log"

    def record(self) -> Record:
        return Play(request(BOX, humans=2), 5).log[0]

    def test_a_sealed_record_comes_back_whole(self) -> None:
        record = self.record()
        assert unseal(KEY, self.SUBJECT, seal(KEY, self.SUBJECT, record)) == Record.model_validate(record.model_dump())

    @pytest.mark.parametrize("forge", ["other key", "other table", "changed body", "no seal"])
    def test_foreign_records_are_known(self, forge: str) -> None:
        stored = seal(KEY, self.SUBJECT, self.record())
        with pytest.raises(BadSeal):
            match forge:
                case "other key":
                    unseal(b"x" * 32, self.SUBJECT, stored)
                case "other table":
                    unseal(KEY, "table.boards.t-other.log", stored)
                case "changed body":
                    unseal(KEY, self.SUBJECT, stored.replace(PEOPLE[0].encode(), b"eve99999"))
                case "no seal":
                    unseal(KEY, self.SUBJECT, stored[33:])


def test_a_log_with_a_changed_open_throw_does_not_fold_to_the_same() -> None:
    play = Play(request(BOX), 8)
    play.to_the_end()
    index = next(i for i, record in enumerate(play.log) if i and record.throws)
    record = play.log[index]
    flipped = tuple(tuple(7 - die for die in dice) for dice in record.throws)
    forged = [*play.log[:index], record.model_copy(update={"throws": flipped}), *play.log[index + 1 :]]
    try:
        again = folded(forged)
    except ValueError:
        return
    assert Views(again, fresh=False).encode(0) != Views(play.table, fresh=False).encode(0)


def test_a_log_with_a_missing_record_does_not_fold() -> None:
    play = Play(request(BOX), 8)
    play.to_the_end()
    with pytest.raises(ValueError, match="follows"):
        folded([play.log[0], *play.log[2:]])


class TestCheckpoint:
    SUBJECT = "table.boards.t-test.log"

    def long_log(self) -> tuple[Play, list[bytes]]:
        play = Play(request(BOX, humans=4, computers=2, rounds=5), 8)
        play.to_the_end()
        assert len(play.log) > 3 * CHECKPOINT_EVERY
        return play, [seal(KEY, self.SUBJECT, record) for record in play.log]

    @pytest.mark.parametrize("cut", [1, 60, 64, 65, 100, 128, 200])
    def test_a_log_loaded_by_checkpoint_is_the_log_folded_whole(self, cut: int) -> None:
        play, stored = self.long_log()
        whole = folded(play.log[:cut])
        loaded, foreign = refold(KEY, self.SUBJECT, stored[:cut])
        assert loaded is not None
        assert foreign == 0
        assert loaded.checkpoint() == whole.checkpoint()
        for reader in (0, 5, None):
            assert Views(loaded, fresh=False).encode(reader) == Views(whole, fresh=False).encode(reader)

    def test_an_old_checkpoint_put_in_again_turns_nothing_back(self) -> None:
        _play, stored = self.long_log()
        loaded, foreign = refold(KEY, self.SUBJECT, [*stored[:150], stored[CHECKPOINT_EVERY - 1]])
        assert loaded is not None
        assert (loaded.n, foreign) == (150, 1)

    def test_a_forged_checkpoint_is_skipped(self) -> None:
        play, stored = self.long_log()
        forged = seal(b"x" * 32, self.SUBJECT, play.log[191])
        loaded, foreign = refold(KEY, self.SUBJECT, [*stored[:150], forged])
        assert loaded is not None
        assert (loaded.n, foreign) == (150, 1)
