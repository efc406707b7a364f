"""Options, actions, state and board of Shut the Box."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from typing import Annotated, Any, Literal, Self

from dicearena_contracts.base import Day
from pydantic import Field, StrictInt, model_validator, with_config
from typing_extensions import TypedDict

from dicearena_games.common import STRICT, Weiter
from dicearena_games.core import Options

Phase = Literal["play", "look", "over"]
DAY_ROUNDS = 3


class ShutTheBoxOptions(Options):
    """House rules of Shut the Box. With ``day`` it is the Tageswurf: three rounds (then the default), 12 flaps."""

    flaps: Literal[12, 9] = 12
    rounds: Literal[1, 3, 5] = 1
    day: Day | None = Field(default=None, description="The day of a Tageswurf; set by the lobby.")

    @model_validator(mode="before")
    @classmethod
    def _rounds_of_a_day(cls, data: Any) -> Any:
        if isinstance(data, dict) and data.get("day") is not None:
            return {"rounds": DAY_ROUNDS, **data}
        return data

    @model_validator(mode="after")
    def _whole_day(self) -> Self:
        if self.day is not None:
            date.fromisoformat(self.day)
            if self.flaps != 12 or self.rounds != DAY_ROUNDS:
                raise ValueError("a Tageswurf has 12 flaps and three rounds")
        return self


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw both dice."""

    __pydantic_config__ = STRICT
    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Close:
    """Close these flaps, ascending."""

    __pydantic_config__ = STRICT
    flaps: Annotated[tuple[StrictInt, ...], Field(max_length=12)]
    kind: Literal["close"] = "close"


Action = Annotated[Roll | Close | Weiter, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Box:
    """One seat's box."""

    open: tuple[int, ...]
    """Open flaps, ascending."""
    dice: tuple[int, int] | None = None
    """As thrown, until flaps are closed; stay when they close nothing."""
    out: bool = False
    rolls: int = 0
    """Throws of this round."""
    points: tuple[int, ...] = ()
    """Penalty of each scored round."""
    shuts: int = 0
    """How often it was shut in this match."""

    @property
    def done(self) -> bool:
        """Whether its round is played."""
        return self.out or not self.open


@dataclass(frozen=True, slots=True)
class State:
    """A whole match."""

    options: ShutTheBoxOptions
    phase: Phase
    round: int
    boxes: tuple[Box, ...]
    rolling: int | None
    """The seat whose throw is due."""


@with_config(STRICT)
class BoxView(TypedDict):
    """A box; ``open``, ``dice``, ``sum``, ``rolls`` null: hidden, and ``out``, ``shut`` are then not told (false)."""

    open: list[int] | None
    dice: list[int] | None
    out: bool
    shut: bool
    sum: int | None
    points: list[int]
    total: int
    rolls: int | None


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view; ``moves`` are the reader's, ``winner`` the one best seat of a finished match."""

    phase: Phase
    flaps: int
    round: int
    rounds: int
    day: str | None
    boxes: list[BoxView]
    moves: list[list[int]]
    winner: int | None
