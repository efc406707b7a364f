"""Options, actions, state and board of Würfelraster."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictInt, with_config
from typing_extensions import TypedDict

from dicearena_games.boards.raster_lines import CELLS, LINES, Category
from dicearena_games.common import STRICT, Weiter
from dicearena_games.core import Options

Phase = Literal["enter", "over"]


class WuerfelrasterOptions(Options):
    """House rules of Würfelraster."""

    double_diagonals: bool = Field(default=True, description="Both diagonals count twice.")


@dataclass(frozen=True, slots=True)
class Enter:
    """Enter the sum on the table into a free cell (0–24, row by row)."""

    __pydantic_config__ = STRICT
    cell: StrictInt
    kind: Literal["enter"] = "enter"


Action = Annotated[Enter | Weiter, Field(discriminator="kind")]
"""There is no pause for ``weiter`` to end: it is known, as at every table, and refused."""


@dataclass(frozen=True, slots=True)
class Grid:
    """One seat's grid."""

    cells: tuple[int | None, ...] = (None,) * CELLS
    lines: tuple[Category | None, ...] = (None,) * len(LINES)
    """None: not full yet."""
    points: tuple[int | None, ...] = (None,) * len(LINES)
    """As they count: a doubled diagonal's are doubled."""
    total: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    options: WuerfelrasterOptions
    phase: Phase
    round: int
    """The throw now entered, or due; from 1."""
    dice: tuple[int, int] | None
    """None: the throw is due."""
    grids: tuple[Grid, ...]
    entered: tuple[int | None, ...]
    """Per seat the cell it has put this sum into; None: owed."""


@with_config(STRICT)
class GridView(TypedDict):
    """A grid: ``cells`` row by row, 0 while free; ``points`` of 5 rows, 5 columns and 2 diagonals as they count.

    A line's points are 0 while it is not full, -1 where it is and brings nothing.
    """

    cells: list[int]
    points: list[int]
    total: int


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view; ``mine`` is the cell into which the reader has put this sum."""

    phase: Phase
    round: int
    rounds: int
    thrower: int
    dice: list[int] | None
    sum: int | None
    entered: list[bool]
    grids: list[GridView]
    mine: int | None
