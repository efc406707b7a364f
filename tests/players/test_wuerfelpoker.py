"""The computers of Würfelpoker, and the tables of what is still to come under its house rules."""

from __future__ import annotations

import random
from typing import Any

import numpy as np
import pytest
from dicearena_contracts.catalogue import Level
from dicearena_games.sheets.wuerfelpoker import FIELDS, FIVE_ALIKE, UPPER, points
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions
from dicearena_players.registry import policy
from dicearena_players.sheets.lattice import lattice
from dicearena_players.sheets.turns import reckon
from dicearena_players.wuerfelpoker import alone, bonus, solver
from dicearena_players.wuerfelpoker.rest import MOST, optimum, rest
from hypothesis import assume, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.players.duels import check_lawful, solo_scores, won_by_first
from tests.players.sheet_views import play_view, standard_errors

LEVELS = [level.value for level in Level]
EMPTY = [None] * len(FIELDS)
OPTIONS = st.fixed_dictionaries(
    {
        "order": st.sampled_from(["free", "top_down", "announced", "drawn"]),
        "columns": st.sampled_from([1, 1, 2, 3]),
        "dice_stay": st.booleans(),
        "extra_bonus": st.sampled_from([0, 50, 100]),
        "five_as_full_house": st.booleans(),
        "joker": st.booleans(),
        "own_dice": st.booleans(),
    },
    optional={
        "full_house": st.integers(5, 100),
        "small_straight": st.integers(5, 100),
        "large_straight": st.integers(5, 100),
        "bonus": st.integers(0, 100),
        "bonus_from": st.integers(1, 105),
    },
)


@settings(max_examples=20, deadline=None)
@given(options=OPTIONS, levels=st.lists(st.sampled_from(LEVELS), min_size=1, max_size=3), seed=st.integers(0))
def test_only_lawful_play_under_all_rules(options: dict[str, Any], levels: list[str], seed: int) -> None:
    try:
        WuerfelpokerOptions(**options)
    except ValidationError:
        assume(False)
    check_lawful("wuerfelpoker", options, levels, seed)


def test_six_computers_play_lawfully() -> None:
    check_lawful("wuerfelpoker", {}, LEVELS * 2, 4)


def test_strong_beats_normal() -> None:
    assert won_by_first("wuerfelpoker", "strong", "normal", 120)[0] > 0.5


def test_normal_beats_easy() -> None:
    assert won_by_first("wuerfelpoker", "normal", "easy", 40)[0] > 0.5


def test_strong_alone_reaches_the_known_optimum() -> None:
    assert standard_errors(solo_scores("wuerfelpoker", "strong", 200), 245.8708) < 3


@pytest.mark.parametrize(
    "options",
    [
        {"order": "top_down"},
        {"order": "drawn", "full_house": 50, "bonus": 60, "bonus_from": 50},
        {"order": "announced", "dice_stay": True},
        {"bonus": 0, "extra_bonus": 100, "joker": True},
        {"bonus": 0, "five_as_full_house": True, "dice_stay": True},
        {"extra_bonus": 100, "joker": True},
        {"extra_bonus": 50, "dice_stay": True, "five_as_full_house": True},
    ],
)
def test_strong_alone_reaches_what_it_expects_where_the_rest_is_exact(options: dict[str, Any]) -> None:
    expected = rest(0, False, WuerfelpokerOptions(**options))[0]
    assert standard_errors(solo_scores("wuerfelpoker", "strong", 90, **options), expected) < 3


@pytest.mark.parametrize("options", [{"extra_bonus": 100}, {"joker": True}, {"dice_stay": True}, {"columns": 2}])
def test_strong_beats_normal_under_other_rules(options: dict[str, Any]) -> None:
    assert won_by_first("wuerfelpoker", "strong", "normal", 40, **options)[0] > 0.5


def test_the_rest_is_the_exact_one_in_the_base_form() -> None:
    value, real, sums = solver.TABLE.values(), solver.possible(), solver.SUMS
    for mask in random.Random(5).sample(range(solver.FULL + 1), 60):
        told = rest(mask, False, WuerfelpokerOptions())[:sums]
        assert np.allclose(told[real[mask]], value[mask][real[mask]], rtol=0, atol=1e-4)


def test_the_shipped_rests_without_a_bonus_are_what_the_solver_makes() -> None:
    rng = random.Random(6)
    for mix, facts in enumerate(alone.MIXES):
        options = WuerfelpokerOptions(**dict(zip(alone.FACTS, facts, strict=True)))
        assert alone.rules(options) == mix
        mask, held = rng.randrange(solver.FULL) | alone.HELD, rng.randrange(2) if options.extra_bonus else 0
        if mask == solver.FULL:
            continue
        entered = alone.entered(held, mask, alone.shipped()[mix], options)
        again = reckon(alone.DICE, [entered] * alone.THROWS, stay=options.dice_stay).start()
        assert alone.shipped()[mix, held, mask] == pytest.approx(again, abs=1e-3)


def turn_again(mask: int, held: bool, options: WuerfelpokerOptions) -> np.ndarray[Any, np.dtype[np.float64]]:
    """The expected rest by upper sum, from the shipped rests of one turn later and the points of the rules."""
    joker = options.joker and bool(mask & alone.HELD)
    best = np.full((len(lattice(5).throws), MOST + 1), -np.inf)
    for field in range(len(FIELDS)):
        if mask >> field & 1:
            continue
        for at, throw in enumerate(lattice(5).throws):
            brings = points(throw, FIELDS[field], options, joker=joker)
            after = rest(mask | 1 << field, (held or (field == FIVE_ALIKE and brings > 0)), options)
            sums = np.minimum(np.arange(MOST + 1) + brings, MOST) if field < UPPER else np.arange(MOST + 1)
            extra = options.extra_bonus if held and len(set(throw)) == 1 else 0
            np.maximum(best[at], brings + extra + after[sums], out=best[at])
    return reckon(5, [best] * 3, stay=options.dice_stay).start()


@pytest.mark.parametrize("mix", alone.MIXES, ids=str)
def test_the_rest_with_the_bonus_is_what_one_turn_more_makes_of_it(mix: tuple[Any, ...]) -> None:
    rng, options = random.Random(str(mix)), bonus.options_of(mix)
    # All fields filled is no turn; a few open upper fields are where the bonus is in doubt.
    masks = [rng.randrange(solver.FULL), 0, alone.HELD | rng.randrange(1 << UPPER - 1)]
    for mask in masks:
        held = bool(options.extra_bonus and mask & alone.HELD)
        real = np.flatnonzero(solver.possible()[mask])
        told = rest(mask, held, options)[real]
        assert np.allclose(told, turn_again(mask, held, options)[real], rtol=0, atol=bonus.UNIT)


@pytest.mark.parametrize("mix", alone.MIXES, ids=str)
def test_the_rest_at_the_start_is_the_optimum_of_the_rules(mix: tuple[Any, ...]) -> None:
    options = bonus.options_of(mix)
    assert rest(0, False, options)[0] == pytest.approx(bonus.start(options), abs=bonus.UNIT)


@pytest.mark.parametrize("other", [{"columns": 2}, {"order": "drawn"}, {"bonus": 50}, {"full_house": 30}])
def test_no_optimum_is_told_where_none_is_solved(other: dict[str, Any]) -> None:
    assert optimum(WuerfelpokerOptions(joker=True, **other)) is None


@pytest.mark.parametrize(
    "other", [{}, {"dice_stay": True}, {"bonus": 50, "bonus_from": 40}, {"five_as_full_house": True, "full_house": 60}]
)
def test_the_optimum_of_a_prescribed_order_is_that_of_best_play_turn_by_turn(other: dict[str, Any]) -> None:
    options = WuerfelpokerOptions(order="top_down", **other)
    sums = np.arange(MOST + 1)
    value = np.where(sums >= options.bonus_from, float(options.bonus), 0.0)
    for field in reversed(range(len(FIELDS))):
        brings = alone.worths(options, False)[:, field].astype(np.int64)
        after = np.minimum(sums + brings[:, None], MOST) if field < UPPER else np.tile(sums, (len(brings), 1))
        value = reckon(5, [brings[:, None] + value[after]] * 3, stay=options.dice_stay).start()
    for order in ("top_down", "announced", "drawn"):
        assert optimum(options.model_copy(update={"order": order})) == pytest.approx(value[0], rel=1e-12)


def test_more_generous_rules_are_worth_more_and_stricter_ones_less() -> None:
    start = {facts: alone.shipped()[mix, 0, 0] for mix, facts in enumerate(alone.MIXES)}
    base = start[False, 0, False, False]
    assert start[True, 0, False, False] < base < start[False, 50, False, False] < start[False, 100, False, False]
    assert base < start[False, 0, True, False]
    assert base < start[False, 0, False, True]


def test_a_bonus_that_is_safe_or_out_of_reach_is_not_estimated() -> None:
    options, none = WuerfelpokerOptions(bonus=80, bonus_from=40), WuerfelpokerOptions(bonus=0)
    upper_left_ones = (1 << UPPER) - 2
    assert rest(upper_left_ones, False, options)[40] == pytest.approx(rest(upper_left_ones, False, none)[40] + 80)
    assert rest(upper_left_ones, False, options)[34] == pytest.approx(rest(upper_left_ones, False, none)[34])


@pytest.mark.parametrize("rule", [{"joker": True}, {"extra_bonus": 100}])
def test_five_alike_is_announced_early_where_more_of_them_bring_more_then(rule: dict[str, Any]) -> None:
    view = play_view("wuerfelpoker", EMPTY, [], throws=0, phase="announce", seats=2, order="announced", **rule)
    action = policy("wuerfelpoker", "strong").choose(view, random.Random(0))
    assert action == {"kind": "announce", "field": FIVE_ALIKE}


@pytest.mark.parametrize(("ahead", "stops"), [(20, True), (21, False), (22, False)])
def test_the_last_turn_is_played_to_win(ahead: int, stops: bool) -> None:
    only_chance = [*[0] * (len(FIELDS) - 1), None]
    first = [*[0] * (len(FIELDS) - 1), ahead]
    dice = [3, 5, 5, 4, 4]
    view = play_view("wuerfelpoker", only_chance, dice, throws=2, before=[first])
    assert (policy("wuerfelpoker", "strong").choose(view, random.Random(0))["kind"] == "write") is stops


@pytest.mark.parametrize(("ahead", "stops"), [(118, True), (119, False)])
def test_the_last_turn_counts_the_bonus_once(ahead: int, stops: bool) -> None:
    only_chance = [3, 6, 9, 12, 15, 18, *[0] * (len(FIELDS) - UPPER - 1), None]
    first = [*[0] * (len(FIELDS) - 1), ahead]
    view = play_view("wuerfelpoker", only_chance, [3, 5, 5, 4, 4], throws=2, before=[first])
    assert (policy("wuerfelpoker", "strong").choose(view, random.Random(0))["kind"] == "write") is stops
