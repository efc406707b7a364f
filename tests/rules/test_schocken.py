"""Schocken, rule by rule; the pub hand it shares with Chicago too."""

from __future__ import annotations

from itertools import combinations_with_replacement
from typing import Any

import pytest
from dicearena_contracts.catalogue import GameKey
from dicearena_games.core import Pause, Throw
from dicearena_games.pub import schocken
from dicearena_games.pub.round import order_from
from dicearena_games.pub.schocken_types import SchockenOptions
from dicearena_games.pub.schocken_values import VALUES, Tokens, ranking, settle, value_of
from dicearena_games.pub.throws import Done, Hand, Roll, Turn, TurnLaid, problem, ways
from dicearena_games.registry import GAMES
from dicearena_players.schocken.reach import reach

from tests.rules.driver import play, setups
from tests.rules.pub_table import PubTable

GAME = GAMES[GameKey.SCHOCKEN]

CASTS = {"off": 1860, "fresh": 1908, "laid": 1944}
"""By the rule for sixes: what may be done with all the hands of three throws (a regression value)."""


def table(seats: int = 3, **options: Any) -> PubTable:
    return PubTable(GAME, seats, SchockenOptions(**options))


def lose_half(at: PubTable, seat: int) -> PubTable:
    """By a Schock aus the seat loses the half at once."""
    while at.state.phase == "play":
        at.hand(2, 2, 1) if at.state.turn == seat else at.hand(1, 1, 1)
    return at


def test_the_56_throws_have_their_classes_in_order() -> None:
    counted = [VALUES[dice].kind for dice in sorted(VALUES, key=lambda dice: VALUES[dice].rank)]
    assert counted == ["number"] * 41 + ["straight"] * 4 + ["general"] * 5 + ["schock"] * 5 + ["schock_out"]
    assert set(VALUES) == set(combinations_with_replacement(range(1, 7), 3))


@pytest.mark.parametrize(
    ("dice", "kind", "tokens"),
    [
        ((1, 1, 1), "schock_out", None),
        ((6, 1, 1), "schock", 6),
        ((1, 2, 1), "schock", 2),
        ((2, 2, 2), "general", 3),
        ((3, 1, 2), "straight", 2),
        ((4, 2, 1), "number", 1),
        ((6, 5, 1), "number", 1),
    ],
)
def test_classes_and_their_deckel_without_wrap(dice: tuple[int, ...], kind: str, tokens: int | None) -> None:
    assert (value_of(dice).kind, value_of(dice).tokens) == (kind, tokens)


def test_schock_2_beats_general_6_and_higher_dice_win_within_a_class() -> None:
    assert value_of((1, 1, 2)).rank > value_of((6, 6, 6)).rank > value_of((5, 5, 5)).rank
    assert value_of((4, 5, 6)).rank > value_of((3, 4, 5)).rank
    assert value_of((6, 3, 2)).rank > value_of((5, 5, 4)).rank


def test_equal_dice_fewer_throws_then_earlier_is_better_at_both_ends() -> None:
    by_throws = ranking([((6, 5, 3), 2), ((6, 5, 3), 1), ((6, 5, 3), 3)])
    assert (by_throws.best, by_throws.worst) == (1, 2)
    assert (by_throws.best_by, by_throws.worst_by) == ("throws", "throws")
    by_order = ranking([((6, 5, 3), 1)] * 3)
    assert (by_order.best, by_order.worst, by_order.best_by, by_order.worst_by) == (0, 2, "order", "order")


def test_laid_dice_travel_with_the_throw_and_lie_for_good() -> None:
    at = table().roll(1, 4, 5)
    at.do(Roll((1,)))
    assert at.told("schocken.laid") == {"seat": 0, "laid": [1]}
    assert GAME.wants(at.state) == Throw(count=2, faces=6, seat=0, hidden=False)
    at.throw(6, 1)
    assert at.board()["hands"][0] == {
        "laid": [1], "free": [1, 6], "throws": 2, "done": False, "kind": "schock", "tokens": 6,
    }  # fmt: skip
    assert at.refused(Roll((5,))) == "not_thrown"
    assert {tuple(one["keep"]) for one in at.offered() if one["kind"] == "roll"} == {(), (1,), (6,)}


def test_the_result_lies_until_done_after_the_last_throw() -> None:
    at = table().roll(1, 4, 5).roll(2, 2, 3).roll(3, 3, 5)
    assert GAME.awaiting(at.state) == (0,)
    assert at.offered() == [{"kind": "done"}]
    assert at.refused(Roll(())) == "no_throw_left"


def test_a_hand_is_thrown_before_it_is_anything_else() -> None:
    at = table()
    assert at.offered() == [{"kind": "roll", "keep": []}]
    assert at.refused(Done()) == at.refused(Turn(())) == "throw_first"
    assert at.refused(Roll((1,))) == "not_thrown"


def test_laying_out_everything_is_no_throw() -> None:
    assert table().roll(1, 4, 5).refused(Roll((1, 4, 5))) == "nothing_to_throw"


def test_who_leads_sets_the_throw_limit_of_the_others() -> None:
    at = table().roll(1, 4, 5).roll(2, 2, 3).do(Done())
    assert at.told("schocken.done") == {"seat": 0, "throws": 2, "limit": 2}
    at.roll(6, 5, 3).roll(6, 5, 2)
    assert at.refused(Roll(())) == "no_throw_left"
    at.do(Done()).hand(6, 5, 4)
    assert at.board()["scored"]["best"] == 2


def test_two_fresh_sixes_become_a_one_that_lies_while_the_other_is_thrown_again() -> None:
    at = table().roll(6, 3, 6)
    at.do(Turn((3,)))
    assert at.told("schocken.turned") == {"seat": 0, "laid": [1, 3]}
    at.throw(1)
    assert at.board()["hands"][0]["kind"] == "schock"


def test_three_sixes_give_one_one_and_the_third_as_the_player_likes() -> None:
    assert ways("turn", (), (6, 6, 6), "fresh") == {(): (1,), (6,): (1, 6)}


def test_sixes_are_turned_only_while_a_throw_is_left() -> None:
    at = table().hand(2, 2, 4).roll(6, 6, 1)
    assert at.refused(Turn(())) == "no_throw_left"


def test_a_laid_six_is_turned_under_the_house_rule_only() -> None:
    fresh, laid, off = (table(turn_sixes=rule).roll(6, 2, 3).roll(6, 4, keep=(6,)) for rule in ("fresh", "laid", "off"))
    assert fresh.refused(TurnLaid(())) == "no_turning_laid"
    assert fresh.refused(Turn(())) == "no_two_sixes"
    assert off.refused(Turn(())) == "no_turning"
    laid.do(TurnLaid((4,)))
    assert laid.told("schocken.turned") == {"seat": 0, "laid": [1, 4]}


def test_laid_sixes_alone_are_not_turned() -> None:
    hand = Hand((6, 6), (3,), 2)
    assert problem(hand, TurnLaid(()), more=True, rule="laid") == "no_laid_six"


def test_ones_over_several_throws_are_a_schock_aus_and_counted_as_rare() -> None:
    at = table().roll(1, 1, 4).roll(1, keep=(1, 1)).do(Done())
    at.hand(3, 3, 3).hand(2, 2, 1)
    assert at.state.rare == (1, 0, 0)
    assert at.told("schocken.half_lost") == {"seat": 2, "half": 1}


def test_the_worst_gets_from_the_pile_what_the_best_is_worth_and_is_told_why() -> None:
    at = table().round((1, 1, 4), (4, 2, 1), (4, 2, 1))
    assert at.told("schocken.scored") == {
        "best": 0, "worst": 2, "kind": "schock", "value": 4, "dealt": 4, "source": "pile",
        "best_by": "dice", "worst_by": "order", "out": [], "loser": None,
    }  # fmt: skip
    assert (at.board()["pile"], at.board()["held"]) == (9, [0, 0, 4])
    assert GAME.wants(at.state) == Pause(8000)


def test_the_worst_leads_the_next_round() -> None:
    at = table().round((1, 1, 4), (4, 2, 1), (4, 3, 1)).go_on()
    assert at.board()["order"] == [1, 2, 0]
    assert at.told("schocken.round") == {"round": 2, "leader": 1}


def test_a_smaller_pile_gives_only_its_rest_and_who_has_none_then_is_out() -> None:
    settled = settle(Tokens(2, (5, 6, 0), (0, 1, 2)), 2, 1, value_of((1, 1, 6)), "half")
    assert settled.tokens == Tokens(0, (5, 8, 0), (0, 1))
    assert (settled.dealt, settled.source) == (2, "pile")


def test_with_an_empty_pile_the_best_gives_at_most_all_he_has() -> None:
    settled = settle(Tokens(0, (2, 6, 5), (0, 1, 2)), 0, 1, value_of((1, 1, 6)), "half")
    assert settled.tokens == Tokens(0, (0, 8, 5), (1, 2))
    assert (settled.dealt, settled.source) == (2, "best")


def test_who_has_all_deckel_loses_the_half() -> None:
    settled = settle(Tokens(0, (1, 12), (0, 1)), 0, 1, value_of((6, 5, 3)), "half")
    assert (settled.tokens.held, settled.loser) == ((0, 13), 1)


def test_schock_aus_loses_the_half_at_once_or_brings_all_deckel() -> None:
    tokens = Tokens(8, (3, 2, 0), (0, 1, 2))
    half = settle(tokens, 2, 0, value_of((1, 1, 1)), "half")
    assert (half.tokens, half.dealt, half.loser) == (tokens, 0, 0)
    everything = settle(tokens, 2, 0, value_of((1, 1, 1)), "all")
    assert (everything.tokens, everything.dealt, everything.loser) == (Tokens(0, (13, 0, 0), (0,)), 10, 0)


def test_the_second_half_begins_with_all_deckel_in_the_pile_and_its_loser_leading() -> None:
    at = lose_half(table(pile=15), 2).go_on()
    assert (at.board()["half"], at.board()["pile"], at.board()["order"]) == (2, 15, [2, 0, 1])
    assert at.keys() == ["schocken.half", "schocken.round"]


def test_losing_both_halves_loses_the_game_without_a_final() -> None:
    at = lose_half(lose_half(table(), 1).go_on(), 1)
    assert at.board()["phase"] == "over"
    assert at.told("schocken.lost") == {"seat": 1}
    assert at.places() == (1, 3, 1)


def test_two_losers_play_a_final_and_its_loser_is_last() -> None:
    at = lose_half(lose_half(table(4), 1).go_on(), 3).go_on()
    assert (at.board()["half"], at.board()["playing"], at.board()["order"]) == (3, [1, 3], [3, 1])
    assert at.board()["hands"][0] is None
    assert at.refused(Roll(()), 0) == "not_in_round"
    lose_half(at, 1)
    assert at.board()["lost"] == [1, 3, 1]
    assert at.places()[1] == 4


def test_the_others_are_placed_by_the_deckel_they_got_in_all_and_share_places() -> None:
    at = table(4).round((1, 1, 4), (2, 2, 1), (6, 6, 5), (6, 6, 4)).go_on()
    lose_half(lose_half(at, 3).go_on(), 3)
    assert at.state.received == (0, 4, 0, 0)
    assert at.places() == (1, 3, 1, 4)


def test_under_the_cup_others_see_throws_and_laid_dice_only_until_all_are_done() -> None:
    at = table(hidden=True).roll(1, 4, 5).roll(6, 6, keep=(1,))
    assert GAME.wants(table(hidden=True).do(Roll(())).state) == Throw(count=3, faces=6, seat=0, hidden=True)
    others = at.board(1)
    assert others["hands"][0] == {
        "laid": [1], "free": None, "throws": 2, "done": False, "kind": None, "tokens": None,
    }  # fmt: skip
    assert others["cup"] is None and at.board(None)["cup"] is None
    assert at.board(0)["cup"] == {"dice": [6, 6], "kind": "number", "tokens": 1}
    assert [event.key for event in at.events if event.readers is None] == ["schocken.shaken"]
    at.do(Done()).hand(5, 5, 5)
    assert at.board(2)["hands"][1]["free"] is None
    at.hand(6, 5, 4)
    assert at.board(2)["hands"][1]["free"] == [5, 5, 5]
    assert at.told("schocken.lifted")["hands"][0] == {"seat": 0, "dice": [1, 6, 6]}


def test_turning_under_the_cup_shows_no_more_than_what_then_lies() -> None:
    at = table(hidden=True).roll(6, 6, 2).do(Turn(()))
    assert at.keys() == ["schocken.laid"]


def test_deckel_and_dice_add_up_at_every_step() -> None:
    for options, seats in setups(GAME):
        for _, step in play(GAME, options, seats, seed=3):
            state = step.state
            assert state.tokens.pile + sum(state.tokens.held) == state.options.pile
            for hand in state.played.hands:
                assert len(hand.laid) + len(hand.free) in ((3,) if hand.free else (0, 1, 2))
                assert hand.throws <= 3


@pytest.mark.parametrize(("rule", "casts"), CASTS.items())
def test_number_of_hands_and_casts_of_a_turn(rule: Any, casts: int) -> None:
    levels: list[set[tuple[int, ...]]] = [{()}]
    found = 0
    for _ in range(3):
        hands = {
            (laid, free) for laid in levels[-1] for free in combinations_with_replacement(range(1, 7), 3 - len(laid))
        }
        after = [
            lies for laid, free in hands for kind in ("roll", "turn", "turn_laid")
            for lies in ways(kind, laid, free, rule).values()
        ]  # fmt: skip
        found += len(after)
        levels.append(set(after))
    assert [len(level) for level in levels] == [1, 28, 28, 28]
    assert found == casts


def test_order_of_play_goes_round_from_who_leads_or_the_next_in_play() -> None:
    assert order_from(2, (0, 1, 2, 3)) == (2, 3, 0, 1)
    assert order_from(2, (0, 1)) == (0, 1)


def test_chance_of_schock_aus_in_one_throw_is_one_in_216() -> None:
    assert reach(55, 1, "off") == pytest.approx(1 / 216)
    assert reach(53, 3, "laid") > reach(53, 3, "fresh") > reach(53, 3, "off")


def test_refuses_one_seat_and_unknown_options() -> None:
    with pytest.raises(ValueError, match="seats"):
        schocken.start(SchockenOptions(), 1)
    with pytest.raises(ValueError, match="pile"):
        SchockenOptions.model_validate({"pile": 14})
