"""What the sheet games share: options, actions, state and board."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Generic, Literal, TypeVar

from pydantic import Field, StrictInt, with_config
from typing_extensions import TypedDict

from dicearena_games.common import STRICT
from dicearena_games.core import Options

Phase = Literal["draw", "announce", "roll", "throw", "type", "play", "over"]
"""``draw``: a lot is due; ``announce``: a field must be named; ``roll``: the turn begins; ``throw``: a throw is due;
``type``: the seat owes its own dice; ``play``: keep dice or fill a field."""


class SheetOptions(Options):
    """House rules of every sheet game."""

    own_dice: bool = Field(
        default=False, description="Real dice, typed in by the players; such a game never counts for leaderboards."
    )


OptionsT = TypeVar("OptionsT", bound=SheetOptions)


@dataclass(frozen=True, slots=True)
class Roll:
    """Make the first throw of the turn."""

    __pydantic_config__ = STRICT
    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class Keep:
    """Keep the dice at these positions (from 0, ascending) and throw the others; where dice stay, these stay too."""

    __pydantic_config__ = STRICT
    dice: Annotated[tuple[StrictInt, ...], Field(max_length=5)]
    kind: Literal["keep"] = "keep"


@dataclass(frozen=True, slots=True)
class Typed:
    """Say what real dice show: each die of the ascending throw plus its index from 0, so that no number comes twice.

    1-1-3-6-6 is ``[1, 2, 5, 9, 10]``; see `dicearena_games.sheets.own_dice`.
    """

    __pydantic_config__ = STRICT
    dice: Annotated[tuple[StrictInt, ...], Field(max_length=5)]
    kind: Literal["typed"] = "typed"


@dataclass(frozen=True, slots=True)
class Write:
    """Enter what the dice bring: an index into ``cells`` of a sheet."""

    __pydantic_config__ = STRICT
    field: StrictInt
    kind: Literal["write"] = "write"


@dataclass(frozen=True, slots=True)
class Strike:
    """Fill a field with 0: an index into ``cells`` of a sheet."""

    __pydantic_config__ = STRICT
    field: StrictInt
    kind: Literal["strike"] = "strike"


@dataclass(frozen=True, slots=True)
class Announce:
    """Name the field: an index into ``fields``."""

    __pydantic_config__ = STRICT
    field: StrictInt
    kind: Literal["announce"] = "announce"


Action = Annotated[Roll | Keep | Typed | Write | Strike, Field(discriminator="kind")]
AnnouncingAction = Annotated[Roll | Keep | Typed | Write | Strike | Announce, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat's sheet."""

    cells: tuple[int | None, ...]
    """Points per cell, None while open; several columns one after another."""
    extra: int = 0
    """Points beside the cells."""
    rare: int = 0
    """Rare throws so far."""


@dataclass(frozen=True, slots=True)
class State(Generic[OptionsT]):
    """A whole game."""

    options: OptionsT
    sheets: tuple[Sheet, ...]
    phase: Phase
    round: int
    turn: int
    """Who decides; while a field is announced for all, who announces."""
    dice: tuple[int, ...] = ()
    """Faces by position; empty before the first throw of a turn."""
    kept: tuple[int, ...] = ()
    """Positions kept at the last throw, ascending."""
    throws: int = 0
    """Throws made in this turn."""
    called: int | None = None
    """The field announced or drawn (an index into the game's fields)."""
    entered: tuple[int, ...] = ()
    """Points the seats entered in this round, in playing order."""
    winner: int | None = None
    """Who won at once, before the sheets were full."""


@with_config(STRICT)
class SheetView(TypedDict):
    """A sheet; ``cells``: 0 is open, -1 is struck, else the points."""

    cells: list[int]
    total: int


@with_config(STRICT)
class Board(TypedDict):
    """The board of every sheet game; ``kept`` are positions in ``dice``, ``called`` is an index into the game's fields.

    ``worth``: per cell what the dice would bring now, -1 where that is nothing, 0 where the cell may not be filled;
    null for everybody but the seat that may fill one. ``winners``: the best seats, once the game is over.
    """

    phase: Phase
    round: int
    rounds: int
    turn: int
    columns: int
    throws: int
    throws_most: int
    dice: list[int]
    kept: list[int]
    stay: bool
    called: int | None
    entered: list[int]
    winners: list[int]
    sheets: list[SheetView]
    worth: list[int] | None
