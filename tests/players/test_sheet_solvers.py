"""The solvers of the sheet games: known optima, Bellman's equation, and brute force at the end of the game."""

from __future__ import annotations

import itertools
import random
from math import isclose

import numpy as np
import pytest
from dicearena_games.sheets import crag as crag_rules
from dicearena_games.sheets import general as general_rules
from dicearena_games.sheets.wuerfelpoker_types import WuerfelpokerOptions
from dicearena_players.crag import solver as crag
from dicearena_players.general import solver as general
from dicearena_players.mickey.chances import mickey_after_first_throw
from dicearena_players.sheets.lattice import chance, lattice, parts
from dicearena_players.wuerfelpoker import alone, bonus, exact
from dicearena_players.wuerfelpoker import solver as wuerfelpoker
from dicearena_players.wuerfelpoker.rest import rest


def test_wuerfelpoker_base_form_is_worth_the_known_optimum() -> None:
    assert isclose(wuerfelpoker.expected_rest(0, 0), 245.8708, rel_tol=0, abs_tol=5e-5)


def test_wuerfelpoker_table_fulfils_bellmans_equation() -> None:
    value, dice, possible = wuerfelpoker.TABLE.values(), lattice(5), wuerfelpoker.possible()
    for mask in random.Random(1).sample(range(wuerfelpoker.FULL), 8):
        entered = wuerfelpoker._entered(mask, value)
        again = dice.first(dice.best_of_throw(dice.best_of_throw(entered)))
        assert np.allclose(again[possible[mask]], value[mask][possible[mask]], rtol=1e-12)


def test_wuerfelpoker_with_extra_bonus_and_bound_jokers_is_worth_the_known_optimum() -> None:
    options = WuerfelpokerOptions(extra_bonus=100, joker=True)
    solved = exact.solve(options, joker_needs_number=True)
    assert isclose(solved[0, 0, 0], 254.589609, rel_tol=0, abs_tol=1e-6)


def test_wuerfelpoker_table_with_the_bonus_is_what_the_solver_makes() -> None:
    options = WuerfelpokerOptions(extra_bonus=50, five_as_full_house=True)
    solved, real = exact.solve(options), wuerfelpoker.possible()
    assert isclose(solved[0, 0, 0], bonus.start(options) or 0, rel_tol=1e-12)
    for mask in range(wuerfelpoker.FULL + 1):
        for held in {False, bool(mask & alone.HELD)}:
            told = rest(mask, held, options)[: wuerfelpoker.SUMS]
            assert np.allclose(told[real[mask]], solved[int(held), mask][real[mask]], rtol=0, atol=bonus.UNIT)


@pytest.mark.parametrize("game", [crag, general], ids=["crag", "general"])
def test_shipped_table_is_what_the_solver_makes(game: object) -> None:
    steps: list[None] = []
    solved = game.solve(lambda: steps.append(None))  # type: ignore[attr-defined]
    assert np.allclose(solved, game.TABLE.values(), rtol=1e-12)  # type: ignore[attr-defined]
    assert len(steps) == game.TABLE.steps  # type: ignore[attr-defined]


@pytest.mark.parametrize("field", ["crag", "triple", "sixes", "low"])
def test_the_last_category_of_crag_is_worth_what_brute_force_finds(field: str) -> None:
    at = crag_rules.FIELDS.index(field)
    throws = list(itertools.product(range(1, 7), repeat=3))
    worth = {throw: crag_rules.points(throw, field, crag_filled=False) for throw in throws}

    def kept(throw: tuple[int, ...], keep: tuple[bool, ...]) -> float:
        sides = [(face,) if stays else range(1, 7) for face, stays in zip(throw, keep, strict=True)]
        after = [worth[becomes] for becomes in itertools.product(*sides)]
        return sum(after) / len(after)

    keeps = list(itertools.product((True, False), repeat=3))
    best = sum(max(kept(throw, keep) for keep in keeps) for throw in throws) / len(throws)
    assert isclose(best, crag.TABLE.values()[crag.FULL & ~(1 << at)], rel_tol=1e-12)


def test_only_the_general_is_left_and_dice_stay_so_every_other_die_has_two_tries() -> None:
    value = general.TABLE.values()[general.FULL & ~(1 << general_rules.FIELDS.index("general"))]
    # Five different dice are best thrown again, all of them.
    ways = {5: 6, 4: 150, 3: 1500, 2: 5400, 1: 720}
    one_more = sum(count * (1 / 6) ** (5 - alike) for alike, count in ways.items()) / 6**5
    two_more = {alike: (11 / 36) ** (5 - alike) for alike in ways} | {1: one_more}
    best = sum(count * two_more[alike] for alike, count in ways.items()) / 6**5
    assert isclose(value, 60 * best, rel_tol=1e-12)


def test_mickey_with_a_straight_on_the_table_risks_one_end() -> None:
    keeps, best = mickey_after_first_throw((1, 2, 3, 4, 5))
    assert keeps == [(2, 3, 4, 5)]
    assert isclose(best, 2 / 6)


def test_chances_of_all_throws_and_of_every_choice_add_up_to_one() -> None:
    for dice in range(1, 6):
        five = lattice(dice)
        assert np.allclose(five.turn.sum(axis=1), 1)
        assert isclose(sum(map(chance, five.throws)), 1)
        assert all(len(parts(throw)) == len(set(five.kept[at])) for at, throw in enumerate(five.throws))
