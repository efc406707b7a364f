"""Chicago, rule by rule: the pub way, the rounds 2 to 12, and the ways with announcing."""

from __future__ import annotations

from itertools import permutations
from typing import Any

import pytest
from dicearena_contracts.catalogue import GameKey
from dicearena_games.core import Pause, Throw
from dicearena_games.pub.chicago_tokens import Stand, Way, leave, opening, settle, tokens_of
from dicearena_games.pub.chicago_types import Announce, ChicagoOptions, Sand
from dicearena_games.pub.chicago_values import Call, ends_of, value_of
from dicearena_games.pub.throws import Done, Roll, Turn, TurnLaid
from dicearena_games.registry import GAMES
from dicearena_players.chicago.expected import best_for_sum
from dicearena_players.pub.turns import Choice
from pydantic import ValidationError

from tests.rules.driver import play, setups
from tests.rules.pub_table import PubTable

GAME = GAMES[GameKey.CHICAGO]
HIGH = Announce(100, 60, "high")


def pub(seats: int = 3, **options: Any) -> PubTable:
    return PubTable(GAME, seats, ChicagoOptions(**options))


def app(way: str, seats: int = 3, first: int = 0, **options: Any) -> PubTable:
    """A table with announcing, where ``first`` is drawn to lead."""
    return PubTable(GAME, seats, ChicagoOptions(way=way, **options)).throw(first + 1)


def led(at: PubTable, action: Any, *hands: tuple[int, ...]) -> PubTable:
    """A round: the first hand, its announcement, the other hands."""
    return at.hand(*hands[0]).do(action).round(*hands[1:])


def dealt(at: PubTable, seat: int, rounds: int) -> PubTable:
    """So many rounds in which the seat is deepest."""
    for _ in range(rounds):
        while at.state.phase == "play":
            at.hand(2, 2, 3) if at.state.turn == seat else at.hand(6, 6, 4)
        if at.state.phase == "look":
            at.go_on()
    return at


# Values


@pytest.mark.parametrize(("dice", "value"), [((1, 6, 3), 163), ((1, 1, 1), 300), ((5, 4, 2), 11), ((6, 6, 2), 122)])
def test_ones_count_100_and_sixes_60(dice: tuple[int, ...], value: int) -> None:
    assert value_of(dice) == value


@pytest.mark.parametrize(
    ("dice", "call", "value"),
    [((6, 3, 5), Call(100, 60), 68), ((6, 3, 5), Call(100, 6), 14), ((1, 1, 4), Call(1, 60), 6)],
)
def test_the_announcement_says_what_ones_and_sixes_count(dice: tuple[int, ...], call: Call, value: int) -> None:
    assert value_of(dice, call) == value


def test_of_equal_hands_the_earlier_is_higher_and_the_later_deeper() -> None:
    ends = ends_of([((1, 2, 3), False)] * 3, Call())
    assert (ends.best, ends.worst, ends.best_by, ends.worst_by) == (0, 2, "order", "order")


def test_a_chicago_beats_everything_whatever_was_announced() -> None:
    hands = [((2, 2, 2), False), ((1, 1, 1), False), ((1, 1, 1), True), ((1, 1, 1), True)]
    for call in (Call(), Call(direction="low"), Call(1, 60, "high"), Call(direction="sand")):
        assert (ends_of(hands, call).best, ends_of(hands, call).best_by) == (2, "order")
        assert ends_of(hands[:3], call).best_by == "chicago"
    assert ends_of(hands, Call(direction="low")).worst == 1


# The pub way


def test_there_is_one_filz_more_than_seats_and_the_deepest_gets_one_and_leads() -> None:
    at = pub().round((6, 5, 4), (1, 2, 3), (2, 2, 3))
    assert (at.board()["pile"], at.board()["held"]) == (3, [0, 0, 1])
    assert at.told("chicago.scored") == {
        "round": 1, "move": "deal", "best": 1, "worst": 2, "best_by": "value", "worst_by": "value", "safe": [],
        "held": [0, 0, 1], "values": [69, 105, 7],
    }  # fmt: skip
    assert GAME.wants(at.state) == Pause(8000)
    assert at.go_on().board()["order"] == [2, 0, 1]


def test_every_throw_is_told_with_what_each_die_counts() -> None:
    at = pub().roll(6, 1, 3)
    assert at.told("chicago.thrown") == {
        "seat": 0, "throw": 1, "dice": [1, 3, 6], "laid": [], "value": 163, "parts": [100, 3, 60],
        "sand": False, "chicago": False,
    }  # fmt: skip


def test_who_leads_sets_the_throw_limit() -> None:
    at = pub().hand(6, 5, 4).roll(2, 2, 3)
    assert at.refused(Roll(())) == "no_throw_left"


def test_the_result_lies_until_done() -> None:
    at = pub().roll(6, 5, 4).roll(6, 5, 4).roll(6, 5, 4)
    assert at.offered() == [{"kind": "done"}]


def test_sixes_are_turned_as_the_house_rule_says() -> None:
    fresh, laid, off = (pub(turn_sixes=rule).roll(6, 2, 3).roll(6, 1, keep=(6,)) for rule in ("fresh", "laid", "off"))
    assert fresh.refused(TurnLaid((1,))) == off.refused(TurnLaid((1,))) == "no_turning_laid"
    laid.do(TurnLaid((1,)))
    assert laid.told("chicago.turned") == {"seat": 0, "laid": [1, 1]}
    assert pub().roll(6, 6, 3).do(Turn(())).told("chicago.turned") == {"seat": 0, "laid": [1]}


def test_a_chicago_needs_one_throw_of_three_ones_and_can_only_be_left_lying() -> None:
    at = pub().roll(6, 5, 4).roll(1, 1, 1)
    assert at.board()["hands"][0]["chicago"] is True
    assert at.offered() == [{"kind": "done"}]
    assert at.refused(Roll((1,))) == "chicago_stands"
    laid = pub().roll(1, 1, 4).roll(1, keep=(1, 1))
    assert (laid.board()["hands"][0]["value"], laid.board()["hands"][0]["chicago"]) == (300, False)


def test_a_chicago_makes_safe_at_once_its_filze_leave_and_the_round_does_not_count() -> None:
    at = dealt(pub(), 1, 1).hand(1, 1, 1)
    assert at.told("chicago.chicago") == {"seat": 1, "safe": True, "tokens": 1}
    assert at.told("chicago.scored")["move"] == "void"
    board = at.board()
    assert (board["held"], board["gone"], board["pile"], board["safe"]) == ([0, 0, 0], 1, 3, [1])
    assert at.go_on().board()["order"] == [2, 0]
    assert at.state.rare == (0, 1, 0)


def test_after_a_chicago_who_led_leads_again() -> None:
    assert pub().hand(6, 5, 4).hand(1, 1, 1).go_on().board()["order"] == [0, 2]


def test_chicagos_of_all_but_one_end_the_game() -> None:
    at = pub(2).hand(6, 5, 4).hand(1, 1, 1)
    assert at.told("chicago.over") == {"best": [1], "loser": 0}
    assert at.places() == (2, 1)


def test_with_the_pile_empty_who_has_no_filz_is_safe_by_order_of_play() -> None:
    at = dealt(dealt(pub(4), 2, 3), 3, 1).hand(6, 6, 4).hand(6, 6, 4).hand(6, 6, 4).hand(2, 2, 3)
    assert at.told("chicago.stage") == {"stage": "down"}
    assert (at.board()["playing"], at.board()["safe"]) == ([2, 3], [0, 1])


def test_playing_down_the_highest_lays_one_off_and_the_last_with_filze_loses() -> None:
    at = dealt(dealt(pub(2), 0, 2), 1, 1)
    assert (at.board()["stage"], at.board()["held"]) == ("down", [2, 1])
    at.hand(2, 2, 3).hand(6, 6, 4)
    assert at.told("chicago.scored")["move"] == "lay_off"
    assert (at.board()["held"], at.board()["gone"], at.board()["loser"]) == ([1, 1], 1, None)
    at.go_on()
    assert at.state.stand.playing == (0, 1)


def test_places_follow_the_order_of_getting_safe() -> None:
    stand = Stand("down", 0, (1, 1, 2), (0, 1, 2))
    stand, move = settle("pub", stand, (0, 1, 2), 1, 0)
    assert (stand.safe, stand.playing, move) == ((1,), (0, 2), "lay_off")
    at = dealt(pub(2), 0, 3)
    assert at.places() == (2, 1)


def test_without_playing_down_the_fewest_filze_win_and_ties_share() -> None:
    at = dealt(dealt(pub(3, play_down=False), 2, 2), 1, 2)
    assert at.board()["phase"] == "over"
    assert at.places() == (1, 2, 2)
    assert at.board()["loser"] is None


# The rounds 2 to 12


def test_in_the_rounds_the_sum_must_hit_the_target_and_nothing_is_decided() -> None:
    at = pub(2, way="rounds")
    assert at.do(Roll(())) and GAME.wants(at.state) == Throw(count=2, faces=6, seat=0, hidden=False)
    at.throw(1, 1)
    assert at.told("chicago.aimed") == {"seat": 0, "dice": [1, 1], "target": 2, "points": 2}
    assert at.state.turn == 1
    at.roll(6, 6)
    assert at.told("chicago.scored")["held"] == [2, 0]


def test_the_rounds_end_with_target_12_and_the_most_points_win() -> None:
    at = pub(3, way="rounds")
    for target in range(2, 13):
        assert at.board()["target"] == target
        at.roll(6, 6).roll(1, 1).roll(6, 6)
        if target < 12:
            at.go_on()
    assert at.board()["held"] == [12, 2, 12]
    assert at.places() == (1, 3, 1)


def test_in_the_rounds_the_board_says_which_targets_each_seat_hit() -> None:
    at = pub(2, way="rounds")
    assert at.board()["hits"] == [[], []]
    at.roll(1, 1)
    assert at.board()["hits"] == [[2], []]
    at.roll(6, 6).go_on().roll(1, 2).roll(1, 2)
    assert at.board()["hits"] == [[2, 3], [3]]
    assert pub(2).board()["hits"] == []


def test_in_the_rounds_the_points_are_the_sum_of_the_targets_hit() -> None:
    for seats in range(2, 7):
        for _, step in play(GAME, ChicagoOptions(way="rounds"), seats, seed=seats):
            board = GAME.view(step.state, None)
            assert board["held"] == [sum(targets) for targets in board["hits"]]


# Announcing


def test_who_leads_first_is_drawn() -> None:
    at = PubTable(GAME, 5, ChicagoOptions(way="basis"))
    assert GAME.wants(at.state) == Throw(count=1, faces=5, seat=None, hidden=False)
    assert at.refused(Roll(()), 0) == "wait_dice"
    assert at.throw(4).board()["order"] == [3, 4, 0, 1, 2]


def test_who_leads_announces_after_the_last_throw_and_sees_the_worth_of_the_own_dice() -> None:
    at = app("basis").hand(1, 6, 3)
    assert at.board(0)["worth"] == [
        {"ones": 100, "sixes": 60, "value": 163}, {"ones": 100, "sixes": 6, "value": 109},
        {"ones": 1, "sixes": 60, "value": 64}, {"ones": 1, "sixes": 6, "value": 10},
    ]  # fmt: skip
    assert at.board(1)["worth"] is None
    assert at.refused(Roll(())) == "announce_first"
    assert at.refused(Announce(1, 6, "low"), 1) == "not_your_turn"
    assert len(at.offered()) == 8
    at.do(Announce(1, 60, "low"))
    assert at.told("chicago.announced") == {"seat": 0, "ones": 1, "sixes": 60, "direction": "low", "limit": 1}
    assert at.board()["announced"] == {"ones": 1, "sixes": 60, "direction": "low", "limit": 1}
    assert at.board()["hands"][0]["value"] == 64
    assert at.refused(HIGH) == "nothing_to_announce"


def test_nothing_has_a_value_before_it_is_announced() -> None:
    at = app("basis").roll(1, 6, 3)
    assert at.told("chicago.thrown")["value"] is None
    assert at.board()["hands"][0]["value"] is None


def test_low_turns_best_and_worst_round() -> None:
    at = led(app("bayrisch"), Announce(100, 60, "low"), (2, 2, 2), (1, 2, 3), (6, 2, 3))
    assert (at.board()["scored"]["best"], at.board()["scored"]["worst"]) == (0, 1)


def test_only_tschigg_has_sand() -> None:
    assert app("bayrisch").hand(2, 3, 4).refused(Sand()) == "no_sand"
    assert {"kind": "sand"} in app("tschigg").hand(2, 3, 4).offered()


# Basis


def test_the_best_is_safe_for_the_search_and_the_last_one_gets_a_stroke() -> None:
    at = led(app("basis"), HIGH, (2, 2, 3), (6, 6, 4), (5, 5, 4))
    assert (at.board()["safe"], at.board()["playing"]) == ([1], [0, 2])
    led(at.go_on(), HIGH, (2, 2, 3), (5, 5, 4))
    assert at.board()["held"] == [1, 0, 0]
    assert at.places() == (3, 1, 1)


def test_the_loser_leads_the_next_search_and_the_most_strokes_lose() -> None:
    at = app("basis", 2, searches=3)
    for search in (1, 2, 3):
        assert (at.board()["search"], at.board()["safe"]) == (search, [])
        led(at, HIGH, (2, 2, 3), (6, 6, 4))
        if search < 3:
            at.go_on()
    assert at.board()["held"] == [3, 0]
    assert at.places() == (2, 1)


# Bayrisch and Tschigg


def test_how_many_deckel_are_in_the_game() -> None:
    assert [tokens_of("bayrisch", seats) for seats in (2, 6)] == [3, 7]
    assert [tokens_of("tschigg", seats) for seats in (2, 6)] == [3, 11]


def test_a_chicago_leaves_bayrisch_with_the_deckel_and_the_others_play_the_round_out() -> None:
    at = led(app("bayrisch"), HIGH, (2, 2, 3), (6, 6, 4), (5, 5, 4)).go_on().hand(1, 1, 1)
    assert at.board()["phase"] == "announce"
    assert (at.board()["safe"], at.board()["gone"], at.board()["held"]) == ([0], 1, [0, 0, 0])
    at.do(HIGH).round((6, 6, 4), (2, 2, 3))
    assert at.board()["held"] == [0, 0, 1]
    assert at.told("chicago.scored")["safe"] == [0]
    assert at.go_on().board()["order"] == [2, 1]


def test_bayrisch_with_one_left_after_a_chicago_is_over() -> None:
    at = app("bayrisch", 2).hand(1, 1, 1)
    assert at.places() == (1, 2)


def test_in_bayrisch_the_best_lays_off_unless_a_chicago_was_best() -> None:
    down = Stand("down", 0, (1, 2, 0), (0, 1), (2,))
    assert settle("bayrisch", down, (0, 1), 1, 0)[0].held == (1, 1, 0)
    assert settle("bayrisch", down, (0, 1, 2), 2, 0) == (down, "none")


def test_in_tschigg_the_best_gives_the_worst_a_deckel_and_a_chicago_stays() -> None:
    down = Stand("down", 0, (1, 2, 2), (0, 1, 2))
    stand, move = settle("tschigg", down, (0, 1, 2), 0, 2)
    assert (stand.held, stand.safe, stand.gone, move) == ((0, 2, 3), (0,), 0, "give")
    at = led(app("tschigg"), Sand(), (1, 1, 1), (2, 2, 3), (6, 5, 5))
    assert (at.board()["safe"], at.board()["scored"]["best"], at.board()["held"]) == ([], 0, [0, 0, 1])


def test_sand_is_missed_last_and_made_last() -> None:
    at = led(app("tschigg", 4), Sand(), (2, 3, 4), (1, 3, 4), (5, 5, 2), (2, 6, 3))
    assert at.board()["scored"]["best"] == 2
    assert at.board()["held"] == [0, 0, 0, 1]
    assert at.board()["hands"][1]["sand"] is False
    assert at.board()["announced"] == {"ones": None, "sixes": None, "direction": "sand", "limit": 1}


def test_sand_made_by_all_deals_nothing_and_who_led_leads_again() -> None:
    at = led(app("tschigg", first=1), Sand(), (2, 3, 4), (3, 3, 4), (5, 5, 2))
    assert (at.board()["held"], at.board()["scored"]["move"]) == ([0, 0, 0], "none")
    assert at.go_on().board()["order"] == [1, 2, 0]


def test_sand_made_by_nobody_deals_to_the_last_but_moves_nothing_when_playing_down() -> None:
    hands = [((1, 2, 3), False), ((2, 6, 6), False)]
    ends = ends_of(hands, Call(direction="sand"))
    assert (ends.best, ends.worst) == (None, 1)
    assert settle("tschigg", opening("tschigg", 2), (0, 1), None, 1)[0].held == (0, 1)
    down = Stand("down", 0, (1, 2), (0, 1))
    assert settle("tschigg", down, (0, 1), None, 1) == (down, "none")


def test_sand_made_by_all_moves_nothing_when_playing_down() -> None:
    down = Stand("down", 0, (1, 2), (0, 1))
    assert settle("tschigg", down, (0, 1), 1, None) == (down, "none")


# Everywhere


@pytest.mark.parametrize(
    "options",
    [
        {"way": "basis", "play_down": False},
        {"way": "pub", "searches": 3},
        {"way": "rounds", "turn_sixes": "off"},
    ],
)
def test_options_that_make_no_sense_together_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(ValidationError):
        ChicagoOptions(**options)


def test_tokens_and_dice_add_up_at_every_step() -> None:
    for options, seats in setups(GAME):
        assert isinstance(options, ChicagoOptions)
        for _, step in play(GAME, options, seats, seed=4):
            stand, played = step.state.stand, step.state.played
            if tokens := tokens_of(options.way, seats):
                assert stand.pile + sum(stand.held) + stand.gone == tokens
            assert len(set(stand.safe) | set(stand.playing)) == len(stand.safe) + len(stand.playing) == seats
            for hand in played.hands:
                assert not hand.free or len(hand.laid) + len(hand.free) == played.dice


@pytest.mark.parametrize(
    ("way", "seats", "stands", "moves"),
    [
        ("pub", 2, 27, 32),
        ("pub", 3, 186, 429),
        ("bayrisch", 3, 186, 429),
        ("bayrisch", 4, 1415, 4496),
        ("tschigg", 2, 10, 16),  # three Deckel in the pile or with two seats: 5 choose 2
        ("tschigg", 3, 59, 165),
        ("basis", 4, 1 + 4 + 12 + 24, 4 + 12 + 24),  # who is safe, in which order
    ],
)
def test_count_of_reachable_stands_and_of_what_moves_between_them(
    way: Way, seats: int, stands: int, moves: int
) -> None:
    found, todo, moved = {opening(way, seats)}, [opening(way, seats)], 0
    while todo:
        stand = todo.pop()
        if stand.loser is not None:
            continue
        after = {settle(way, stand, stand.playing, *ends)[0] for ends in permutations(stand.playing, 2)}
        if way in ("pub", "bayrisch"):
            after |= {leave(stand, seat) for seat in stand.playing}
        moved += len(after)
        todo += after - found
        found |= after
    assert (len(found), moved) == (stands, moves)


def test_best_expected_sum_turns_two_fresh_sixes_beside_a_one() -> None:
    expected, choices = best_for_sum((), (1, 6, 6), 2, "fresh")
    assert expected == pytest.approx(246)
    assert choices == [Choice("turn", (1,))]


def test_a_done_hand_is_left_alone() -> None:
    assert pub().roll(6, 5, 4).do(Done()).refused(Roll(()), 0) == "not_your_turn"
