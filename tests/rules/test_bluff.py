"""Bluff, rule by rule."""

from __future__ import annotations

import itertools
import random
from typing import Any

import orjson
import pytest
from dicearena_games.bluff import bluff as game
from dicearena_games.bluff.bluff_bids import FACES, chances, held, minima
from dicearena_games.bluff.bluff_types import KEPT_BIDS, BluffOptions, Doubt, Exact, Raise, Record, State
from dicearena_games.common import Weiter
from dicearena_games.core import IllegalAction, Pause, Throw, expand

from tests.rules.driver import play, readable, setups


class Table:
    """A game under test: cups are given, bids made, refusals named."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        self.state: State = game.start(BluffOptions(**options), seats).state
        self.events: tuple[Any, ...] = ()

    def cups(self, *cups: tuple[int, ...]) -> Table:
        """Throw for all seats that have dice; an empty cup is a seat that is out."""
        while isinstance(wanted := game.wants(self.state), Throw):
            assert wanted.seat is not None and wanted.hidden
            self._take(game.thrown(self.state, cups[wanted.seat]))
        return self

    def left(self, *dice: int) -> Table:
        """Leave the seats so many dice; a throw of the round is due."""
        fields = {name: getattr(self.state, name) for name in State.__dataclass_fields__}
        self.state = State(**{**fields, "dice": dice, "rolling": self.state.turn})
        return self

    def bid(self, seat: int, count: int, face: int) -> Table:
        return self._take(game.act(self.state, seat, Raise(face=face, count=count)))

    def doubt(self, seat: int) -> Table:
        return self._take(game.act(self.state, seat, Doubt()))

    def exact(self, seat: int) -> Table:
        return self._take(game.act(self.state, seat, Exact()))

    def go_on(self) -> Table:
        return self._take(game.waited(self.state))

    def refused(self, seat: int, action: Any) -> tuple[str, dict[str, Any]]:
        with pytest.raises(IllegalAction) as caught:
            game.act(self.state, seat, action)
        return caught.value.key.removeprefix("bluff.refused."), caught.value.params

    def _take(self, step: Any) -> Table:
        self.state, self.events = step.state, step.events
        return self


FIVES = ((2, 3, 4, 5, 6), (1, 1, 4, 4, 6), (1, 2, 2, 3, 3))


def test_all_throw_hidden_and_each_looks_under_the_own_cup_only() -> None:
    table = Table()
    for seat in range(3):
        assert game.awaiting(table.state) == ()
        assert game.wants(table.state) == Throw(count=5, faces=6, seat=seat, hidden=True)
        table._take(game.thrown(table.state, FIVES[seat]))
        assert readable(table.events, seat) == [("bluff.looked", {"seat": seat, "dice": list(FIVES[seat])})]
        assert all(readable(table.events, other) == [] for other in (None, 0, 1, 2) if other != seat)
    assert game.awaiting(table.state) == (0,)
    for reader in (None, 0, 1, 2):
        assert game.view(table.state, reader)["own"] == (None if reader is None else list(FIVES[reader]))


def test_a_bid_is_topped_by_more_dice_or_by_as_many_of_a_higher_face() -> None:
    table = Table().cups(*FIVES).bid(0, 4, 3)
    assert table.refused(1, Raise(face=3, count=4)) == ("too_low", {"least": 5, "face": 3})
    assert table.refused(1, Raise(face=2, count=4)) == ("too_low", {"least": 5, "face": 2})
    assert table.refused(2, Raise(face=6, count=9)) == ("not_your_turn", {"turn": 1})
    assert table.bid(1, 4, 4).bid(2, 5, 2).state.turn == 0


def test_b2_more_dice_go_with_any_face() -> None:
    assert minima((4, 5), 15, False) == {1: 2, 2: 5, 3: 5, 4: 5, 5: 5, 6: 4}


def test_b1_no_bid_goes_above_the_dice_on_the_table() -> None:
    table = Table(seats=2).cups(*FIVES[:2])
    assert table.refused(0, Raise(face=6, count=11)) == ("too_many", {"dice": 10})
    table.bid(0, 10, 6)
    assert minima((10, 6), 10, False) == {1: 5}
    assert table.bid(1, 10, 1).refused(0, Raise(face=6, count=10)) == ("too_low", {"least": 21, "face": 6})
    assert [domain["kind"] for domain in game.legal(table.state, 0)] == ["doubt", "exact"]


def test_b5_changing_to_ones_halves_and_changing_back_doubles_plus_one_at_least() -> None:
    assert minima((7, 4), 30, False)[1] == 4
    assert minima((8, 4), 30, False)[1] == 4
    assert {minima((4, 1), 30, False)[face] for face in FACES[1:]} == {9}
    assert minima((4, 1), 30, False)[1] == 5
    table = Table(seats=6).cups(*FIVES, *FIVES).bid(0, 7, 4)
    assert table.refused(1, Raise(face=1, count=3)) == ("too_low", {"least": 4, "face": 1})
    assert table.bid(1, 6, 1).bid(2, 15, 2).state.bids[-1].count == 15


def test_nobody_opens_on_ones() -> None:
    table = Table().cups(*FIVES)
    assert table.refused(0, Raise(face=1, count=2)) == ("not_on_ones", {})
    assert table.refused(0, Raise(face=2, count=0)) == ("too_low", {"least": 1, "face": 2})
    assert table.refused(0, Doubt()) == ("nothing_to_doubt", {})
    assert table.refused(0, Exact()) == ("nothing_to_match", {})


def test_cups_are_counted_one_by_one_from_the_bidders_with_jokers_apart() -> None:
    table = Table().cups(*FIVES).bid(0, 3, 5).bid(1, 6, 4).doubt(2)
    assert table.events[0].key == "bluff.doubted"
    assert table.events[0].params == {
        "caller": 2, "bidder": 1, "count": 6, "face": 4, "special": False, "total": 6, "right": False, "loser": 2,
        "gained": 0,
        "cups": [
            {"seat": 1, "plain": 2, "jokers": 2},
            {"seat": 2, "plain": 0, "jokers": 1},
            {"seat": 0, "plain": 1, "jokers": 0},
        ],
    }  # fmt: skip
    reveal = game.view(table.state, None)["reveal"]
    assert [cup["dice"] for cup in reveal["cups"]] == [list(FIVES[seat]) for seat in (1, 2, 0)]


def test_ones_are_no_jokers_of_themselves() -> None:
    assert held((1, 1, 4), 1, False) == (2, 0)
    assert held((1, 1, 4), 4, False) == (1, 2)
    assert held((1, 1, 4), 4, True) == (1, 0)


def test_an_untrue_bid_costs_the_bidder_a_die_a_true_one_the_doubter_and_the_loser_starts() -> None:
    untrue = Table().cups(*FIVES).bid(0, 9, 5).doubt(1)
    assert (untrue.state.dice, untrue.state.turn) == ((4, 5, 5), 0)
    true = Table().cups(*FIVES).bid(0, 4, 5).doubt(1)
    assert (true.state.dice, true.state.turn) == ((5, 4, 5), 1)
    assert true.go_on().events[0].params == {"round": 2, "starter": 1, "special": False, "left": [5, 4, 5]}
    assert game.wants(true.state) == Throw(count=4, faces=6, seat=1, hidden=True)


def test_b4_an_exact_call_counts_jokers_and_wins_a_die_back_up_to_the_starting_number() -> None:
    table = Table().left(5, 4, 5).cups(FIVES[0], (1, 1, 4, 4), FIVES[2]).bid(0, 4, 5).exact(1)
    assert table.events[0].key == "bluff.matched"
    assert (table.state.dice, table.state.turn) == ((5, 5, 5), 1)
    full = Table().cups(*FIVES).bid(0, 4, 5).exact(1)
    assert (full.state.dice, full.events[0].params["gained"], full.events[0].params["loser"]) == ((5, 5, 5), 0, None)


@pytest.mark.parametrize("count", [3, 5])
def test_an_exact_call_that_is_off_costs_its_caller_a_die(count: int) -> None:
    assert Table().cups(*FIVES).bid(0, count, 5).exact(1).state.dice == (5, 4, 5)


def test_who_first_falls_to_one_die_starts_a_special_round_with_a_fixed_face_and_no_jokers() -> None:
    table = Table().left(2, 5, 5).cups((2, 3), FIVES[1], FIVES[2]).bid(0, 9, 6).doubt(1)
    assert (table.state.dice, table.state.special) == ((1, 5, 5), False)
    table.go_on()
    assert (table.state.turn, table.state.special, table.state.specials) == (0, True, (True, False, False))
    table.cups((1,), FIVES[1], FIVES[2])
    assert set(minima(None, 11, True)) == set(FACES)
    table.bid(0, 3, 1)
    assert table.refused(1, Raise(face=2, count=9)) == ("face_fixed", {"face": 1})
    assert minima((3, 4), 11, True) == {4: 4}
    table.bid(1, 4, 1).doubt(2)
    assert table.events[0].params["total"] == 4
    jokers = Table().left(2, 5, 5).cups((2, 3), FIVES[1], FIVES[2]).bid(0, 9, 6).doubt(1).go_on()
    jokers.cups((1,), FIVES[1], FIVES[2]).bid(0, 3, 4).doubt(1)
    assert (jokers.events[0].params["total"], jokers.state.dice[0]) == (2, 0)


def test_b6_a_special_round_comes_once_per_player_also_with_two_left() -> None:
    table = Table(seats=2).left(2, 2).cups((2, 3), (4, 5)).bid(0, 4, 6).doubt(1).go_on()
    assert table.state.special
    table.cups((2,), (4, 5)).bid(0, 1, 2).exact(1)
    assert (table.state.dice, table.state.turn) == ((1, 3), 1)
    table.go_on()
    assert not table.state.special
    table.cups((2,), (4, 5, 6)).bid(1, 1, 2).exact(0).go_on()
    assert table.state.dice == (2, 3)
    table.cups((2, 3), (4, 5, 6)).bid(0, 5, 2).doubt(1).go_on()
    assert (table.state.dice, table.state.special) == ((1, 3), False)


def test_who_has_no_dice_is_out_and_the_next_seat_starts() -> None:
    table = Table().left(1, 5, 5).cups((2,), FIVES[1], FIVES[2]).bid(0, 9, 6).doubt(1)
    assert [event.key for event in table.events] == ["bluff.doubted", "bluff.out"]
    assert (table.state.turn, table.state.phase) == (1, "look")
    table.go_on().cups((), FIVES[1], FIVES[2])
    assert table.refused(0, Doubt()) == ("out", {})
    assert game.view(table.state, 0)["own"] is None
    assert table.bid(1, 1, 2).bid(2, 1, 3).state.turn == 1


def test_the_last_one_with_dice_wins_and_places_follow_how_late_one_went_out() -> None:
    table = Table().left(1, 1, 5).cups((2,), (3,), FIVES[2]).bid(0, 7, 6).doubt(1).go_on()
    table.cups((), (3,), FIVES[2]).bid(1, 6, 6).doubt(2)
    assert table.events[-1].params == {"seat": 2}
    result = game.result(table.state)
    assert result is not None
    assert (result.places, result.scores) == ((3, 2, 1), (0.0, 0.0, 5.0))
    assert table.refused(2, Weiter()) == ("over", {})


def test_exact_calls_that_were_right_are_rare_throws() -> None:
    table = Table(seats=2).left(1, 1).cups((2,), (1,)).bid(0, 2, 2).exact(1).go_on()
    table.cups((2,), (3, 3)).bid(1, 3, 6).doubt(0).go_on().cups((2,), (3,)).bid(1, 2, 6).doubt(0)
    result = game.result(table.state)
    assert result is not None
    assert result.rare == ({}, {"punktlandung": 1})


def test_an_exact_call_that_was_off_does_not_count_beside_a_right_one() -> None:
    table = Table(seats=2).left(1, 1).cups((2,), (2,)).bid(0, 2, 2).exact(1).go_on()
    table.cups((2,), (3, 3)).bid(1, 1, 6).bid(0, 2, 6).exact(1).go_on()
    table.cups((2,), (3,)).bid(1, 2, 6).doubt(0)
    result = game.result(table.state)
    assert result is not None
    assert result.rare == ({}, {"punktlandung": 1})


def test_e7_any_seat_ends_the_look_also_one_that_is_out() -> None:
    table = Table().left(1, 5, 5).cups((2,), FIVES[1], FIVES[2]).bid(0, 9, 6).doubt(1)
    assert game.wants(table.state) == Pause(8000)
    for seat in range(3):
        assert game.act(table.state, seat, Weiter()) == game.waited(table.state)
    assert table.refused(1, Raise(face=2, count=1)) == ("round_over", {})


def test_records_tell_bare_and_untrue_bids_and_calls() -> None:
    table = Table().cups((2, 2, 3, 3, 4), (4, 4, 5, 5, 6), FIVES[2]).bid(0, 2, 6).bid(1, 5, 2).bid(2, 6, 2).doubt(0)
    assert table.state.record == (
        Record(bids=1, bare=1, doubts=1, doubts_right=1),
        Record(bids=1, bare=1),
        Record(bids=1, tested=1, untrue=1),
    )


def test_chances_of_the_bid_from_the_own_cup_are_shown_with_the_host_option_only() -> None:
    table = Table(show_chances=True).cups(*FIVES).bid(0, 4, 5)
    assert game.view(Table().cups(*FIVES).bid(0, 4, 5).state, 0)["chance"] is None
    at_least, exactly = chances(10, 2, True)
    assert game.view(table.state, 1)["chance"] == {"at_least": at_least, "exactly": exactly}
    assert game.view(table.state, None)["chance"] is None
    table.bid(1, 3, 1)
    at_least, exactly = chances(10, 1, False)
    assert game.view(table.state, 1)["chance"] == {"at_least": at_least, "exactly": exactly}


def test_chances_are_those_of_all_throws_counted() -> None:
    for jokers, unknown in itertools.product((False, True), (0, 1, 4)):
        throws = list(itertools.product(FACES, repeat=unknown))
        for needed in range(-1, unknown + 2):
            counts = [sum(held(throw, 4, not jokers)) for throw in throws]
            at_least, exactly = chances(unknown, needed, jokers)
            assert at_least == pytest.approx(sum(n >= needed for n in counts) / len(throws))
            assert exactly == pytest.approx(sum(n == needed for n in counts) / len(throws))


def test_dice_and_out_seats_add_up_at_every_step() -> None:
    rng = random.Random(3)
    for options, seats in setups(game):
        for before, step in list(play(game, options, seats, rng.getrandbits(32)))[1:]:
            assert isinstance(options, BluffOptions)
            moved = sum(step.state.dice) - sum(before.dice)
            counted = [event for event in step.events if event.key in ("bluff.doubted", "bluff.matched")]
            assert moved == (counted[0].params["gained"] - (counted[0].params["loser"] is not None) if counted else 0)
            assert max(step.state.dice) <= options.dice
            assert [bool(went) for went in step.state.out_in] == [have == 0 for have in step.state.dice]
            if counted:
                shown = counted[0].params
                assert shown["total"] == sum(cup["plain"] + cup["jokers"] for cup in shown["cups"])
                assert len(shown["cups"]) == sum(have > 0 for have in before.dice)


def test_view_and_actions_of_six_full_cups_stay_below_3_kb() -> None:
    table = Table(seats=6, dice=6, show_chances=True).cups(*[(6, 6, 6, 6, 6, 6)] * 6)
    for number in range(KEPT_BIDS):
        face = 2 + number % 5
        table.bid(table.state.turn, minima(game._previous(table.state), 36, False)[face], face)
    size = len(orjson.dumps([game.view(table.state, 0), game.legal(table.state, table.state.turn)]))
    table.doubt(table.state.turn)
    assert size <= 3072
    assert len(orjson.dumps([game.view(table.state, 0), game.legal(table.state, 0)])) <= 3072


@pytest.mark.parametrize(
    ("dice", "special", "runs"), [(2, False, 4092), (3, False, 262012), (2, True, 18), (3, True, 42)]
)
def test_count_of_bidding_sequences_at_small_size(dice: int, special: bool, runs: int) -> None:
    table = Table(seats=2).left(dice - 1, 1).cups((2,) * (dice - 1), (3,))
    fields = {name: getattr(table.state, name) for name in State.__dataclass_fields__}
    known: dict[Any, int] = {}

    def count(state: State) -> int:
        last = game._previous(state)
        if last not in known:
            bids = [a for d in game.legal(state, state.turn) if d["kind"] == "bid" for a in expand(d)]
            steps = [game.act(state, state.turn, game.ACTIONS.validate_python(bid)).state for bid in bids]
            known[last] = sum(1 + count(after) for after in steps)
        return known[last]

    assert count(State(**{**fields, "special": special})) == runs
    # all bids stand in one line, c ones right behind 2c of any face, and each may be followed by any later one
    opened = [5 * (n - 1) + face - 2 + (n - 1) // 2 for n in range(1, dice + 1) for face in FACES[1:]]
    assert runs == (6 * (2**dice - 1) if special else sum(2 ** (6 * dice - 1 - place) for place in opened))
