"""Plays one whole match in process: any game, any policies, dice from a seeded generator.

The same game, options, policies and seed give the same match. Used by `dicearena arena`, by tests and by load tools.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from typing import Any

from dicearena_games.core import ActionDict, DayThrow, Game, Options, Pause, Result, expand
from pydantic import ValidationError

from dicearena_players.policy import Policy, View

MAX_DECISIONS = 100_000
"""A match that takes more is taken for endless."""

Watch = Callable[[View, ActionDict], None]


class PolicyError(Exception):
    """A policy failed or gave an action that was not offered; says which seat, and what."""


def play(
    game: Game, options: Options, policies: Sequence[Policy], seed: str | int, watch: Watch | None = None
) -> Result:
    """Play a match to its end and give its result; ``policies`` sit in order of the seats.

    ``watch`` sees every decision. Raises PolicyError for a policy that fails or plays what is not legal, ValueError
    for a number of seats the game does not take.
    """
    dice = random.Random(f"{seed}/dice")
    minds = [random.Random(f"{seed}/seat/{seat}") for seat in range(len(policies))]
    house = options.model_dump(mode="json")
    days: dict[DayThrow, tuple[int, ...]] = {}
    decisions = [0] * len(policies)
    state = _settle(game, game.start(options, len(policies)).state, dice, days)
    for turn in range(MAX_DECISIONS):
        result = game.result(state)
        if result is not None:
            return result
        due = game.awaiting(state)
        if not due:
            raise RuntimeError(f"{game.KEY} waits for nobody and is not over")
        seat = due[turn % len(due)]
        view: View = {
            "game": game.KEY.value,
            "seat": seat,
            "decision": decisions[seat],
            "actions": game.legal(state, seat),
            "board": game.view(state, seat),
            "options": house,
        }
        action = _choose(policies[seat], view, minds[seat])
        decisions[seat] += 1
        if watch is not None:
            watch(view, action)
        state = _settle(game, game.act(state, seat, _parsed(game, view, action)).state, dice, days)
    raise RuntimeError(f"{game.KEY} did not end within {MAX_DECISIONS} decisions")


def _choose(policy: Policy, view: View, rng: random.Random) -> ActionDict:
    try:
        action = policy.choose(view, rng)
    except Exception as error:
        raise PolicyError(f"seat {view['seat']} ({type(policy).__name__}) failed: {error!r}") from error
    if not offered(view, action):
        raise PolicyError(f"seat {view['seat']} ({type(policy).__name__}) plays {action!r}, which was not offered")
    return action


def _parsed(game: Game, view: View, action: ActionDict) -> Any:
    try:
        return game.ACTIONS.validate_python(action)
    except ValidationError as error:
        raise PolicyError(f"seat {view['seat']} plays {action!r}: {error.errors()[0]['msg']}") from error


def offered(view: View, action: Any) -> bool:
    """Whether an action is one of those the view offers."""
    if not isinstance(action, dict):
        return False
    fields = {name: value for name, value in action.items() if name != "kind"}
    for domain in view["actions"]:
        named = domain["kind"] == action.get("kind") and fields.keys() == domain["fields"].keys()
        if named and all(_within(domain["fields"][name], value) for name, value in fields.items()):
            return True
    return False


def _within(domain: dict[str, Any], value: Any) -> bool:
    if domain["type"] == "list":
        return value in domain["values"]
    return any(value == one["it"] for one in expand({"kind": "", "fields": {"it": domain}}))


def _settle(game: Game, state: Any, dice: random.Random, days: dict[DayThrow, tuple[int, ...]]) -> Any:
    """Give the throws and end the pauses that are due, but leave one open in which seats still owe a decision."""
    while (due := game.wants(state)) is not None:
        if isinstance(due, Pause):
            if game.awaiting(state):
                return state
            state = game.waited(state).state
        elif due.daily is not None:
            if due.daily not in days:
                days[due.daily] = _throw(dice, due.count, due.faces)
            state = game.thrown(state, days[due.daily]).state
        else:
            state = game.thrown(state, _throw(dice, due.count, due.faces)).state
    return state


def _throw(dice: random.Random, count: int, faces: int) -> tuple[int, ...]:
    return tuple(int(dice.random() * faces) + 1 for _ in range(count))
