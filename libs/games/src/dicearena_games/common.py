"""What several games share: the look at a scored round, the action that ends it, cells as boards tell them."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import Any, Final, Literal, NoReturn

from pydantic import ConfigDict

from dicearena_games.core import DomainDict, Pause

STRICT: Final = ConfigDict(extra="forbid")
"""Config of every action dataclass: unknown fields are refused."""

LOOK: Final = Pause(8000)
"""The look at a scored round (E-7): anybody may end it, by itself it ends after 8 s."""


Refuse = Callable[..., NoReturn]
"""Raises a game's `IllegalAction`: the reason, and what it is about as keywords."""


@dataclass(frozen=True, slots=True)
class Weiter:
    """End the look at the scored round."""

    __pydantic_config__ = STRICT
    kind: Literal["weiter"] = "weiter"


def plain(kind: str) -> DomainDict:
    """The domain of an action without fields."""
    return {"kind": kind, "fields": {}}


def listed(kind: str, name: str, values: list[object]) -> DomainDict:
    """The domain of an action with one field that takes one of ``values``."""
    return {"kind": kind, "fields": {name: {"type": "list", "values": values}}}


def coded(cells: Iterable[int | None]) -> list[int]:
    """Cells as a board tells them, in few bytes: 0 is open, -1 holds no points, else the points."""
    return [0 if points is None else points or -1 for points in cells]


def decoded(cells: Iterable[int]) -> list[int | None]:
    """Points per cell again, None where it is open."""
    return [max(points, 0) if points else None for points in cells]


def at_table(seat: int, seats: int, phase: str, refuse: Refuse) -> None:
    """Refuse a seat that is not there, and anything once the game is over."""
    if not 0 <= seat < seats:
        refuse("no_seat", seat=seat)
    if phase == "over":
        refuse("over")


def on_turn(state: Any, seat: int, seats: int, refuse: Refuse) -> None:
    """Refuse anybody but the seat whose turn it is, and that one while its dice roll.

    The state has a ``phase``, a ``turn`` and ``rolling``.
    """
    at_table(seat, seats, state.phase, refuse)
    if seat != state.turn:
        refuse("not_your_turn", turn=state.turn)
    if state.rolling:
        refuse("wait_dice")


def ends_look(seat: int, seats: int, phase: str, action: Any, refuse: Refuse) -> bool:
    """Whether the action ends the look at a scored round, which any seat may.

    Refuses what has nothing to do with the rest of the rules: a seat that is not there, anything once the game is over,
    `Weiter` without a look, all else in a look.
    """
    at_table(seat, seats, phase, refuse)
    if isinstance(action, Weiter):
        if phase != "look":
            refuse("no_pause")
        return True
    if phase == "look":
        refuse("round_over")
    return False
