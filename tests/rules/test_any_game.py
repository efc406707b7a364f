"""What holds for every game of the registry, whatever its rules."""

from __future__ import annotations

import random
import re
from typing import Any

import jsonschema
import orjson
import pytest
from dicearena_contracts.catalogue import FAMILY_OF
from dicearena_contracts.view import ActionDomain
from dicearena_games.common import LOOK, Weiter, plain
from dicearena_games.core import Game, Pause, Throw
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from pydantic import ValidationError

from tests.rules.driver import (
    ALL,
    Move,
    all_option_sets,
    apply,
    choose,
    offered,
    option_sets,
    play,
    readable,
    refusal,
    seat_counts,
    setups,
    states,
    universe,
)
from tests.support.secrecy import REVEALS, TURN_TELLS

by_key = pytest.mark.parametrize("game", ALL, ids=lambda game: game.KEY)
quick = settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
REFUSAL = re.compile(r"^[a-z_]+\.refused\.[a-z0-9_]+$")

WITH_LOOKS = {"maexchen", "bluff", "schocken", "chicago", "shut_the_box", "dice_cup"}
"""Games whose rounds are scored for all to see; in the others every turn or entry speaks for itself."""

TOO_RARE = {"chicago": {"chicago_stands"}}
"""Refusals that random play hardly meets; the game's own tests do."""


@st.composite
def setup_of(draw: Any, game: Game) -> tuple[Any, int, int]:
    options = draw(st.sampled_from(option_sets(game)))
    return options, draw(st.sampled_from(seat_counts(game, options))), draw(st.integers(0, 2**32))


@by_key
def test_module_says_what_it_is(game: Game) -> None:
    assert FAMILY_OF[game.KEY] == game.FAMILY
    assert game.VERSION >= 1
    assert 1 <= game.SEATS[0] <= game.SEATS[1] <= 6


@by_key
def test_refuses_a_number_of_seats_it_does_not_take(game: Game) -> None:
    for seats in (game.SEATS[0] - 1, game.SEATS[1] + 1):
        with pytest.raises(ValueError, match="seats"):
            game.start(game.OPTIONS(), seats)


@by_key
def test_random_play_ends_under_all_house_rules_with_valid_places(game: Game) -> None:
    for options, seats in setups(game):
        for seed in range(2):
            *_, (_, last) = play(game, options, seats, seed)
            result = game.result(last.state)
            assert result is not None
            assert len(result.places) == len(result.scores) == seats
            assert result.places == tuple(1 + sum(other < place for other in result.places) for place in result.places)
            assert len(result.rare) in (0, seats)
            assert len(result.bests) in (0, seats)
            assert game.wants(last.state) is None
            assert game.awaiting(last.state) == ()
            assert all(game.legal(last.state, seat) == () for seat in range(seats))


@pytest.mark.full
@pytest.mark.timeout(900)
@by_key
def test_really_every_combination_of_house_rules_starts_and_ends(game: Game) -> None:
    every = list(all_option_sets(game))
    for n, options in enumerate(every):
        counts = seat_counts(game, options)
        seats = counts[n % len(counts)] if len(every) < 2000 else counts[0]
        *_, (_, last) = play(game, options, seats, n)
        assert game.result(last.state) is not None


@by_key
@quick
@given(data=st.data())
def test_exactly_the_offered_actions_are_accepted_and_all_others_refused_with_a_reason(game: Game, data: Any) -> None:
    options, seats, seed = data.draw(setup_of(game))
    every = universe(game)
    seen = states(game, options, seats, seed)
    for state in random.Random(seed).sample(seen, min(8, len(seen))):
        for seat in range(-1, seats + 1):
            legal = offered(game, state, seat)
            for action in legal:
                assert refusal(game, state, seat, action) is None, (state, seat, action)
            for action in every:
                if action in legal:
                    continue
                illegal = refusal(game, state, seat, action)
                assert illegal is not None, (state, seat, action)
                assert REFUSAL.match(illegal.key), illegal.key
                orjson.dumps(illegal.params)


@by_key
def test_every_announced_refusal_happens_and_no_other(game: Game) -> None:
    every = universe(game)
    seen: set[str] = set()
    rng = random.Random(5)
    for options in rng.sample(option_sets(game), min(12, len(option_sets(game)))):
        seats = rng.choice(seat_counts(game, options))
        played = states(game, options, seats, rng.getrandbits(32))
        for state in (*rng.sample(played, min(25, len(played))), played[-1]):
            for seat in range(-1, seats):
                reasons = (refusal(game, state, seat, action) for action in every)
                seen |= {reason.key.rpartition(".")[2] for reason in reasons if reason is not None}
    assert seen | TOO_RARE.get(game.KEY, set()) == set(game.REFUSALS)  # type: ignore[attr-defined]


@by_key
@quick
@given(data=st.data())
def test_a_decision_is_owed_exactly_when_no_throw_look_or_end_is_there(game: Game, data: Any) -> None:
    options, seats, seed = data.draw(setup_of(game))
    for state in states(game, options, seats, seed):
        owing = game.awaiting(state)
        wanted = game.wants(state)
        during = isinstance(wanted, Pause) and wanted.strict
        assert bool(owing) == ((wanted is None or during) and game.result(state) is None)
        if during:
            covered = game.waited(state).state
            assert (game.awaiting(covered), game.wants(covered)) == (owing, None)
            assert all(game.legal(covered, seat) == game.legal(state, seat) for seat in range(seats))
        assert list(owing) == sorted(set(owing))
        for seat in range(seats):
            domains = game.legal(state, seat)
            assert not (seat in owing and not domains)
            for domain in domains:
                ActionDomain.model_validate(domain)
        if isinstance(game.wants(state), Throw) or game.result(state) is not None:
            assert not any(game.legal(state, seat) for seat in range(seats))
        elif owing:
            assert all(seat in owing or not game.legal(state, seat) for seat in range(seats))


@by_key
def test_e7_any_seat_ends_the_look_at_a_scored_round_which_ends_by_itself_after_8_s(game: Game) -> None:
    found = False
    for options in option_sets(game)[:12]:
        seats = seat_counts(game, options)[-1]
        looks = [state for state in states(game, options, seats, 6) if game.wants(state) == LOOK]
        found |= bool(looks)
        for state in looks[:5]:
            for seat in range(seats):
                assert game.legal(state, seat) == (plain("weiter"),)
                assert game.act(state, seat, Weiter()) == game.waited(state)
    assert found == (game.KEY in WITH_LOOKS)
    assert Pause(8000) == LOOK


@by_key
@quick
@given(data=st.data())
def test_replaying_actions_and_dice_gives_the_same_states_views_and_events(game: Game, data: Any) -> None:
    options, seats, seed = data.draw(setup_of(game))
    rng = random.Random(seed)
    step = game.start(options, seats)
    first, trace = [step], []
    while game.result(step.state) is None:
        trace.append(choose(game, step.state, seats, rng))
        step = apply(game, step.state, trace[-1])
        first.append(step)
    again = [game.start(game.OPTIONS.model_validate_json(options.model_dump_json()), seats)]
    for move in trace:
        stored = orjson.loads(orjson.dumps({"action": move.action, "dice": move.dice}))
        again.append(apply(game, again[-1].state, Move(move.what, move.seat, stored["action"], tuple(stored["dice"]))))
    assert again == first
    for one, two in zip(first, again, strict=True):
        for reader in (None, *range(seats)):
            assert orjson.dumps(game.view(one.state, reader)) == orjson.dumps(game.view(two.state, reader))


@by_key
@quick
@given(data=st.data())
def test_actions_survive_the_wire(game: Game, data: Any) -> None:
    options, seats, seed = data.draw(setup_of(game))
    for state in states(game, options, seats, seed)[:40]:
        for seat in range(seats):
            for action in offered(game, state, seat):
                parsed = game.ACTIONS.validate_python(action)
                wire = game.ACTIONS.dump_json(parsed)
                assert game.ACTIONS.validate_json(wire) == parsed
                assert orjson.loads(wire) == action


@by_key
def test_malformed_actions_do_not_parse(game: Game) -> None:
    bad: list[Any] = [None, [], "roll", 7, {}, {"kind": "fly"}, {"kind": None}, {"kind": ["claim"]}]
    for action in {action["kind"]: action for action in universe(game)}.values():
        bad.append({**action, "more": 1})
        for name in set(action) - {"kind"}:
            bad.append({key: value for key, value in action.items() if key != name})
            bad += [
                {**action, name: wrong} for wrong in (None, "21", 1.5, True, {"a": 1}, [[1]], ["1"], [True], [1] * 99)
            ]
    for action in bad:
        with pytest.raises(ValidationError):
            game.ACTIONS.validate_python(action)


@by_key
def test_views_validate_against_their_schema_and_are_small_and_plain(game: Game) -> None:
    schema = game.VIEW.json_schema()
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    rng = random.Random(11)
    for options in rng.sample(option_sets(game), min(12, len(option_sets(game)))):
        seats = seat_counts(game, options)[-1]
        for n, state in enumerate(states(game, options, seats, rng.getrandbits(32))):
            for reader in (None, *range(seats)):
                board = game.view(state, reader)
                encoded = orjson.dumps(board)
                offered_now = [] if reader is None else game.legal(state, reader)
                assert len(encoded) + len(orjson.dumps(offered_now)) <= 3072
                assert orjson.loads(encoded) == board
                game.VIEW.validate_python(board, strict=True)
                if n % 25 == 0:
                    validator.validate(board)


@by_key
def test_schemas_of_options_and_actions_can_be_made_and_fit(game: Game) -> None:
    for schema, example in (
        (game.OPTIONS.model_json_schema(), game.OPTIONS().model_dump(mode="json")),
        (game.ACTIONS.json_schema(), universe(game)[0]),
    ):
        jsonschema.Draft202012Validator.check_schema(schema)
        jsonschema.Draft202012Validator(schema).validate(example)


@by_key
@settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(data=st.data())
def test_exchanged_hidden_throws_change_nothing_for_other_readers_until_the_reveal(game: Game, data: Any) -> None:
    options, seats, seed = data.draw(setup_of(game))
    rng = random.Random(seed)
    hidden = []
    for before, step in play(game, options, seats, seed):
        wanted = game.wants(step.state)
        if isinstance(wanted, Throw) and wanted.hidden:
            hidden.append((step.state, wanted))
        assert before is None or before != step.state
    for state, wanted in rng.sample(hidden, min(12, len(hidden))):
        one, two = (Move("throw", dice=tuple(rng.randint(1, wanted.faces) for _ in range(wanted.count))) for _ in "ab")
        _compare_until_reveal(game, state, (one, two), seats, wanted.seat, rng)


def _compare_until_reveal(
    game: Game, state: Any, throws: tuple[Move, Move], seats: int, thrower: int | None, rng: random.Random
) -> None:
    left, right = (apply(game, state, move) for move in throws)
    others = [reader for reader in (None, *range(seats)) if reader != thrower]
    for _ in range(200):
        public = {event.key for event in (*left.events, *right.events) if event.readers is None}
        if public & REVEALS.get(game.KEY, frozenset()):
            return
        if game.awaiting(left.state) != game.awaiting(right.state):
            assert game.KEY in TURN_TELLS
            return
        for reader in others:
            assert orjson.dumps(game.view(left.state, reader)) == orjson.dumps(game.view(right.state, reader))
            assert readable(left.events, reader) == readable(right.events, reader)
            if reader is not None:
                assert game.legal(left.state, reader) == game.legal(right.state, reader)
        assert game.wants(left.state) == game.wants(right.state)
        if game.result(left.state) is not None:
            assert game.result(right.state) is not None
            return
        move = choose(game, left.state, seats, rng)
        if move.seat is not None and move.seat == thrower and move.action not in offered(game, right.state, thrower):
            return
        for seat in others:
            if move.what != "act" or seat is None:
                continue
            for action in rng.sample(every := universe(game), min(10, len(every))):
                mine, yours = (refusal(game, step.state, seat, action) for step in (left, right))
                assert (mine and (mine.key, mine.params)) == (yours and (yours.key, yours.params))
        left, right = (apply(game, step.state, move) for step in (left, right))
