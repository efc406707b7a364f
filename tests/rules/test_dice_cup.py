"""Dice Cup, rule by rule."""

from __future__ import annotations

import itertools
import math
import random
from typing import Any

import orjson
import pytest
from dicearena_games.boards import dice_cup as game
from dicearena_games.boards.cup_scores import CATEGORIES, DICE, INDEX, Category, perspective, scores
from dicearena_games.boards.dice_cup_types import Cross, DiceCupOptions, Lift, State
from dicearena_games.common import LOOK, Weiter
from dicearena_games.core import IllegalAction, Pause, Throw, expand
from pydantic import ValidationError

from tests.rules.driver import apply as apply_move
from tests.rules.driver import choose, offered, option_sets, play, readable, refusal, seat_counts, universe

KIM = (5, 6, 1, 1, 1, 2, 2, 3, 3, 4, 4, 4)
"""A throw with the figures of the text's example: one double of ones, three fours."""


class Table:
    """A game under test: dice are given, categories crossed, refusals named."""

    def __init__(self, seats: int = 2, **options: Any) -> None:
        self.state: State = game.start(DiceCupOptions(**options), seats).state
        self.events: tuple[Any, ...] = ()

    def lift(self, *dice: int) -> Table:
        holder = game.view(self.state, None)["holder"]
        return self._take(game.act(self.state, holder, Lift()))._take(game.thrown(self.state, dice or KIM))

    def cross(self, seat: int, category: Category) -> Table:
        return self._take(game.act(self.state, seat, Cross(category)))

    def wait(self) -> Table:
        return self._take(game.waited(self.state))

    def round(self, *categories: Category, dice: tuple[int, ...] = KIM) -> Table:
        self.lift(*dice)
        for seat, category in enumerate(categories):
            self.cross(seat, category)
        return self.wait()

    def refused(self, seat: int, action: Any) -> str:
        with pytest.raises(IllegalAction) as caught:
            game.act(self.state, seat, action)
        return caught.value.key.removeprefix("dice_cup.refused.")

    def open(self, seat: int) -> list[str]:
        return [action["category"] for domain in game.legal(self.state, seat) for action in expand(domain)]

    def to_the_last_round(self) -> Table:
        """Everybody crosses from the top; the last category is left."""
        for category in CATEGORIES[:-1] * self.state.options.columns:
            self.round(*[category] * len(self.state.sheets))
        for _ in range(self.state.options.columns - 1):
            self.round(*["cup"] * len(self.state.sheets))  # type: ignore[arg-type]
        return self

    def _take(self, step: Any) -> Table:
        self.state, self.events = step.state, step.events
        return self


@pytest.mark.parametrize(
    ("category", "points"),
    [
        ("fours", 3 * 4),
        ("fives", 5),
        ("sixes", 6),
        ("colour_1", 5 + 6),
        ("colour_6", 4 + 4),
        ("doubles", 2 * 10),
        ("low", 1 + 1 + 1 + 2 + 2 + 3 + 3),
        ("cup", 36),
    ],
)
def test_each_category_scores_as_in_the_texts_example(category: Category, points: int) -> None:
    assert scores(KIM)[INDEX[category]] == points


def test_a_double_is_two_equal_dice_of_one_colour() -> None:
    assert scores((1, 2) * 6)[INDEX["doubles"]] == 0
    assert scores((3, 3) * 6)[INDEX["doubles"]] == 60
    with pytest.raises(ValueError, match="12 dice"):
        scores((1, 2, 3))


def test_the_holder_lifts_the_cup_and_it_is_passed_on() -> None:
    table = Table(seats=3)
    for number in range(1, 5):
        holder = (number - 1) % 3
        assert game.awaiting(table.state) == (holder,)
        assert table.refused((holder + 1) % 3, Lift()) == "not_your_turn"
        assert table.refused(holder, Cross("cup")) == "lift_first"
        lifting = game.act(table.state, holder, Lift()).state
        assert game.wants(lifting) == Throw(count=12, faces=6, seat=holder, hidden=False)
        assert game.awaiting(lifting) == ()
        table.round(*[CATEGORIES[number]] * 3)


@pytest.mark.parametrize("seconds", [1, 3, 10])
def test_the_dice_are_seen_for_the_eye_open_time(seconds: int) -> None:
    table = Table(eye_open=seconds).lift()
    assert game.wants(table.state) == Pause(seconds * 1000, key=1, strict=True)
    assert DiceCupOptions().eye_open == 3
    for wrong in (0, 11, 2.5):
        with pytest.raises(ValidationError):
            DiceCupOptions(eye_open=wrong)


def test_dc4_every_seat_owes_its_cross_from_the_moment_the_cup_opens() -> None:
    table = Table(seats=4).lift()
    assert game.awaiting(table.state) == (0, 1, 2, 3)
    table.cross(2, "cup")
    assert game.awaiting(table.state) == (0, 1, 3)
    assert isinstance(game.wants(table.state), Pause)
    table.wait()
    assert game.awaiting(table.state) == (0, 1, 3)


def test_dc5_all_see_the_dice_for_the_same_time_and_nobody_after_it_until_all_have_chosen() -> None:
    table = Table(seats=2).lift()
    readers = (0, 1, None)
    assert [[face for face, *_ in game.view(table.state, reader)["dice"]] for reader in readers] == [[*KIM]] * 3
    table.cross(0, "cup")
    assert all(game.view(table.state, reader)["dice"] for reader in readers)
    table.wait()
    assert [game.view(table.state, reader)["dice"] for reader in readers] == [None] * 3
    table.cross(1, "fours")
    assert [[face for face, *_ in game.view(table.state, reader)["dice"]] for reader in readers] == [[*KIM]] * 3


def test_dc5_under_the_cup_exchanged_dice_change_nothing_for_anybody_until_the_reveal() -> None:
    rng = random.Random(7)
    for options, seats in itertools.product((DiceCupOptions(), DiceCupOptions(columns=2)), range(1, 7)):
        for before, step in play(game, options, seats, rng.getrandbits(32)):
            if before is None or not before.throwing or step.state.phase != "open":
                continue
            other = game.thrown(before, tuple(rng.randint(1, 6) for _ in range(DICE)))
            assert step.events == other.events
            left, right = game.waited(step.state), game.waited(other.state)
            while left.state.phase == "covered":
                assert left.events == right.events
                for reader in (None, *range(seats)):
                    views = [orjson.dumps(game.view(one.state, reader)) for one in (left, right)]
                    assert views[0] == views[1]
                for seat in range(seats):
                    assert game.legal(left.state, seat) == game.legal(right.state, seat)
                    for action in universe(game):
                        mine, yours = (refusal(game, one.state, seat, action) for one in (left, right))
                        assert (mine and (mine.key, mine.params)) == (yours and (yours.key, yours.params))
                move = choose(game, left.state, seats, rng)
                left, right = (apply_move(game, one.state, move) for one in (left, right))


def test_dc6_a_cross_is_final_and_in_no_other_view_before_the_reveal() -> None:
    table = Table(seats=3).lift()
    one, two = (game.act(table.state, 1, Cross(category)) for category in ("cup", "sixes"))
    assert one.events == two.events
    assert game.view(one.state, 1)["cross"] == "cup"
    for reader in (0, 2, None):
        for closed in (False, True):
            left, right = (game.waited(step.state).state if closed else step.state for step in (one, two))
            assert game.view(left, reader) == game.view(right, reader)
            assert game.view(left, reader)["crosses"] is None
            assert game.view(left, reader)["crossed"] == [False, True, False]
    table.cross(1, "cup")
    assert table.refused(1, Cross("sixes")) == table.refused(1, Cross("cup")) == "crossed"
    assert game.legal(table.state, 1) == ()
    table.cross(0, "low").cross(2, "fives")
    assert game.view(table.state, None)["crosses"] == ["low", "cup", "fives"]


def test_dc3_what_lies_is_scored_and_the_round_is_explained() -> None:
    table = Table(seats=2).lift().cross(1, "fours").cross(0, "colour_1")
    crossed, scored = table.events
    assert readable((crossed,), None) == [("dice_cup.crossed", {"seat": 0})]
    assert (scored.key, scored.readers) == ("dice_cup.round", None)
    most = [CATEGORIES.index("cup"), 36]
    crosses = [[CATEGORIES.index("colour_1"), 11, *most], [CATEGORIES.index("fours"), 12, *most]]
    assert scored.params == {"round": 1, "crosses": crosses}
    board = game.view(table.state, None)
    assert [sheet["total"] for sheet in board["sheets"]] == [11, 12]
    assert board["scores"] == [*scores(KIM)]
    assert board["sheets"][0] == {
        "columns": [[11 if category == "colour_1" else 0 for category in CATEGORIES]],
        "parts": [0, 11, 0],
        "total": 11,
    }


def test_a_category_counts_once_per_game() -> None:
    table = Table(seats=2).round("cup", "low").lift()
    assert table.refused(0, Cross("cup")) == "used"
    assert table.refused(1, Cross("low")) == "used"
    assert table.open(0) == [category for category in CATEGORIES if category != "cup"]
    assert table.open(1) == [category for category in CATEGORIES if category != "low"]


@pytest.mark.parametrize("columns", [1, 2, 3])
def test_with_more_columns_every_category_counts_that_often_and_all_columns_add_up(columns: int) -> None:
    table = Table(seats=1, columns=columns)
    for used in range(columns):
        assert "cup" in table.lift().open(0)
        table.cross(0, "cup")
        assert [column[INDEX["cup"]] for column in table.state.sheets[0].columns] == [36] * (used + 1) + [None] * (
            columns - used - 1
        )
        table.wait()
    assert "cup" not in table.lift().open(0)
    table = Table(seats=1, columns=columns).to_the_last_round().lift()
    result = game.result(table.state)
    assert result is not None
    assert result.scores == (float(columns * sum(scores(KIM))),)
    assert game.view(table.state, None)["rounds"] == 12 * columns
    assert list(result.bests[0]) == ["cup_high" if columns == 1 else f"cup_high_{columns}"]


def test_dc6_the_last_round_scores_by_itself() -> None:
    table = Table(seats=2).to_the_last_round()
    assert table.state.round == 12
    table.lift()
    assert [event.key for event in table.events] == ["dice_cup.lifted", "dice_cup.round", "dice_cup.won"]
    assert game.view(table.state, None)["crosses"] == ["cup", "cup"]
    assert all(points is not None for sheet in table.state.sheets for points in sheet.columns[0])
    assert table.refused(0, Cross("cup")) == "over"


def test_the_highest_total_wins_and_equal_totals_share_a_place() -> None:
    table = Table(seats=3)
    small = (1,) * 12
    order = [*CATEGORIES]
    for number in range(11):
        mine = order[number]
        other = order[10 - number]
        table.round(mine, other, mine, dice=KIM if number < 5 else small)
    table.lift(*small)
    result = game.result(table.state)
    assert result is not None
    totals = [sheet.total for sheet in table.state.sheets]
    assert totals[0] == totals[2] != totals[1]
    assert result.places == ((1, 3, 1) if totals[0] > totals[1] else (2, 1, 2))
    assert table.events[-1].params == {"seats": [seat for seat in range(3) if totals[seat] == max(totals)]}
    assert result.scores == tuple(map(float, totals))


def test_e7_any_seat_ends_the_look_at_the_scored_round_but_not_the_eye_open_time() -> None:
    table = Table(seats=2).lift()
    assert table.refused(0, Weiter()) == "no_pause"
    assert table.refused(0, Lift()) == "lifted"
    table.cross(0, "cup").cross(1, "low")
    assert game.wants(table.state) == LOOK
    assert game.awaiting(table.state) == ()
    for seat in range(2):
        assert game.act(table.state, seat, Weiter()) == game.waited(table.state)
    assert table.refused(0, Cross("low")) == table.refused(0, Lift()) == "round_over"
    table.wait()
    assert game.view(table.state, 0)["dice"] is None


def test_dc7_every_seat_sees_the_same_arrangement_from_its_own_side() -> None:
    for seats in range(1, 7):
        first = perspective(KIM, 4, 0, seats)
        assert len({perspective(KIM, 4, seat, seats) for seat in range(seats)}) == seats
        for seat in range(seats):
            angle = math.radians(360 / seats * seat)
            for (x, y, turn), (mx, my, mine) in zip(first, perspective(KIM, 4, seat, seats), strict=True):
                assert mx == pytest.approx(x * math.cos(angle) - y * math.sin(angle), abs=1.5)
                assert my == pytest.approx(x * math.sin(angle) + y * math.cos(angle), abs=1.5)
                assert (turn - mine) % 360 == 360 // seats * seat


def test_dice_never_overlap_and_lie_within_the_cup() -> None:
    rng = random.Random(2)
    for number in range(300):
        dice = tuple(rng.randint(1, 6) for _ in range(DICE))
        places = [(x, y) for x, y, _ in perspective(dice, number % 36 + 1, number % 5, 5)]
        assert all(math.hypot(x, y) < 82 for x, y in places)
        assert min(math.dist(one, two) for one, two in itertools.combinations(places, 2)) > 30 * math.sqrt(2)


def test_points_add_up_and_each_round_fills_one_field_per_seat() -> None:
    rng = random.Random(9)
    for options in rng.sample(option_sets(game), 6):
        for seats in seat_counts(game, options):
            for _, step in play(game, options, seats, rng.getrandbits(32)):
                state = step.state
                done = state.round - (state.phase in ("cup", "open", "covered"))
                for sheet in state.sheets:
                    fields = [points for column in sheet.columns for points in column]
                    assert sum(points is not None for points in fields) == done
                    assert sum(points or 0 for points in fields) == sheet.total == sum(sheet.parts)


def test_count_of_reachable_sheets_and_of_their_crosses() -> None:
    first = game.start(DiceCupOptions(), 1).state
    seen, waiting, crosses = {frozenset(first.sheets[0].open)}, [first], 0
    while waiting:
        state = waiting.pop()
        lifted = game.thrown(game.act(state, 0, Lift()).state, KIM).state
        for action in offered(game, lifted, 0):
            crosses += 1
            after = game.waited(game.act(lifted, 0, Cross(action["category"])).state).state
            left = frozenset(after.sheets[0].open)
            if left not in seen:
                seen.add(left)
                waiting.append(after)
    # every set of open categories but the empty one; from each but the twelve of one category, a cross per category
    assert len(seen) == 2**12 - 1
    assert crosses == 12 * 2**11 - 12
