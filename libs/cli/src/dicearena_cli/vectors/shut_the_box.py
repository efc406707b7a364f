"""Shut the Box's kinds of vectors that rules alone answer."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, Final

from dicearena_games.boards import shut_the_box as game
from dicearena_games.boards.shut_moves import moves
from dicearena_games.boards.shut_types import Box, Close, Roll, ShutTheBoxOptions, State
from dicearena_games.core import IllegalAction

from dicearena_cli.vectors.kinds import Kinds, given


def flaps_of(case: dict[str, Any]) -> int:
    """The size of the box."""
    flaps: int = given(case, "flaps", ShutTheBoxOptions().flaps)
    return flaps


def _moves(case: dict[str, Any]) -> dict[str, Any]:
    found = moves(case["open"], case["dice"])
    return {"moves": [list(move) for move in found], "out": not found}


def _move_legal(case: dict[str, Any]) -> dict[str, Any]:
    first, second = case["dice"]
    box = Box(tuple(sorted(case["open"])), dice=(first, second))
    state = State(ShutTheBoxOptions(flaps=flaps_of(case)), "play", 1, (box,), None)
    try:
        _close(state, case["close"])
    except IllegalAction:
        return {"legal": False}
    return {"legal": True}


def _close(state: State, flaps: Sequence[int]) -> State:
    return game.act(state, 0, Close(tuple(sorted(flaps)))).state


def _replay(case: dict[str, Any]) -> dict[str, Any]:
    state = game.start(ShutTheBoxOptions(flaps=flaps_of(case)), 1).state
    closed = iter(case["closed_each_roll"])
    for roll in case["rolls"]:
        if state.phase != "play":
            break
        state = game.thrown(game.act(state, 0, Roll()).state, roll).state
        if not state.boxes[0].out:
            state = _close(state, next(closed))
    (box,) = state.boxes
    return {"open_at_end": list(box.open), "penalty": sum(box.open), "all_closed": not box.open}


KINDS: Final[Kinds] = {"moves": _moves, "move_legal": _move_legal, "replay": _replay}
