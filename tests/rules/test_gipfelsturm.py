"""Gipfelsturm, rule by rule."""

from __future__ import annotations

import itertools
import random
from collections import Counter
from typing import Any

import orjson
import pytest
from dicearena_games.core import IllegalAction, Throw, expand
from dicearena_games.pushluck import gipfelsturm as game
from dicearena_games.pushluck.gipfelsturm_lanes import (
    LANES,
    LENGTHS,
    bust_chance,
    length,
    moves,
    pairings,
    playable,
    successes,
)
from dicearena_games.pushluck.gipfelsturm_types import GipfelsturmOptions, Go, Roll, Save, State

from tests.rules.driver import option_sets, play, seat_counts

NONE = (0,) * 11


class Table:
    """A game under test: throws are given, lanes climbed, refusals named."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.state: State = game.start(GipfelsturmOptions(**options), seats).state
        self.events: tuple[Any, ...] = ()

    def put(self, seat: int, stones: dict[int, int]) -> Table:
        """Lay a seat's stones; one on a summit owns it."""
        fields = {name: getattr(self.state, name) for name in State.__dataclass_fields__}
        rows, owners = list(self.state.stones), list(self.state.owners)
        rows[seat] = tuple(stones.get(lane, 0) for lane in LANES)
        for lane, field in stones.items():
            if field == length(lane):
                owners[lane - 2] = seat
        self.state = State(**{**fields, "stones": tuple(rows), "owners": tuple(owners)})
        return self

    def roll(self, *dice: int) -> Table:
        self._take(game.act(self.state, self.state.turn, Roll()))
        assert game.wants(self.state) == Throw(count=4, faces=6, seat=self.state.turn, hidden=False)
        return self._take(game.thrown(self.state, dice))

    def go(self, *lanes: int) -> Table:
        return self._take(game.act(self.state, self.state.turn, Go(lanes)))

    def save(self) -> Table:
        return self._take(game.act(self.state, self.state.turn, Save()))

    def offered(self) -> list[list[int]]:
        (domain,) = game.legal(self.state, self.state.turn)
        return [action["lanes"] for action in expand(domain)]

    def refused(self, action: Any, seat: int | None = None) -> str:
        with pytest.raises(IllegalAction) as caught:
            game.act(self.state, self.state.turn if seat is None else seat, action)
        return caught.value.key.removeprefix("gipfelsturm.refused.")

    def keys(self) -> list[str]:
        return [event.key.removeprefix("gipfelsturm.") for event in self.events]

    def _take(self, step: Any) -> Table:
        self.state, self.events = step.state, step.events
        return self


def test_lanes_are_3_to_13_fields_long() -> None:
    assert dict(zip(LANES, LENGTHS, strict=True)) == {
        2: 3, 3: 5, 4: 7, 5: 9, 6: 11, 7: 13, 8: 11, 9: 9, 10: 7, 11: 5, 12: 3,
    }  # fmt: skip


def test_four_dice_make_two_pairs_whose_sums_are_lanes() -> None:
    assert Table().roll(1, 2, 3, 4).offered() == [[3, 7], [4, 6], [5, 5]]


def test_runners_step_from_the_seats_stone_and_a_double_sum_makes_two_steps() -> None:
    table = Table().put(0, {5: 4, 7: 2}).roll(1, 2, 3, 4).go(5, 5)
    assert table.state.runners == ((5, 6),)
    table.roll(1, 2, 3, 4).go(3, 7)
    assert dict(table.state.runners) == {3: 1, 5: 6, 7: 3}
    assert table.state.stones[0][3] == 4
    assert game.view(table.state, None)["steps"] == 4


def test_three_runners_at_most_and_only_one_sum_of_a_pair_may_fit() -> None:
    table = Table().roll(1, 2, 3, 4).go(3, 7).roll(1, 1, 2, 2).go(4)
    assert playable(dict(table.state.runners), ()) == [3, 4, 7]
    assert table.roll(2, 2, 5, 6).offered() == [[4], [7]]
    assert table.refused(Go((11,))) == "no_runner_left"


def test_g1_one_free_runner_and_two_new_lanes_the_player_picks() -> None:
    runners = {2: 1, 12: 1}
    assert moves((3, 1, 5, 6), runners, NONE, ()) == [(4,), (6,), (7,), (8,), (9,), (11,)]
    table = Table().roll(1, 1, 6, 6).go(2, 12).roll(3, 1, 5, 6)
    assert table.refused(Go((4, 11))) == "no_runner_left"
    assert table.go(11).state.runners == ((2, 1), (11, 1), (12, 1))


def test_g2_a_double_sum_with_one_step_left_is_one_step() -> None:
    table = Table().put(0, {5: 8}).roll(2, 3, 2, 3)
    assert [5] in table.offered() and [5, 5] not in table.offered()
    assert table.refused(Go((5, 5))) == "no_room"
    assert table.go(5).state.runners == ((5, 9),)


def test_g3_a_runner_on_the_summit_stays_one_of_three_and_its_lane_is_done() -> None:
    runners = {2: 3, 6: 1, 8: 1}
    assert playable(runners, ()) == [6, 8]
    assert playable({2: 3}, ()) == list(LANES[1:])
    table = Table().put(0, {2: 2}).roll(1, 1, 3, 6).go(2, 9).roll(1, 1, 4, 5)
    assert table.refused(Go((2, 9))) == "no_room"
    assert table.offered() == [[5], [6], [9]]


def test_g4_if_both_sums_fit_both_are_moved() -> None:
    table = Table().roll(1, 2, 3, 4)
    assert table.refused(Go((3,))) == "must_go_both"
    assert table.refused(Go((5,))) == "must_go_both"


def test_g5_others_stones_do_not_block() -> None:
    table = Table().put(1, {3: 1, 7: 1}).roll(1, 2, 3, 4).go(3, 7)
    assert table.state.runners == ((3, 1), (7, 1))


def test_an_owned_lane_is_closed_for_all() -> None:
    table = Table().put(1, {7: 13, 4: 7}).roll(1, 2, 3, 4)
    assert table.offered() == [[3], [5, 5], [6]]
    assert table.refused(Go((7,))) == "no_room"


def test_refusals_name_what_is_due_and_what_is_no_move() -> None:
    table = Table()
    assert table.refused(Save()) == "nothing_to_save"
    assert table.refused(Go((7,))) == "roll_first"
    assert table.refused(Roll(), seat=1) == "not_your_turn"
    table.roll(1, 2, 3, 4)
    assert table.refused(Roll()) == table.refused(Save()) == "go_first"
    assert table.refused(Go(())) == table.refused(Go((13,))) == "not_a_lane"
    assert table.refused(Go((7, 3))) == "not_ascending"
    assert table.refused(Go((3, 6))) == table.refused(Go((8,))) == "not_a_pair"


def test_saving_keeps_the_progress_and_the_next_seat_begins_without_runners() -> None:
    table = Table().roll(1, 2, 3, 4).go(3, 7)
    assert [domain["kind"] for domain in game.legal(table.state, 0)] == ["roll", "save"]
    table.save()
    assert (table.state.stones[0][1], table.state.stones[0][5]) == (1, 1)
    assert (table.state.turn, table.state.runners) == (1, ())
    assert table.events[0].params == {"seat": 0, "steps": 2}
    assert [domain["kind"] for domain in game.legal(table.state, 1)] == ["roll"]


def test_a_throw_that_fits_nowhere_is_a_niete_and_the_turn_is_gone() -> None:
    table = Table().roll(1, 1, 6, 6).go(2, 12).roll(1, 1, 1, 2).go(2, 3).roll(5, 5, 5, 5)
    assert table.keys() == ["rolled", "bust"]
    assert table.events[1].params == {"seat": 0, "lost": 4}
    assert table.state.stones[0] == NONE
    assert table.state.turn == 1
    assert game.view(table.state, 0)["last"] == {"seat": 0, "kind": "bust", "steps": 4, "dice": [5, 5, 5, 5]}


def test_a_summit_is_owned_once_saved() -> None:
    table = Table().put(0, {2: 2}).roll(1, 1, 3, 6).go(2, 9)
    assert table.state.owners == (None,) * 11
    table.save()
    assert table.keys() == ["saved", "summit"]
    assert table.state.owners[0] == 0
    assert game.view(table.state, None)["summits"] == [1, 0]


@pytest.mark.parametrize("need", [3, 2])
def test_who_first_owns_three_or_two_summits_wins_the_others_follow_by_summits_then_progress(need: int) -> None:
    table = Table(seats=4, summits=need).put(0, {2: 2, 12: 2, 11: 5} if need == 3 else {2: 2, 12: 2})
    table.put(1, {7: 12, 6: 3}).put(2, {3: 5}).put(3, {7: 12, 8: 3}).roll(1, 1, 6, 6).go(2, 12).save()
    assert table.keys()[-1] == "won"
    assert table.events[-1].params == {"seats": [0]}
    result = game.result(table.state)
    assert result is not None
    assert result.places == (1, 3, 2, 3)
    assert result.scores == (float(need), 0.0, 1.0, 0.0)
    assert result.rare == ({"gipfel": need}, {}, {"gipfel": 1}, {})
    assert table.refused(Roll()) == "over"


def test_two_of_three_summits_do_not_end_the_game() -> None:
    table = Table().put(0, {2: 2, 12: 2}).roll(1, 1, 6, 6).go(2, 12).save()
    assert (table.state.phase, table.state.turn) == ("roll", 1)


def test_six_seats_can_take_all_eleven_summits_without_a_winner_and_the_game_ends() -> None:
    table = Table(seats=6).put(0, {2: 2})
    table.put(1, {3: 5, 4: 7}).put(2, {5: 9, 6: 11}).put(3, {7: 13, 8: 11}).put(4, {9: 9, 10: 7}).put(5, {11: 5, 12: 3})
    table.roll(1, 1, 3, 4).go(2).save()
    result = game.result(table.state)
    assert result is not None
    assert result.places == (6, 4, 2, 1, 3, 5)


def test_niete_chances_in_the_view_follow_runners_and_closed_lanes() -> None:
    table = Table()
    assert game.view(table.state, None)["bust"] == 0
    table.put(1, {7: 13}).roll(1, 1, 6, 6).go(2, 12).roll(1, 2, 3, 3)
    board = game.view(table.state, 1)
    assert board["bust"] == bust_chance({2: 1, 12: 1}, [7])
    assert board["moves"] == [
        {"lanes": [lane], "bust": bust_chance({2: 1, 12: 1, lane: 1}, [7])} for lane in (3, 4, 5, 6)
    ]
    assert game.view(table.go(3).state, 0)["bust"] == 1 - successes((2, 3, 12)) / 1296


def test_chances_are_those_of_all_1296_throws() -> None:
    rng = random.Random(1)
    for lanes in [rng.sample(LANES, rng.randint(1, 5)) for _ in range(25)]:
        good = 0
        for dice in itertools.product(range(1, 7), repeat=4):
            good += any(a + b in lanes for a, b in itertools.combinations(dice, 2))
        assert successes(lanes) == good


def test_stones_and_runners_only_climb_and_steps_add_up() -> None:
    rng = random.Random(6)
    for options in option_sets(game):
        for seats in seat_counts(game, options):
            for before, step in list(play(game, options, seats, rng.getrandbits(32)))[1:]:
                gained = sum(map(sum, step.state.stones)) - sum(map(sum, before.stones))
                assert gained == sum(e.params["steps"] for e in step.events if e.key == "gipfelsturm.saved")
                mine = before.stones[before.turn]
                if step.state.runners:
                    assert sum(field - mine[lane - 2] for lane, field in step.state.runners) == step.state.steps
                    assert all(mine[lane - 2] < field <= length(lane) for lane, field in step.state.runners)
                assert len(step.state.runners) <= 3
                for lane, owner in zip(LANES, step.state.owners, strict=True):
                    on_top = [seat for seat, stones in enumerate(step.state.stones) if stones[lane - 2] == length(lane)]
                    assert on_top == ([] if owner is None else [owner])


def test_view_and_actions_stay_below_3_kb() -> None:
    table = Table(seats=6)
    for seat in range(6):
        table.put(seat, {lane: length(lane) - 1 for lane in LANES})
    table.roll(1, 1, 6, 6).go(2, 12).roll(1, 3, 5, 6)
    assert len(table.offered()) == 6
    assert len(orjson.dumps([game.view(table.state, 0), game.legal(table.state, 0)])) <= 3072


def test_count_of_first_moves_and_of_all_turns_of_two_steps() -> None:
    rolls = list(itertools.combinations_with_replacement(range(1, 7), 4))
    first, second = Counter[int](), Counter[int]()
    for dice in rolls:
        for move in moves(dice, {}, NONE, ()):
            first[len(set(move))] += 1
            runners = {lane: move.count(lane) for lane in move}
            for after in rolls:
                for following in moves(after, runners, NONE, ()):
                    second[len(set(move) | set(following))] += 1
    assert len(rolls) == 126
    assert sum(first.values()) == sum([len(set(pairings(dice))) for dice in rolls])
    # 21 pairs of dice make 231 pairs of pairs; 1, 1, 2, 2, 3, 3, 3, 2, 2, 1, 1 of them have sum 2 to 12
    assert dict(first) == {1: 34, 2: 231 - 34}
    assert dict(second) == {1: 148, 2: 4973, 3: 71874}
