"""Drives any game of the registry without a host: random play, traces, the universe of actions."""

from __future__ import annotations

import functools
import itertools
import math
import random
import types
import typing
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

from dicearena_games.core import Event, Game, IllegalAction, Options, Pause, Step, Throw, expand
from dicearena_games.registry import GAMES
from pydantic import ValidationError

ALL = tuple(GAMES.values())
MANY = 100
"""More combinations of house rules than this are not all played."""
EXTRA_VALUES: dict[tuple[str, str], list[Any]] = {
    ("shut_the_box", "day"): ["2026-02-28"],
    ("wuerfelpoker", "full_house"): [30],
    ("wuerfelpoker", "small_straight"): [20],
    ("wuerfelpoker", "large_straight"): [45],
    ("wuerfelpoker", "bonus"): [0, 50],
    ("wuerfelpoker", "bonus_from"): [60],
    ("mickey", "mickey"): [70],
}
"""Values worth trying for options whose type does not list them."""


@dataclass(frozen=True)
class Move:
    """One step of a trace."""

    what: str
    seat: int | None = None
    action: dict[str, Any] | None = None
    dice: tuple[int, ...] = ()


@functools.cache
def option_sets(game: Game) -> list[Options]:
    """Every valid combination of house rules; of too many, some in which every possible pair of values occurs."""
    values = _values_by_name(game)
    if math.prod(map(len, values.values())) > MANY:
        return _pairs(game, list(values), list(values.values()))
    return list(all_option_sets(game))


def all_option_sets(game: Game) -> Iterator[Options]:
    """Every valid combination of house rules, however many."""
    values = _values_by_name(game)
    seen: set[str] = set()
    for combination in itertools.product(*values.values()):
        options = _options(game, list(values), combination)
        if options is not None and (said := options.model_dump_json()) not in seen:
            seen.add(said)
            yield options


def _values_by_name(game: Game) -> dict[str, list[Any]]:
    fields = game.OPTIONS.model_fields
    return {name: _values(game, name, field.annotation, field.default) for name, field in fields.items()}


def _options(game: Game, names: list[str], values: Sequence[Any]) -> Options | None:
    try:
        return game.OPTIONS(**dict(zip(names, values, strict=True)))
    except ValidationError:
        return None


def _pairs(game: Game, names: list[str], values: list[list[Any]]) -> list[Options]:
    """The defaults, and for every pair of values not met yet a combination that has it, where there is one."""
    rng = random.Random(2)
    found, met = [game.OPTIONS()], set()
    for (one, firsts), (two, seconds) in itertools.combinations(enumerate(values), 2):
        for i, j in itertools.product(range(len(firsts)), range(len(seconds))):
            if (one, i, two, j) in met:
                continue
            for _ in range(60):
                chosen = [rng.randrange(len(of)) for of in values]
                chosen[one], chosen[two] = i, j
                options = _options(game, names, [of[at] for of, at in zip(values, chosen, strict=True)])
                if options is not None:
                    found.append(options)
                    met |= {(a, x, b, y) for (a, x), (b, y) in itertools.combinations(enumerate(chosen), 2)}
                    break
    return found


def _values(game: Game, name: str, annotation: Any, default: Any) -> list[Any]:
    if annotation is bool:
        return [False, True]
    if typing.get_origin(annotation) is typing.Literal:
        return list(typing.get_args(annotation))
    if isinstance(annotation, types.UnionType) and all(isinstance(arg, type) for arg in typing.get_args(annotation)):
        return [default]
    return [default, *EXTRA_VALUES[game.KEY, name]]


def seat_counts(game: Game, options: Options) -> list[int]:
    """How many seats these house rules can be started with."""
    counts = []
    for seats in range(game.SEATS[0], game.SEATS[1] + 1):
        try:
            game.start(options, seats)
        except ValueError:
            continue
        counts.append(seats)
    return counts


def setups(game: Game) -> list[tuple[Options, int]]:
    """Every combination of house rules with every number of seats."""
    return [(options, seats) for options in option_sets(game) for seats in seat_counts(game, options)]


def offered(game: Game, state: Any, seat: int) -> list[dict[str, Any]]:
    """Every single action a seat may take now."""
    return [action for domain in game.legal(state, seat) for action in expand(domain)]


def apply(game: Game, state: Any, move: Move) -> Step[Any]:
    """Carry out one step of a trace."""
    match move.what:
        case "throw":
            return game.thrown(state, move.dice)
        case "wait":
            return game.waited(state)
    assert move.seat is not None
    return game.act(state, move.seat, game.ACTIONS.validate_python(move.action))


def choose(game: Game, state: Any, seats: int, rng: random.Random) -> Move:
    """A random next step of a game that is not over; sometimes an action ends a pause."""
    wanted = game.wants(state)
    if isinstance(wanted, Throw):
        return Move("throw", dice=tuple(rng.randint(1, wanted.faces) for _ in range(wanted.count)))
    if isinstance(wanted, Pause) and rng.random() < 0.5:
        return Move("wait")
    movers = [seat for seat in range(seats) if game.legal(state, seat)]
    seat = rng.choice(movers)
    kinds = list(game.legal(state, seat))
    return Move("act", seat=seat, action=rng.choice(list(expand(rng.choice(kinds)))))


def play(game: Game, options: Options, seats: int, seed: int, bound: int = 20_000) -> Iterator[tuple[Any, Step[Any]]]:
    """A random game: each step with the state before it (None: the start). Fails when it does not end."""
    rng = random.Random(seed)
    step = game.start(options, seats)
    yield None, step
    for _ in range(bound):
        if game.result(step.state) is not None:
            return
        before = step.state
        step = apply(game, before, choose(game, before, seats, rng))
        yield before, step
    raise AssertionError(f"{game.KEY} with {options!r} and {seats} seats did not end within {bound} steps")


def states(game: Game, options: Options, seats: int, seed: int) -> list[Any]:
    """All states of a random game, the last one over."""
    return [step.state for _, step in play(game, options, seats, seed)]


def readable(events: tuple[Event, ...], reader: int | None) -> list[tuple[str, Any]]:
    """What a reader is told."""
    return [(e.key, dict(e.params)) for e in events if e.readers is None or reader in e.readers]


@functools.cache
def universe(game: Game) -> list[dict[str, Any]]:
    """Every action that parses, with whole numbers from -1 to 70 and lists of up to three small numbers."""
    schema = game.ACTIONS.json_schema()
    assert "discriminator" in schema, (
        f"{game.KEY}: actions are a union of two kinds or more, told apart by `kind`; else {{}} would be an action. "
        "Where there is one kind only, take `common.Weiter` for the second, and refuse it."
    )
    actions = []
    for definition in schema["$defs"].values():
        properties = dict(definition["properties"])
        kind = properties.pop("kind")["const"]
        spaces = [_space(field) for field in properties.values()]
        actions += [
            {"kind": kind, **dict(zip(properties, values, strict=True))} for values in itertools.product(*spaces)
        ]
    return actions


def _space(field: dict[str, Any]) -> list[Any]:
    if "enum" in field:
        return list(field["enum"])
    if field["type"] == "integer":
        return list(range(field.get("minimum", -1), field.get("maximum", 70) + 1))
    assert field["type"] == "array"
    assert field["items"]["type"] == "integer"
    pairs = [list(pair) for pair in itertools.product(range(-1, 14), repeat=2)]
    triples = [list(triple) for triple in itertools.combinations(range(1, 8), 3)]
    whole = [list(range(size)) for size in range(3, 6)]
    lists: list[list[int]] = [[], *([one] for one in range(-1, 14)), *pairs, *triples, *whole]
    return [values for values in lists if len(values) <= field.get("maxItems", 99)]


def refusal(game: Game, state: Any, seat: int, action: dict[str, Any]) -> IllegalAction | None:
    """Why an action is refused; None where it is accepted."""
    try:
        game.act(state, seat, game.ACTIONS.validate_python(action))
    except IllegalAction as illegal:
        return illegal
    return None
