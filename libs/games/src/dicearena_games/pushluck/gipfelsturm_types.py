"""Options, actions, state and board of Gipfelsturm."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictInt, with_config
from typing_extensions import TypedDict

from dicearena_games.common import STRICT
from dicearena_games.core import Options

Phase = Literal["roll", "go", "over"]
EndKind = Literal["saved", "bust"]


class GipfelsturmOptions(Options):
    """House rules of Gipfelsturm."""

    summits: Literal[3, 2] = Field(default=3, description="Summits that win.")


@dataclass(frozen=True, slots=True)
class Roll:
    """Throw the four dice."""

    __pydantic_config__ = STRICT
    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Go:
    """Step up these lanes, ascending; the same one twice for two steps."""

    __pydantic_config__ = STRICT
    lanes: Annotated[tuple[StrictInt, ...], Field(max_length=2)]
    kind: Literal["go"] = "go"


@dataclass(frozen=True, slots=True)
class Save:
    """Keep the progress of the turn and end it."""

    __pydantic_config__ = STRICT
    kind: Literal["save"] = "save"


Action = Annotated[Roll | Go | Save, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Last:
    """How the turn before ended: steps saved or lost, and the last throw."""

    seat: int
    kind: EndKind
    steps: int
    dice: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    options: GipfelsturmOptions
    stones: tuple[tuple[int, ...], ...]
    """Per seat the fields reached on lanes 2 to 12; 0: none."""
    owners: tuple[int | None, ...]
    """Who owns the summits of lanes 2 to 12; an owned lane is closed."""
    phase: Phase
    round: int
    turn: int
    rolling: bool
    dice: tuple[int, ...]
    """The latest throw of the turn; empty before it and while one is due."""
    runners: tuple[tuple[int, int], ...]
    """Lanes with the fields of the runners, by ascending lane."""
    steps: int
    """Steps of this turn."""
    last: Last | None


@with_config(STRICT)
class RunnerView(TypedDict):
    """A runner of the turn."""

    lane: int
    field: int


@with_config(STRICT)
class MoveView(TypedDict):
    """Lanes one may step up, and the exact chance of a Niete if one throws on after it."""

    lanes: list[int]
    bust: float


@with_config(STRICT)
class LastView(TypedDict):
    """How the turn before ended: steps saved or lost, and the last throw."""

    seat: int
    kind: EndKind
    steps: int
    dice: list[int]


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view. Lists of eleven stand for lanes 2 to 12.

    ``need`` are the summits that win, ``stones`` fields reached per seat, ``owners`` whose a summit is, ``summits``
    how many a seat owns. ``bust`` is the exact chance that a throw with the present runners is a Niete (at the end:
    null). ``steps`` are those of the turn, ``mine``: the decision is the reader's.
    """

    phase: Phase
    round: int
    turn: int
    need: int
    lengths: list[int]
    stones: list[list[int]]
    owners: list[int | None]
    summits: list[int]
    runners: list[RunnerView]
    steps: int
    dice: list[int] | None
    moves: list[MoveView]
    bust: float | None
    last: LastView | None
    mine: bool
