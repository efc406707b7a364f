"""Mäxchen, rule by rule."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from dicearena_games.bluff import maexchen as game
from dicearena_games.bluff.maexchen_types import (
    Believe,
    Claim,
    Concede,
    Doubt,
    MaexchenOptions,
    Pass,
    Show,
    State,
)
from dicearena_games.bluff.maexchen_values import AT_LEAST, ORDER, RANK, above, value_of, ways
from dicearena_games.common import Weiter
from dicearena_games.core import IllegalAction, Pause, Throw, expand

from tests.rules.driver import play, setups


class Table:
    """A game under test: throws are given, actions done, refusals named."""

    def __init__(self, seats: int = 3, **options: Any) -> None:
        step = game.start(MaexchenOptions(**options), seats)
        self.state: State = step.state
        self.events = step.events

    def throw(self, high: int, low: int) -> Table:
        wanted = game.wants(self.state)
        assert isinstance(wanted, Throw)
        return self._take(game.thrown(self.state, (low, high)))

    def do(self, seat: int, action: Any) -> Table:
        return self._take(game.act(self.state, seat, action))

    def go_on(self) -> Table:
        return self._take(game.waited(self.state))

    def refused(self, seat: int, action: Any) -> str:
        with pytest.raises(IllegalAction) as caught:
            game.act(self.state, seat, action)
        return caught.value.key.removeprefix("maexchen.refused.")

    def keys(self) -> list[str]:
        return [event.key for event in self.events]

    def board(self, seat: int | None = None) -> dict[str, Any]:
        return game.view(self.state, seat)

    def _take(self, step: Any) -> Table:
        self.state, self.events = step.state, step.events
        return self


def offered(table: Table, seat: int) -> list[dict[str, Any]]:
    return [action for domain in game.legal(table.state, seat) for action in expand(domain)]


def test_order_has_all_21_values_numbers_then_doubles_then_21() -> None:
    assert len(set(ORDER)) == 21
    numbers, doubles = ORDER[:14], ORDER[14:20]
    assert list(numbers) == sorted(v for v in numbers) and all(v % 11 for v in numbers)
    assert list(doubles) == [11, 22, 33, 44, 55, 66]
    assert ORDER[20] == 21


def test_chances_count_the_36_throws() -> None:
    throws = [value_of((a, b)) for a in range(1, 7) for b in range(1, 7)]
    for value in ORDER:
        assert ways(value) == throws.count(value)
        assert AT_LEAST[value] == pytest.approx(sum(RANK[one] >= RANK[value] for one in throws) / 36)
        assert above(value) == pytest.approx(sum(RANK[one] > RANK[value] for one in throws) / 36)


def test_seat_0_starts_and_its_hidden_throw_comes_by_itself() -> None:
    table = Table()
    assert game.wants(table.state) == Throw(count=2, faces=6, seat=0, hidden=True)
    assert game.awaiting(table.state) == ()
    table.throw(6, 3)
    assert game.awaiting(table.state) == (0,)
    assert table.board(0)["dice"] == [6, 3]
    assert table.board(1)["dice"] is table.board(None)["dice"] is None
    assert [event.readers for event in table.events] == [None, (0,)]


def test_a_claim_must_be_higher_lies_allowed() -> None:
    table = Table().throw(3, 1).do(0, Claim(65)).do(1, Believe()).throw(6, 6)
    assert table.refused(1, Claim(65)) == "too_low"
    assert table.refused(1, Claim(64)) == "too_low"
    assert table.refused(1, Claim(12)) == "not_a_value"
    assert [action["value"] for action in offered(table, 1)] == [11, 22, 33, 44, 55, 66, 21]


def test_believing_makes_the_believer_throw_and_the_old_cup_is_gone() -> None:
    table = Table().throw(3, 1).do(0, Claim(65)).do(1, Believe())
    assert game.wants(table.state) == Throw(count=2, faces=6, seat=1, hidden=True)
    table.throw(4, 2)
    assert table.board(0)["dice"] is None
    assert table.board(1)["dice"] == [4, 2]
    assert table.refused(1, Doubt()) == "already_believed"
    assert table.refused(1, Believe()) == "already_believed"


def test_nothing_to_doubt_or_believe_before_the_first_claim() -> None:
    table = Table(blind_pass=True).throw(3, 1)
    assert table.refused(0, Doubt()) == "nothing_to_doubt"
    assert table.refused(0, Believe()) == "nothing_to_believe"
    assert table.refused(0, Pass(65)) == "nothing_to_pass"
    assert table.refused(1, Doubt()) == "not_your_turn"
    table.do(0, Claim(31))
    assert table.refused(1, Claim(32)) == "answer_first"


@pytest.mark.parametrize(("dice", "loser"), [((6, 5), 1), ((1, 1), 1), ((6, 4), 0)])
def test_mx1_the_doubter_loses_where_the_roll_is_at_least_the_claim(dice: tuple[int, int], loser: int) -> None:
    table = Table().throw(*dice).do(0, Claim(65)).do(1, Doubt())
    assert table.state.lives == tuple(3 - (seat == loser) for seat in range(3))
    reveal = table.board(None)["reveal"]
    assert reveal["dice"] == list(dice)
    assert reveal["lie"] == (loser == 0)
    assert reveal["losers"] == {str(loser): 1}


def test_the_loser_starts_the_next_round_without_a_claim_to_top() -> None:
    table = Table().throw(6, 5).do(0, Claim(65)).do(1, Doubt()).go_on()
    assert table.events[0].params == {"round": 2, "starter": 1}
    table.throw(3, 1)
    assert len(offered(table, 1)) == 21
    assert table.board()["claims"] == [] and table.board()["reveal"] is None


@pytest.mark.parametrize("double", [False, True])
def test_mx2_nothing_tops_21_only_doubt_or_where_double_is_on_concede(double: bool) -> None:
    table = Table(double_maexchen=double, equal_claims=True, blind_pass=True).throw(3, 1).do(0, Claim(21))
    assert [action["kind"] for action in offered(table, 1)] == (["doubt", "concede"] if double else ["doubt"])
    assert table.refused(1, Believe()) == "nothing_tops_21"
    assert table.refused(1, Pass(21)) == "nothing_tops_21"
    if not double:
        assert table.refused(1, Concede()) == "option_off"


def test_mx2_conceding_costs_one_life_and_the_cup_stays_down() -> None:
    table = Table(double_maexchen=True).throw(2, 1).do(0, Claim(21)).do(1, Concede())
    assert table.state.lives == (3, 2, 3)
    assert table.board(0)["reveal"]["dice"] is None
    assert table.board(0)["dice"] is None
    assert table.state.turn == 1
    assert all(
        record == {"claims": 0, "lies": 0, "truths": 0, "doubts": 0, "doubts_right": 0}
        for record in table.board()["record"]
    )


def test_mx2_only_a_21_can_be_conceded_to() -> None:
    table = Table(double_maexchen=True).throw(2, 1).do(0, Claim(66))
    assert table.refused(1, Concede()) == "concede_only_21"


def test_equal_claims_where_the_house_allows_them() -> None:
    table = Table(equal_claims=True).throw(3, 1).do(0, Claim(66)).do(1, Believe()).throw(4, 1)
    assert [action["value"] for action in offered(table, 1)] == [66, 21]
    table.do(1, Claim(66))
    assert table.refused(0, Claim(66)) == "not_your_turn"


@pytest.mark.parametrize(
    ("dice", "claim", "double", "lives"),
    [
        ((2, 1), 21, True, (3, 1, 3)),
        ((2, 1), 21, False, (3, 2, 3)),
        ((6, 6), 21, True, (1, 3, 3)),
        ((6, 6), 21, False, (2, 3, 3)),
        ((2, 1), 65, True, (3, 2, 3)),
        ((3, 1), 66, True, (2, 3, 3)),
    ],
)
def test_mx3_only_a_claim_of_21_costs_two(
    dice: tuple[int, int], claim: int, double: bool, lives: tuple[int, ...]
) -> None:
    assert Table(double_maexchen=double).throw(*dice).do(0, Claim(claim)).do(1, Doubt()).state.lives == lives


def lose_lives(table: Table, seat: int, lives: int) -> Table:
    """Let a seat lose lives, one doubted lie (or wrong doubt) at a time; ends in the look after the last."""
    while table.state.lives[seat] > lives:
        if table.state.phase == "look":
            table.go_on()
        starter = table.state.turn
        if starter == seat:
            table.throw(3, 1).do(seat, Claim(65))
            table.do(table.state.turn, Doubt())
        else:
            table.throw(6, 5).do(starter, Claim(65))
            answerer = table.state.turn
            if answerer == seat:
                table.do(seat, Doubt())
            else:
                table.do(answerer, Believe()).throw(6, 6).do(answerer, Claim(66)).do(table.state.turn, Doubt())
    return table


def test_double_loss_never_goes_below_zero() -> None:
    table = lose_lives(Table(double_maexchen=True), 0, 1).go_on()
    table.throw(3, 1).do(0, Claim(21)).do(1, Doubt())
    assert table.state.lives == (0, 3, 3)
    assert table.events[0].params["cost"] == 1
    assert table.board()["reveal"]["losers"] == {"0": 1}


def test_mx4_if_the_loser_is_out_the_next_seat_starts() -> None:
    table = lose_lives(Table(), 0, 0)
    assert table.keys() == ["maexchen.doubted", "maexchen.out"]
    assert table.state.turn == 1
    table.go_on().throw(3, 1)
    assert table.refused(0, Doubt()) == "out"
    table.do(1, Claim(31)).do(2, Believe()).throw(5, 1).do(2, Claim(51))
    assert game.awaiting(table.state) == (1,)


def test_mx5_blind_pass_is_higher_unseen_without_a_throw_and_the_passer_is_the_claimer() -> None:
    table = Table(blind_pass=True, equal_claims=True).throw(5, 4).do(0, Claim(54))
    assert table.refused(1, Pass(54)) == "too_low"
    table.do(1, Pass(61))
    assert game.wants(table.state) is None
    board = table.board(2)
    assert (board["claim"], board["claimer"], board["blind"], board["turn"]) == (61, 1, True, 2)
    assert table.board(1)["dice"] is None
    assert table.board(0)["dice"] == [5, 4]
    table.do(2, Doubt())
    assert table.state.lives == (3, 2, 3)


def test_mx5_a_blind_21_may_be_claimed_but_never_passed_over() -> None:
    table = Table(blind_pass=True).throw(5, 4).do(0, Claim(54)).do(1, Pass(21))
    assert table.refused(2, Pass(21)) == "nothing_tops_21"
    assert Table().throw(5, 4).do(0, Claim(54)).refused(1, Pass(61)) == "option_off"


def test_mx6_showing_a_real_21_costs_all_others_one_and_the_next_seat_starts() -> None:
    table = Table(show_maexchen=True, double_maexchen=True).throw(2, 1)
    assert {"kind": "show"} in offered(table, 0)
    table.do(0, Show())
    assert table.state.lives == (3, 2, 2)
    assert table.board()["reveal"]["losers"] == {"1": 1, "2": 1}
    assert table.board()["reveal"]["dice"] == [2, 1]
    assert table.go_on().events[0].params == {"round": 2, "starter": 1}


def test_only_a_real_21_can_be_shown_and_only_where_the_house_plays_so() -> None:
    assert Table(show_maexchen=True).throw(6, 6).refused(0, Show()) == "no_maexchen"
    assert Table().throw(2, 1).refused(0, Show()) == "option_off"
    assert Table(show_maexchen=True).throw(2, 1).do(0, Claim(21)).refused(1, Show()) == "answer_first"


def test_seats_that_go_out_together_share_a_place_and_the_last_one_wins() -> None:
    table = Table(seats=4, show_maexchen=True)
    table.state = replace(table.state, lives=(1, 3, 0, 1), out_in=(0, 0, 2, 0), round=4, turn=1)
    table.throw(2, 1).do(1, Show())
    assert table.keys() == ["maexchen.shown", "maexchen.out", "maexchen.out", "maexchen.won"]
    result = game.result(table.state)
    assert result is not None
    assert result.places == (2, 1, 4, 2)
    assert result.scores == (0.0, 3.0, 0.0, 0.0)
    assert result.rare == ({}, {"maexchen": 1}, {}, {})
    assert table.refused(1, Doubt()) == "over"


def test_rare_counts_a_real_21_of_the_seat_that_threw_it_when_it_is_lifted() -> None:
    table = Table(blind_pass=True).throw(2, 1).do(0, Claim(65)).do(1, Pass(21)).do(2, Doubt())
    assert table.state.maexchen == (1, 0, 0)
    hidden = Table().throw(2, 1).do(0, Claim(65)).do(1, Believe())
    assert hidden.state.maexchen == (0, 0, 0)


def test_record_judges_looked_claims_and_doubts_of_lifted_cups_only() -> None:
    table = Table(blind_pass=True).throw(6, 1).do(0, Claim(54)).do(1, Pass(62)).do(2, Doubt())
    record = table.board()["record"]
    assert record[0] == {"claims": 1, "lies": 0, "truths": 1, "doubts": 0, "doubts_right": 0}
    assert record[1] == {"claims": 0, "lies": 0, "truths": 0, "doubts": 0, "doubts_right": 0}
    assert record[2] == {"claims": 0, "lies": 0, "truths": 0, "doubts": 1, "doubts_right": 1}


def test_e7_any_seat_ends_the_look_which_ends_by_itself_after_8_s() -> None:
    table = lose_lives(Table(), 0, 0)
    assert game.wants(table.state) == Pause(8000)
    assert game.awaiting(table.state) == ()
    for seat in range(3):
        assert offered(table, seat) == [{"kind": "weiter"}]
        assert game.act(table.state, seat, Weiter()) == game.waited(table.state)
    assert table.refused(1, Doubt()) == "round_over"
    assert table.go_on().throw(3, 1).refused(1, Weiter()) == "no_pause"


def test_chances_are_shown_only_by_house_option() -> None:
    assert Table().throw(3, 1).do(0, Claim(61)).board(1)["chance"] is None
    assert Table(show_chances=True).throw(3, 1).do(0, Claim(61)).board(None)["chance"] == {
        "at_least": pytest.approx(1 / 2),
        "above": pytest.approx(16 / 36),
    }


def test_does_not_expire() -> None:
    with pytest.raises(ValueError, match="expire"):
        game.expired(Table().state)


def test_lives_only_fall_by_what_events_say_and_one_seat_survives() -> None:
    rng = random.Random(3)
    for options, seats in rng.sample(setups(game), 60):
        steps = list(play(game, options, seats, rng.getrandbits(32)))
        for before, step in steps[1:]:
            lost = [was - has for was, has in zip(before.lives, step.state.lives, strict=True)]
            assert all(loss >= 0 for loss in lost) and all(has >= 0 for has in step.state.lives)
            reveal = step.state.reveal if before.reveal is None else None
            assert lost == [reveal.losers.get(seat, 0) if reveal else 0 for seat in range(seats)]
            gone = [event.params["seat"] for event in step.events if event.key == "maexchen.out"]
            assert gone == [seat for seat, has in enumerate(step.state.lives) if has == 0 and before.lives[seat]]
        last = steps[-1][1].state
        assert sum(has > 0 for has in last.lives) == 1
        assert last.lives[last.turn] > 0


def paths(state: State, seats: int, depth: int) -> int:
    """Action paths of this length; every throw shows 6-5."""
    if depth == 0:
        return 1
    if isinstance(game.wants(state), Throw):
        state = game.thrown(state, (6, 5)).state
    return sum(
        paths(game.act(state, seat, game.ACTIONS.validate_python(action)).state, seats, depth - 1)
        for seat in range(seats)
        for domain in game.legal(state, seat)
        for action in expand(domain)
    )


def test_count_of_action_paths() -> None:
    values = len(ORDER)
    higher_pairs = values * (values - 1) // 2
    base = Table(seats=2).state
    assert paths(base, 2, 1) == values
    assert paths(base, 2, 2) == 2 * (values - 1) + 1  # believe or doubt, a 21 only doubt
    assert paths(base, 2, 3) == higher_pairs + 2 * values  # a topping claim after believing; either seat's weiter
    blind = Table(seats=2, blind_pass=True, double_maexchen=True).state
    assert paths(blind, 2, 2) == 2 * values + higher_pairs  # believe/doubt (21: doubt/concede), or a higher pass
    equal = Table(seats=2, equal_claims=True).state
    assert paths(equal, 2, 3) == higher_pairs + (values - 1) + 2 * values
