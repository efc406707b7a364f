"""Options, actions, state and board of Dice Cup."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, with_config
from typing_extensions import TypedDict

from dicearena_games.boards.cup_scores import CATEGORIES, Category
from dicearena_games.common import STRICT, Weiter
from dicearena_games.core import Options

Phase = Literal["cup", "open", "covered", "look", "over"]


class DiceCupOptions(Options):
    """House rules of Dice Cup."""

    eye_open: Literal[1, 2, 3, 4, 5, 6, 7, 8, 9, 10] = Field(
        default=3, description="Seconds for which the dice are shown before the choice."
    )
    columns: Literal[1, 2, 3] = Field(default=1, description="How often each category may be scored.")


@dataclass(frozen=True, slots=True)
class Lift:
    """Throw the dice and lift the cup for the eye-open time."""

    __pydantic_config__ = STRICT
    kind: Literal["lift"] = "lift"


@dataclass(frozen=True, slots=True)
class Cross:
    """Choose the category to score this round; final."""

    __pydantic_config__ = STRICT
    category: Category
    kind: Literal["cross"] = "cross"


Action = Annotated[Lift | Cross | Weiter, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Sheet:
    """One seat's sheet."""

    columns: tuple[tuple[int | None, ...], ...]
    """Points by column, then in the order of `CATEGORIES`; a category's columns are filled from the left."""
    parts: tuple[int, int, int] = (0, 0, 0)
    """Sums of the upper, middle and lower part."""

    @property
    def total(self) -> int:
        """All points."""
        return sum(self.parts)

    @property
    def open(self) -> tuple[Category, ...]:
        """The categories that may still be chosen."""
        return tuple([name for name, points in zip(CATEGORIES, self.columns[-1], strict=True) if points is None])


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    options: DiceCupOptions
    phase: Phase
    round: int
    throwing: bool
    """The throw of this round is due."""
    dice: tuple[int, ...] | None
    """By colour; None until they are thrown."""
    crosses: tuple[Category | None, ...]
    """Per seat; None: owed."""
    sheets: tuple[Sheet, ...]


@with_config(STRICT)
class SheetView(TypedDict):
    """A sheet: ``columns`` in the order of the categories, 0 is open, -1 brought nothing, else the points.

    ``parts`` are the points of upper, middle and lower part.
    """

    columns: list[list[int]]
    parts: list[int]
    total: int


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view.

    ``dice``, two of colour 1 first, then two of colour 2, …, are ``[face, x, y, turn]`` in the reader's perspective: x
    and y (away from him) in % of the cup's radius, ``turn`` in degrees. They are null while covered; ``cross`` is the
    reader's own; ``scores`` and ``crosses`` (all seats') are null until the reveal.
    """

    phase: Phase
    round: int
    rounds: int
    holder: int
    crossed: list[bool]
    sheets: list[SheetView]
    scores: list[int] | None
    crosses: list[Category | None] | None
    dice: list[list[int]] | None
    cross: Category | None
