"""A pause whose time belongs to the rules: the open cup of Dice Cup at a whole table."""

from __future__ import annotations

from typing import Any

import pytest
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.records import RecordKind
from dicearena_contracts.view import TableView
from dicearena_games.boards import dice_cup
from dicearena_games.registry import GAMES
from dicearena_games.table import Intent, Views, draft, due_now, match_finished, refold, seal

from tests.rules.table.driver import Play, folded, request

CUP = GameKey.DICE_CUP
LIFT = {"kind": "lift"}
KEY = b"k" * 32


@pytest.fixture(autouse=True)
def openable(monkeypatch: pytest.MonkeyPatch) -> None:
    """The game may still be in the workshop."""
    monkeypatch.setattr(draft, "GAMES", {**GAMES, CUP: dice_cup})


def cross(category: str) -> dict[str, Any]:
    return {"kind": "cross", "category": category}


def lifted(humans: int = 2, computers: int = 1, *, turbo: bool = False, **options: Any) -> Play:
    opened = request(CUP, humans=humans, computers=computers, **options)
    if turbo:
        opened = opened.model_copy(update={"settings": opened.settings.model_copy(update={"turbo": True})})
    play = Play(opened)
    play.act(0, LIFT)
    return play


def until(play: Play) -> int:
    assert play.table.paused is not None
    return play.table.paused.until


def decoded(play: Play, reader: int | None, now: int) -> dict[str, Any]:
    return TableView.model_validate_json(Views(play.table, now=now).encode(reader)).model_dump()


def test_every_seat_owes_its_decision_from_the_moment_the_pause_begins() -> None:
    play = lifted(humans=2, computers=1)
    assert [seat.due_since for seat in play.table.seats] == [play.table.at] * 3
    assert play.table.computers_due() == [2]
    assert until(play) == play.table.at + 3000
    assert play.table.deadline(1) == play.table.at + 30_000


def test_a_computer_decides_while_the_pause_goes_on_and_it_goes_on_from_its_beginning() -> None:
    play = lifted()
    end = until(play)
    play.act(2, cross("cup"), later=500)
    play.act(0, cross("low"), later=500)
    assert until(play) == end
    assert play.table.game.awaiting(play.table.state) == (1,)


def test_the_last_decision_ends_the_pause_at_once() -> None:
    play = lifted()
    for seat in range(3):
        play.act(seat, cross("fives"), later=100)
    assert play.view(None)["board"]["phase"] == "look"
    assert until(play) == play.table.at + 8000


def test_views_show_the_dice_to_the_last_ms_and_then_never() -> None:
    play = lifted()
    end = until(play)
    for reader in (0, 1, 2, None):
        before, after = (decoded(play, reader, now) for now in (end - 1, end))
        assert len(before["board"]["dice"]) == 12
        assert (after["board"]["dice"], after["board"]["phase"]) == (None, "covered")
        assert after["actions"] == before["actions"]
        assert after["pause"] == before["pause"] == end


def test_a_view_after_the_time_is_the_one_the_end_of_the_pause_will_give() -> None:
    play = lifted()
    late = {reader: decoded(play, reader, until(play) + 50) for reader in (0, 2, None)}
    paused = play.table.paused
    assert paused is not None
    play.do(Intent(RecordKind.WAITED, f"clock:waited:{paused.n}", decision=paused.n), later=3050)
    for reader, view in late.items():
        covered = play.view(reader)
        assert covered["pause"] is None
        assert [covered[key] for key in ("board", "actions", "decision")] == [
            view[key] for key in ("board", "actions", "decision")
        ]


def test_a_decision_that_comes_between_the_time_and_the_hosts_end_of_the_pause_shows_nobody_the_dice() -> None:
    play = lifted()
    play.act(1, cross("sixes"), later=3100)
    assert play.table.paused is not None
    for reader in (0, 1, 2, None):
        assert play.view(reader)["board"]["dice"] is None
        assert play.view(reader, fresh=False)["board"]["dice"] is None
    due = [one.intent.kind for one in due_now(play.table, play.table.at) if one.intent is not None]
    assert due == [RecordKind.WAITED]


def test_no_event_tells_the_dice_or_a_cross_before_the_reveal() -> None:
    play = lifted()
    play.act(0, cross("sixes"), later=100)
    for reader in (0, 1, 2, None):
        told = {event["key"]: event["params"] for event in play.view(reader, fresh=False)["events"]}
        assert told["dice_cup.lifted"] == {"seat": 0, "round": 1}
        assert told["dice_cup.crossed"] == {"seat": 0}


@pytest.mark.parametrize("turbo", [False, True])
def test_turbo_shortens_looks_but_no_time_that_belongs_to_the_rules(turbo: bool) -> None:
    play = lifted(turbo=turbo, eye_open=5)
    assert until(play) == play.table.at + 5000
    for seat in range(3):
        play.act(seat, cross("cup"), later=10)
    assert until(play) == play.table.at + (1500 if turbo else 8000)


def test_the_next_rounds_pause_is_another_one() -> None:
    play = lifted(humans=1, computers=0)
    play.act(0, cross("cup"), later=100)
    play.act(0, {"kind": "weiter"}, later=100)
    assert play.table.paused is None
    play.act(0, LIFT, later=100)
    assert until(play) == play.table.at + 3000


def test_a_log_broken_off_in_the_pause_folds_to_the_same_views() -> None:
    play = lifted()
    play.act(2, cross("low"), later=1000)
    stored = [seal(KEY, "table.boards.t-test.log", record) for record in play.log]
    loaded, foreign = refold(KEY, "table.boards.t-test.log", stored)
    assert loaded is not None
    assert foreign == 0
    for now in (until(play) - 1, until(play)):
        for reader in (0, 1, 2, None):
            views = (Views(table, fresh=False, now=now).encode(reader) for table in (loaded, play.table))
            assert len(set(views)) == 1


@pytest.mark.parametrize("seed", range(4))
def test_a_random_game_ends_and_its_log_folds_to_the_same_views(seed: int) -> None:
    play = Play(request(CUP, humans=2, computers=2, columns=1 + seed % 3), seed)
    play.to_the_end()
    again = folded(play.log)
    for reader in (0, 1, 2, 3, None):
        assert Views(again, fresh=False).encode(reader) == Views(play.table, fresh=False).encode(reader)
    assert match_finished(again) == match_finished(play.table)
