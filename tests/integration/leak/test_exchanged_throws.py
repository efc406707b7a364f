"""Rule 4: until a reveal, hidden throws change nothing for anybody but their thrower (pure tables, every game)."""

from __future__ import annotations

import random
from dataclasses import replace
from typing import Any

import pytest
from dicearena_contracts.catalogue import GameKey
from dicearena_games.bluff import bluff, maexchen
from dicearena_games.boards import shut_the_box
from dicearena_games.core import Game, IllegalAction, Options, Step
from dicearena_games.pub import schocken
from dicearena_games.table import draft

from tests.integration.leak.exchange import Findings, compare, open_request, play
from tests.rules.driver import ALL, option_sets, seat_counts
from tests.support.secrecy import REVEALS

by_key = pytest.mark.parametrize("game", ALL, ids=lambda game: game.KEY)
GAMES_PER_SEED = 5
EXCHANGES = 8


@pytest.fixture(autouse=True)
def every_game_has_a_table(monkeypatch: pytest.MonkeyPatch) -> None:
    """Games that nobody can open yet are tried as well."""
    monkeypatch.setattr(draft, "GAMES", {game.KEY: game for game in ALL})


def exchange_everywhere(game: Game, options: Options, seats: int, seed: int, exchanges: int = EXCHANGES) -> Findings:
    """Play one random game and exchange some of its hidden throws; the sum of what was compared."""
    rng = random.Random(seed)
    played = play(game, open_request(game, options, seats, rng), seed)
    total = Findings()
    for hidden in rng.sample(played.hidden, min(exchanges, len(played.hidden))):
        found = compare(game, played.log, hidden, rng)
        total.records += found.records
        total.probes += found.probes
        total.own_view_differed |= found.own_view_differed
        total.revealed |= found.revealed
    return total


@by_key
@pytest.mark.parametrize("seed", range(4))
def test_hidden_throws_change_no_view_action_refusal_or_message_of_others(game: Game, seed: int) -> None:
    rng = random.Random(seed)
    for number in range(GAMES_PER_SEED):
        options = rng.choice(option_sets(game))
        exchange_everywhere(game, options, rng.choice(seat_counts(game, options)), seed * 100 + number)


def some(options: type[Options], **chosen: Any) -> Options:
    return options.model_validate(chosen)


HIDING = [
    pytest.param(maexchen, some(maexchen.OPTIONS), 3, id="maexchen"),
    pytest.param(maexchen, some(maexchen.OPTIONS, blind_pass=True, double_maexchen=True), 4, id="maexchen-blind-pass"),
    pytest.param(maexchen, some(maexchen.OPTIONS, show_maexchen=True, show_chances=True), 3, id="maexchen-show"),
    pytest.param(shut_the_box, some(shut_the_box.OPTIONS, day="2026-02-28"), 2, id="tageswurf"),
    pytest.param(bluff, some(bluff.OPTIONS), 3, id="bluff"),
    pytest.param(schocken, some(schocken.OPTIONS, hidden=True), 3, id="schocken-hidden"),
]


@pytest.mark.parametrize(("game", "options", "seats"), HIDING)
def test_the_exchange_is_seen_by_the_thrower_alone_until_it_is_revealed(
    game: Game, options: Options, seats: int
) -> None:
    found = exchange_everywhere(game, options, seats, seed=11, exchanges=30)
    assert found.own_view_differed
    assert found.revealed
    assert found.records > 20
    assert found.probes > 500


@by_key
def test_a_game_with_hidden_throws_says_which_events_reveal_them(game: Game) -> None:
    for options in option_sets(game):
        seats = seat_counts(game, options)[0]
        if play(game, open_request(game, options, seats, random.Random(1)), 1).hidden:
            assert REVEALS.get(game.KEY), f"name the reveals of {game.KEY} in tests.support.secrecy"
            return


def leaky_shared(state: Any) -> dict[str, Any]:
    return {**honest_shared(state), "hint": state.dice is not None and sum(state.dice) % 2}


def leaky_own(state: Any, seat: int | None) -> dict[str, Any]:
    return honest_own(state, seat if state.looker != 2 else 2)


def leaky_legal(state: Any, seat: int) -> Any:
    domains = honest_legal(state, seat)
    return domains[::-1] if state.dice is not None and sum(state.dice) > 7 else domains


def leaky_thrown(state: Any, dice: Any) -> Step[Any]:
    step = honest_thrown(state, dice)
    return replace(step, events=tuple(replace(event, readers=None) for event in step.events))


def leaky_act(state: Any, seat: int, action: Any) -> Step[Any]:
    try:
        return honest_act(state, seat, action)
    except IllegalAction as illegal:
        raise IllegalAction(illegal.key, **illegal.params, hint=sum(state.dice or ())) from None


honest_shared, honest_own, honest_legal = maexchen.shared, maexchen.own, maexchen.legal
honest_thrown, honest_act = maexchen.thrown, maexchen.act


@pytest.mark.parametrize(
    ("name", "leaky"),
    [
        ("shared", leaky_shared),
        ("own", leaky_own),
        ("legal", leaky_legal),
        ("thrown", leaky_thrown),
        ("act", leaky_act),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_leak_in_views_actions_events_or_refusals_is_found(
    name: str, leaky: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert maexchen.KEY is GameKey.MAEXCHEN
    monkeypatch.setattr(maexchen, name, leaky)
    with pytest.raises(AssertionError, match="hidden throw"):
        exchange_everywhere(maexchen, maexchen.OPTIONS(), 3, seed=11, exchanges=30)
