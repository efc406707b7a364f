"""Shut the Box and the Tageswurf, rule by rule."""

from __future__ import annotations

import itertools
import random
from typing import Any

import pytest
from dicearena_games.boards import shut_the_box as game
from dicearena_games.boards.shut_moves import moves
from dicearena_games.boards.shut_types import Box, Close, Roll, ShutTheBoxOptions, State
from dicearena_games.common import Weiter
from dicearena_games.core import DayThrow, IllegalAction, Pause, Throw, expand
from pydantic import ValidationError

from tests.rules.driver import option_sets, play, readable, seat_counts

DAY = "2026-02-28"
ALL_12 = sum(range(1, 13))


class Table:
    """A game under test: rolls are given, flaps closed, refusals named."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.state: State = game.start(ShutTheBoxOptions(**options), seats).state
        self.events: tuple[Any, ...] = ()

    def roll(self, seat: int, first: int, second: int) -> Table:
        self._take(game.act(self.state, seat, Roll()))
        return self._take(game.thrown(self.state, (first, second)))

    def close(self, seat: int, *flaps: int) -> Table:
        return self._take(game.act(self.state, seat, Close(flaps)))

    def go_on(self) -> Table:
        return self._take(game.waited(self.state))

    def put(self, seat: int, *open_flaps: int) -> Table:
        """Leave a seat these open flaps."""
        boxes = list(self.state.boxes)
        boxes[seat] = Box(open_flaps, points=boxes[seat].points, shuts=boxes[seat].shuts)
        self.state = State(self.state.options, self.state.phase, self.state.round, tuple(boxes), None)
        return self

    def lose(self, seat: int, *open_flaps: int) -> Table:
        """Put a seat out with these open flaps, none of which 1-1 closes."""
        return self.put(seat, *open_flaps).roll(seat, 1, 1)

    def refused(self, seat: int, action: Any) -> str:
        with pytest.raises(IllegalAction) as caught:
            game.act(self.state, seat, action)
        return caught.value.key.removeprefix("box.refused.")

    def keys(self) -> list[str]:
        return [event.key for event in self.events]

    def _take(self, step: Any) -> Table:
        self.state, self.events = step.state, step.events
        return self


@pytest.mark.parametrize(
    ("dice", "expected"),
    [
        ((4, 2), {(2,), (4,), (2, 4), (6,)}),
        ((2, 1), {(1,), (2,), (1, 2), (3,)}),
        ((3, 3), {(3,), (6,)}),
        ((6, 6), {(6,), (12,)}),
    ],
)
def test_dice_close_their_faces_or_their_sum_and_s2_a_double_never_both(
    dice: tuple[int, int], expected: set[tuple[int, ...]]
) -> None:
    assert set(moves(range(1, 13), dice)) == expected


def test_a_face_is_not_split() -> None:
    assert moves((2, 4), (6, 5)) == ()


def test_s1_who_can_close_must() -> None:
    table = Table().roll(0, 4, 2)
    assert table.refused(0, Roll()) == "must_close"
    assert game.view(table.state, 0)["moves"] == [[2], [2, 4], [4], [6]]
    assert [action["flaps"] for domain in game.legal(table.state, 0) for action in expand(domain)] == [
        [2], [2, 4], [4], [6]
    ]  # fmt: skip
    assert game.view(table.state, 1)["moves"] == []


def test_everybody_plays_at_once_at_their_own_pace() -> None:
    table = Table(seats=4)
    assert game.awaiting(table.state) == (0, 1, 2, 3)
    table.roll(2, 6, 5).close(2, 11).roll(2, 6, 6).roll(0, 1, 2)
    assert game.awaiting(table.state) == (0, 1, 2, 3)
    table.close(2, 12).close(0, 3)
    assert [len(box.open) for box in table.state.boxes] == [11, 12, 10, 12]


def test_out_comes_by_itself_and_its_seat_just_waits() -> None:
    table = Table(seats=2).lose(0, 7, 12)
    assert table.keys() == ["box.rolled", "box.out"]
    assert table.events[1].params == {"seat": 0, "sum": 19}
    assert game.awaiting(table.state) == (1,)
    assert table.refused(0, Roll()) == "done"
    box = game.view(table.state, None)["boxes"][0]
    assert (box["out"], box["sum"], box["dice"]) == (True, 19, [1, 1])


def test_refusals_name_what_is_wrong_with_the_flaps() -> None:
    table = Table()
    assert table.refused(0, Close((3,))) == "roll_first"
    table.roll(0, 4, 2).close(0, 4).roll(0, 4, 2)
    assert table.refused(0, Close((4,))) == "flap_closed"
    assert table.refused(0, Close((5,))) == "dice_do_not_fit"
    assert table.refused(0, Close((13,))) == "not_a_flap"
    assert table.refused(0, Close(())) == "not_a_flap"
    assert table.refused(0, Close((6, 2))) == "not_ascending"
    assert table.refused(0, Weiter()) == "no_pause"
    assert Table(flaps=9).roll(0, 5, 5).refused(0, Close((10,))) == "not_a_flap"


def test_shutting_the_box_wins_at_once() -> None:
    table = Table(seats=3).put(1, 3).put(2, 1, 2).roll(0, 6, 5).roll(1, 2, 1).close(1, 3)
    assert table.keys() == ["box.closed", "box.shut", "box.round", "box.won"]
    result = game.result(table.state)
    assert result is not None
    assert result.places == (3, 1, 2)
    assert result.scores == (float(ALL_12), 0.0, 3.0)
    assert result.rare == ({}, {"box_shut": 1}, {})
    assert result.bests[1] == {"box_low": 0.0}
    assert game.view(table.state, None)["winner"] == 1
    assert table.refused(0, Close((6,))) == "over"


def test_s3_in_a_longer_match_the_others_open_flaps_of_that_moment_count() -> None:
    table = Table(seats=2, rounds=3).put(0, 8, 9).put(1, 5).roll(1, 5, 1).close(1, 5)
    assert table.events[-1].params == {"round": 1, "points": [17, 0], "totals": [17, 0]}
    assert table.state.phase == "look"
    table.go_on()
    assert [box.open for box in table.state.boxes] == [tuple(range(1, 13))] * 2
    assert table.state.round == 2


def test_points_of_all_rounds_add_up_and_the_smallest_total_wins() -> None:
    table = Table(seats=2, rounds=3, flaps=9)
    for first, second in ((9, 8), (7, 9), (3, 5)):
        table.lose(0, first).lose(1, second)
        if table.state.phase == "look":
            table.go_on()
    result = game.result(table.state)
    assert result is not None
    assert result.scores == (19.0, 22.0)
    assert result.places == (1, 2)
    assert result.bests == ({"box_low_9": 3.0}, {"box_low_9": 5.0})


def test_s4_equal_sums_share_a_place() -> None:
    table = Table(seats=4).lose(0, 7, 5).lose(1, 12).lose(2, 11).lose(3, 3, 9)
    result = game.result(table.state)
    assert result is not None
    assert result.places == (2, 2, 1, 2)
    assert Table(seats=2).lose(0, 12).lose(1, 12).events[-1].params == {"seats": [0, 1]}
    assert game.view(Table(seats=2).lose(0, 12).lose(1, 12).state, None)["winner"] is None


def test_e7_any_seat_ends_the_look_which_ends_by_itself_after_8_s() -> None:
    table = Table(seats=2, rounds=3).lose(0, 7).lose(1, 8)
    assert game.wants(table.state) == Pause(8000)
    for seat in range(2):
        assert game.act(table.state, seat, Weiter()) == game.waited(table.state)
    assert table.refused(0, Roll()) == "round_over"


def test_alone_is_a_game_too() -> None:
    result = game.result(Table(seats=1).lose(0, 12, 11).state)
    assert result is not None
    assert (result.places, result.scores) == ((1,), (23.0,))


def test_a_day_is_three_rounds_of_twelve_flaps_for_two_seats() -> None:
    assert ShutTheBoxOptions(day=DAY).rounds == 3
    for wrong in ({"flaps": 9}, {"rounds": 1}, {"day": "2026-02-30"}, {"day": "today"}):
        with pytest.raises(ValidationError):
            ShutTheBoxOptions(**{"day": DAY, **wrong})
    for seats in (1, 3):
        with pytest.raises(ValueError, match="seats"):
            game.start(ShutTheBoxOptions(day=DAY), seats)


def test_s5_both_seats_ask_for_the_same_throws_of_the_day() -> None:
    table, asked = Table(day=DAY), {0: [], 1: []}  # type: ignore[var-annotated]
    rng = random.Random(4)
    while game.result(table.state) is None:
        if table.state.phase == "look":
            table.go_on()
            continue
        (seat,) = game.awaiting(table.state)
        if game.legal(table.state, seat)[0]["kind"] == "roll":
            wanted = game.wants(game.act(table.state, seat, Roll()).state)
            assert isinstance(wanted, Throw) and wanted.hidden and wanted.seat == seat and wanted.daily is not None
            asked[seat].append(wanted.daily)
            table.roll(seat, rng.randint(1, 6), rng.randint(1, 6))
        else:
            table.close(seat, *game.view(table.state, seat)["moves"][0])
    for throws in asked.values():
        by_round = [[one for one in throws if one.round == number] for number in (1, 2, 3)]
        for number, one_round in enumerate(by_round, start=1):
            assert one_round == [DayThrow(DAY, number, k) for k in range(1, len(one_round) + 1)]
            assert one_round


def test_s8_the_rechenmeister_plays_a_round_after_the_humans_box_of_it_is_done() -> None:
    table = Table(day=DAY)
    assert table.refused(1, Roll()) == "not_your_turn"
    table.lose(0, 9)
    assert game.awaiting(table.state) == (1,)
    assert table.refused(0, Roll()) == "done"
    table.lose(1, 7).go_on()
    assert game.awaiting(table.state) == (0,)


def test_nobodys_shutting_ends_the_others_round_of_a_day() -> None:
    table = Table(day=DAY).put(0, 3).roll(0, 3, 1).close(0, 3)
    assert table.keys() == ["box.closed", "box.shut"]
    assert game.awaiting(table.state) == (1,)
    table.put(1, 3, 9).roll(1, 3, 1).close(1, 3)
    assert table.state.phase == "play"
    table.lose(1, 9)
    assert table.events[-1].params == {"round": 1, "points": [0, 9], "totals": [0, 9]}


def test_in_a_days_running_round_each_sees_the_own_box_only_and_a_watcher_none() -> None:
    hidden = {"open": None, "dice": None, "out": False, "shut": False, "sum": None, "rolls": None}
    table = Table(day=DAY).roll(0, 4, 2)
    for reader, blind_to in ((0, (1,)), (1, (0,)), (None, (0, 1))):
        boxes = game.view(table.state, reader)["boxes"]
        for owner in (0, 1):
            assert (boxes[owner].items() >= hidden.items()) == (owner in blind_to)
        assert bool(readable(table.events, reader)) == (reader == 0)
    table.close(0, 6).lose(0, 9).roll(1, 4, 2)
    assert readable(table.events, 0) == readable(table.events, None) == []
    assert readable(table.events, 1) == [("box.rolled", {"seat": 1, "dice": [4, 2]})]
    table.close(1, 6).lose(1, 7)
    for reader in (0, 1, None):
        assert [box["sum"] for box in game.view(table.state, reader)["boxes"]] == [9, 7]
        assert [key for key, _ in readable(table.events, reader)][-1] == "box.round"


def test_s7_expiring_counts_open_flaps_of_the_running_round_and_all_flaps_of_rounds_not_begun() -> None:
    table = Table(day=DAY).lose(0, 9).lose(1, 7).go_on().put(0, 10, 11).roll(0, 6, 5)
    step = game.expired(table.state)
    result = game.result(step.state)
    assert result is not None
    assert result.scores == (9.0 + 21 + ALL_12, 7.0 + 21 + ALL_12)
    assert result.bests == ({"day_low": 9.0 + 21 + ALL_12}, {"day_low": 7.0 + 21 + ALL_12})
    assert [event.key for event in step.events] == ["box.round", "box.round", "box.won"]
    assert game.expired(step.state).events == ()


def test_s7_a_round_the_rechenmeister_could_not_finish_decides_nothing() -> None:
    untouched = game.result(game.expired(Table(day=DAY).state).state)
    assert untouched is not None
    assert untouched.scores == (3.0 * ALL_12,) * 2
    assert untouched.places == (1, 1)
    half = game.result(game.expired(Table(day=DAY).lose(0, 9).roll(1, 4, 2).close(1, 6).state).state)
    assert half is not None
    assert half.scores == (9.0 + 2 * ALL_12,) * 2


@pytest.mark.parametrize("rolling", [False, True])
def test_expiring_in_a_look_or_with_a_throw_due_counts_too(rolling: bool) -> None:
    table = Table(day=DAY).lose(0, 9).lose(1, 7)
    if rolling:
        table.go_on()._take(game.act(table.state, 0, Roll()))
    result = game.result(game.expired(table.state).state)
    assert result is not None
    assert result.scores == (9.0 + 2 * ALL_12, 7.0 + 2 * ALL_12)


def test_only_a_day_expires() -> None:
    with pytest.raises(ValueError, match="Tageswurf"):
        game.expired(Table().state)


def test_flaps_only_fall_by_closing_and_points_are_the_open_flaps() -> None:
    rng = random.Random(9)
    for options in option_sets(game):
        for seats in seat_counts(game, options):
            for before, step in list(play(game, options, seats, rng.getrandbits(32)))[1:]:
                closed = {e.params["seat"]: set(e.params["flaps"]) for e in step.events if e.key == "box.closed"}
                scored = [event for event in step.events if event.key == "box.round"]
                for seat, (was, box) in enumerate(zip(before.boxes, step.state.boxes, strict=True)):
                    if before.phase == "play":
                        assert set(was.open) - set(box.open) == closed.get(seat, set())
                        assert set(box.open) <= set(was.open)
                    assert list(box.open) == sorted(set(box.open))
                    if scored:
                        assert scored[0].params["points"][seat] == sum(box.open) == box.points[-1]
                        assert scored[0].params["totals"][seat] == sum(box.points)


@pytest.mark.parametrize("flaps", [9, 12])
def test_count_of_reachable_boxes_and_of_their_moves(flaps: int) -> None:
    full = tuple(range(1, flaps + 1))
    rolls = list(itertools.combinations_with_replacement(range(1, 7), 2))
    seen, waiting, edges = {full}, [full], 0
    while waiting:
        now = waiting.pop()
        if not now:
            continue
        for dice in rolls:
            state = State(ShutTheBoxOptions(flaps=flaps), "play", 1, (Box(now),), None)
            state = game.thrown(game.act(state, 0, Roll()).state, dice).state
            for domain in game.legal(state, 0):
                for action in expand(domain):
                    edges += 1
                    after = game.act(state, 0, game.ACTIONS.validate_python(action)).state.boxes[0].open
                    if after not in seen:
                        seen.add(after)
                        waiting.append(after)
    assert len(seen) == 2**flaps
    sums = sum(a + b <= flaps for a, b in rolls)
    # each flap is open in half of all boxes, two given flaps in a quarter; 15 mixed rolls, 6 doubles
    assert edges == 2**flaps * (15 * 2 / 2 + 15 / 4 + 6 / 2 + sums / 2)
