"""Zehntausend, rule by rule."""

from __future__ import annotations

import itertools
import random
from fractions import Fraction
from typing import Any

import orjson
import pytest
from dicearena_games.core import IllegalAction, Throw, expand
from dicearena_games.pushluck import zehntausend as game
from dicearena_games.pushluck.zehntausend_scoring import Scoring, bust_chance, points_of, takes, throws
from dicearena_games.pushluck.zehntausend_types import Go, PileOn, Roll, Score, State, Write, ZehntausendOptions

from tests.rules.driver import option_sets, play

NIETE = (2, 2, 3, 3, 4, 6)
ADD, DOUBLE = Scoring(more_alike="add"), Scoring()


class Table:
    """A game under test: throws are given, dice taken, refusals named."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.state: State = game.start(ZehntausendOptions(**options), seats).state
        self.events: tuple[Any, ...] = ()

    def have(self, *totals: int) -> Table:
        """Give the seats these totals, written before."""
        fields = {name: getattr(self.state, name) for name in State.__dataclass_fields__}
        self.state = State(**{**fields, "scores": tuple(Score(total, True) for total in totals)})
        return self

    def roll(self, *dice: int) -> Table:
        """Begin a turn with these six."""
        return self.do(Roll(), *dice)

    def pile_on(self, *dice: int) -> Table:
        return self.do(PileOn(), *dice)

    def go(self, take: tuple[int, ...], *dice: int) -> Table:
        return self.do(Go(take), *dice)

    def write(self, *take: int) -> Table:
        return self._take(game.act(self.state, self.state.turn, Write(take)))

    def turn(self, *take: int) -> Table:
        """A whole turn: these dice and nothing else that scores, written."""
        rest = {0: (), 1: (2,), 2: (2, 3), 3: (2, 3, 4), 4: (2, 3, 4, 6), 5: (2, 2, 3, 4, 6)}[6 - len(take)]
        return self.roll(*take, *rest).write(*take)

    def niete(self) -> Table:
        return self.roll(*NIETE)

    def do(self, action: Any, *dice: int) -> Table:
        self._take(game.act(self.state, self.state.turn, action))
        wanted = game.wants(self.state)
        assert isinstance(wanted, Throw) and not wanted.hidden and wanted.count == len(dice)
        return self._take(game.thrown(self.state, dice))

    def refused(self, action: Any, seat: int | None = None) -> str:
        with pytest.raises(IllegalAction) as caught:
            game.act(self.state, self.state.turn if seat is None else seat, action)
        return caught.value.key.removeprefix("zehntausend.refused.")

    def totals(self) -> list[int]:
        return [score.total for score in self.state.scores]

    def keys(self) -> list[str]:
        return [event.key.removeprefix("zehntausend.") for event in self.events]

    def kinds(self) -> list[str]:
        return [domain["kind"] for domain in game.legal(self.state, self.state.turn)]

    def _take(self, step: Any) -> Table:
        self.state, self.events = step.state, step.events
        return self


@pytest.mark.parametrize(
    ("take", "points"),
    [
        ((1,), 100), ((5,), 50), ((1, 5), 150), ((2,), 0), ((2, 2), 0), ((1, 2), 0),
        ((1, 1, 1), 1000), ((2, 2, 2), 200), ((5, 5, 5), 500), ((6, 6, 6), 600), ((1, 1, 5, 5), 300),
        ((1, 2, 3, 4, 5, 6), 1500), ((2, 2, 3, 3, 4, 4), 1500), ((2, 2, 2, 4, 4, 4), 600), ((1, 2, 2, 2, 5), 350),
    ],
)  # fmt: skip
def test_what_dice_are_worth(take: tuple[int, ...], points: int) -> None:
    assert points_of(take, DOUBLE) == points


@pytest.mark.parametrize(("count", "doubled", "added"), [(3, 300, 300), (4, 600, 600), (5, 1200, 900), (6, 2400, 1200)])
def test_z1_more_alike_double_or_add_the_triple(count: int, doubled: int, added: int) -> None:
    assert points_of((3,) * count, DOUBLE) == doubled
    assert points_of((3,) * count, ADD) == added


@pytest.mark.parametrize(
    ("dice", "different", "four_plus_two", "off"),
    [
        ((2, 2, 3, 3, 4, 4), 1500, 1500, 0),
        ((2, 2, 2, 2, 3, 3), 0, 1500, 0),
        ((1, 1, 5, 5, 6, 6), 1500, 1500, 0),
        ((1, 1, 1, 1, 5, 5), 2100, 2100, 2100),
        ((2, 2, 2, 2, 2, 2), 800, 1500, 800),
    ],
)
def test_z2_three_pairs(dice: tuple[int, ...], different: int, four_plus_two: int, off: int) -> None:
    assert points_of(dice, Scoring("add", 1500, "different")) == different
    assert points_of(dice, Scoring("add", 1500, "four_plus_two")) == four_plus_two
    assert points_of(dice, Scoring("add", 1500, "off")) == off


def test_a_straight_may_be_worth_2000() -> None:
    assert points_of((1, 2, 3, 4, 5, 6), Scoring(straight=2000)) == 2000


def test_z3_combinations_count_within_one_throw_only() -> None:
    table = Table().roll(1, 1, 2, 3, 4, 6).go((1, 1), 1, 2, 3, 4)
    assert takes(table.state.dice, DOUBLE) == {(1,): 100}
    assert table.go((1,), 2, 5, 6).state.points == 300


def test_z5_any_scoring_subset_may_be_taken_and_nothing_else() -> None:
    table = Table().roll(1, 5, 2, 2, 2, 4)
    offered = [action["take"] for action in expand(game.legal(table.state, 0)[0])]
    assert offered == [[1], [1, 2, 2, 2], [1, 2, 2, 2, 5], [1, 5], [2, 2, 2], [2, 2, 2, 5], [5]]
    assert table.refused(Go(())) == "nothing_taken"
    assert table.refused(Go((5, 1))) == "not_ascending"
    assert table.refused(Go((1, 1))) == "not_thrown"
    assert table.refused(Go((2, 2))) == "not_scoring"
    assert table.refused(Go((1, 4))) == "not_scoring"


def test_laid_out_dice_travel_with_the_next_throw_and_the_rest_is_thrown() -> None:
    table = Table().roll(1, 5, 2, 3, 4, 6).go((1,), 5, 5, 2, 3, 4)
    board = game.view(table.state, 0)
    assert (board["laid"], board["dice"], board["points"]) == ([1], [2, 3, 4, 5, 5], 100)
    assert board["takes"] == [{"dice": [5], "points": 50}, {"dice": [5, 5], "points": 100}]


def test_a_throw_without_a_scoring_die_is_a_niete_and_the_points_of_the_turn_are_gone() -> None:
    table = Table(entry=0).roll(1, 1, 1, 2, 3, 4).go((1, 1, 1), 2, 3, 4)
    assert table.keys() == ["rolled", "bust"]
    assert table.events[1].params == {"seat": 0, "lost": 1000}
    assert (table.totals(), table.state.turn) == ([0, 0], 1)
    assert game.view(table.state, 1)["last"] == {
        "seat": 0, "kind": "bust", "points": 1000, "dice": [2, 3, 4], "taken": [],
    }  # fmt: skip


def test_z4_after_all_six_one_may_throw_all_six_again_or_stop() -> None:
    table = Table().roll(1, 2, 3, 4, 5, 6)
    assert table.kinds() == ["go", "write"]
    table.go((1, 2, 3, 4, 5, 6), 1, 2, 2, 3, 4, 6)
    assert (table.state.points, table.state.laid, table.state.free) == (1500, (), 6)
    assert table.write(1).totals() == [1600, 0]


def test_the_first_write_takes_the_entry_in_one_turn_later_ones_do_not() -> None:
    table = Table(entry=350).roll(1, 1, 1, 5, 2, 3)
    assert table.refused(Write((1, 1))) == "entry_missed"
    writable = [action["take"] for action in expand(game.legal(table.state, 0)[1])]
    assert writable == [[1, 1, 1], [1, 1, 1, 5]]
    table.write(1, 1, 1).turn(1, 1, 1).turn(5)
    assert table.totals() == [1050, 1000]
    small = Table(entry=350).roll(1, 1, 2, 3, 4, 6)
    assert small.kinds() == ["go"]
    small.go((1, 1), 1, 5, 2, 3)
    assert [action["take"] for action in expand(game.legal(small.state, 0)[1])] == [[1, 5]]


def test_the_first_at_the_target_gives_every_other_one_more_turn() -> None:
    table = Table(seats=3, target=5000).have(0, 4500, 4900).turn(5).turn(5, 5, 5)
    assert table.keys() == ["kept", "wrote", "last_turns"]
    assert table.state.final == 1
    table.turn(1, 1, 1)
    assert table.state.phase == "start"
    table.niete()
    assert table.keys()[-1] == "won"
    result = game.result(table.state)
    assert result is not None
    assert (result.places, result.scores) == ((3, 2, 1), (50.0, 5000.0, 5900.0))
    assert result.bests == (
        {"zehntausend_turn": 50.0}, {"zehntausend_turn": 500.0}, {"zehntausend_turn": 1000.0},
    )  # fmt: skip
    assert table.refused(Roll()) == "over"


def test_z8_equal_totals_share_a_place() -> None:
    table = Table(seats=3, target=5000).have(4900, 4900, 100).turn(1).turn(1).niete()
    result = game.result(table.state)
    assert result is not None
    assert result.places == (1, 1, 3)


def test_z6_three_nieten_in_a_row_cost_500_also_below_zero() -> None:
    table = Table(triple_bust=True)
    for _ in range(5):
        table.niete()
    assert table.keys() == ["rolled", "bust", "penalty"]
    assert table.totals() == [-500, 0]
    table.niete()
    assert table.totals() == [-500, -500]
    assert [score.misses for score in table.state.scores] == [0, 0]


def test_a_written_turn_breaks_a_row_of_nieten() -> None:
    table = Table(triple_bust=True, entry=0)
    for _ in range(2):
        table.niete().niete()
    table.turn(1).turn(1).niete()
    assert table.totals() == [100, 100]
    assert table.state.scores[0].misses == 1


def test_nieten_cost_nothing_where_that_is_not_played() -> None:
    table = Table()
    for _ in range(6):
        table.niete()
    assert table.totals() == [0, 0]


def test_z7_with_an_exact_target_a_turn_that_overshoots_is_not_written() -> None:
    table = Table(exact=True, target=5000).have(4900, 0).turn(5, 5, 5)
    assert table.keys() == ["kept", "overshot"]
    assert table.events[1].params == {"seat": 0, "points": 500, "total": 4900, "target": 5000}
    assert (table.totals(), table.state.turn, table.state.final) == ([4900, 0], 1, None)
    assert table.niete().turn(1).state.final == 0
    assert Table(target=5000).have(4900, 0).turn(5, 5, 5).totals() == [5400, 0]


def test_z9_piling_on_copies_the_points_and_goes_on_with_the_dice_left() -> None:
    table = Table(pile_on=True, entry=350).turn(1, 1, 1)
    assert table.kinds() == ["roll", "pile_on"]
    assert game.view(table.state, 1)["offer"] == {"seat": 0, "points": 1000, "dice": 3}
    table.pile_on(5, 2, 3)
    assert (table.state.points, table.state.piled) == (1000, 1000)
    assert table.write(5).totals() == [1000, 1050]


def test_z9_the_sum_counts_for_the_entry_and_chains_are_allowed() -> None:
    table = Table(seats=3, pile_on=True, entry=350).turn(1, 1, 1).pile_on(1, 2, 3).write(1).pile_on(5, 2).write(5)
    assert table.totals() == [1000, 1100, 1150]
    assert table.state.offer is not None
    assert (table.state.offer.points, table.state.offer.dice) == (1150, 1)


def test_z9_a_niete_loses_what_was_piled_on_but_not_what_the_other_has() -> None:
    table = Table(pile_on=True).turn(1, 1, 1).pile_on(2, 3, 4)
    assert table.events[1].params == {"seat": 1, "lost": 1000}
    assert table.totals() == [1000, 0]
    assert table.kinds() == ["roll"]
    assert table.refused(PileOn()) == "nothing_to_pile_on"


def test_all_six_laid_out_are_piled_on_with_all_six() -> None:
    table = Table(pile_on=True).roll(1, 2, 3, 4, 5, 6).write(1, 2, 3, 4, 5, 6).pile_on(5, 2, 3, 3, 4, 6)
    assert table.write(5).totals() == [1500, 1550]


def test_nobody_piles_on_an_unwritten_turn_or_where_it_is_not_played() -> None:
    over = Table(pile_on=True, exact=True, target=5000).have(4900, 0).turn(5, 5, 5)
    assert over.kinds() == ["roll"]
    plain = Table().turn(1, 1, 1)
    assert plain.kinds() == ["roll"]
    assert plain.refused(PileOn()) == "option_off"


def test_refusals_name_what_is_due() -> None:
    table = Table()
    assert table.refused(Go((1,))) == "roll_first"
    assert table.refused(Roll(), seat=1) == "not_your_turn"
    assert table.roll(1, 2, 3, 3, 4, 6).refused(Roll()) == "take_first"


@pytest.mark.parametrize("three_pairs", ["different", "four_plus_two", "off"])
def test_niete_chances_in_the_view_are_those_of_all_throws_under_the_rules_in_force(three_pairs: Any) -> None:
    board = game.view(Table(three_pairs=three_pairs).state, None)
    scoring = Scoring(three_pairs=three_pairs)
    for count in range(1, 7):
        busts = sum(not takes(tuple(sorted(dice)), scoring) for dice in itertools.product(range(1, 7), repeat=count))
        assert bust_chance(count, scoring) == Fraction(busts, 6**count)
        assert board["bust"][count - 1] == pytest.approx(busts / 6**count)


def test_the_known_niete_chances_of_six_dice_with_and_without_three_pairs() -> None:
    boards = [game.view(Table(three_pairs=rule).state, None) for rule in ("different", "off")]
    assert [round(100 * board["bust"][5], 1) for board in boards] == [2.3, 3.1]


def test_points_add_up_at_every_step() -> None:
    rng = random.Random(8)
    for options in option_sets(game):
        written = [0, 0, 0]
        for before, step in list(play(game, options, 3, rng.getrandbits(32)))[1:]:
            for event in step.events:
                if event.key == "zehntausend.wrote":
                    written[event.params["seat"]] += event.params["points"]
                if event.key == "zehntausend.penalty":
                    written[event.params["seat"]] -= event.params["cost"]
            assert [score.total for score in step.state.scores] == written
            assert len(step.state.laid) + step.state.free == 6 or before.piled or step.state.piled


def test_view_and_actions_stay_below_3_kb_with_the_most_takes() -> None:
    dice = max((throw for throw, _ in throws(6)), key=lambda throw: len(takes(throw, DOUBLE)))
    table = Table(seats=6, entry=0, pile_on=True).roll(*dice)
    assert len(takes(dice, DOUBLE)) == 15
    assert len(orjson.dumps([game.view(table.state, 0), game.legal(table.state, 0)])) <= 3072


def test_count_of_throws_takes_and_nieten_of_six_dice() -> None:
    counts = {
        rule: (
            len(throws(6)),
            sum(len(takes(throw, Scoring(three_pairs=rule))) for throw, _ in throws(6)),
            sum(not takes(throw, Scoring(three_pairs=rule)) for throw, _ in throws(6)),
        )
        for rule in ("different", "four_plus_two", "off")
    }
    # 20 throws of three different pairs (4 of them without 1 and 5), 20 of four alike and a pair that scores nothing
    assert counts == {"off": (462, 1921, 10), "different": (462, 1921 + 20, 10 - 4), "four_plus_two": (462, 1961, 6)}
