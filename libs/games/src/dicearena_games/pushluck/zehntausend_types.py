"""Options, actions, state and board of Zehntausend."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictInt, with_config
from typing_extensions import TypedDict

from dicearena_games.common import STRICT
from dicearena_games.core import Options
from dicearena_games.pushluck.zehntausend_scoring import Scoring

Phase = Literal["start", "take", "over"]
EndKind = Literal["wrote", "bust", "overshot"]


class ZehntausendOptions(Options):
    """House rules of Zehntausend."""

    target: Literal[5000, 10000] = 10000
    entry: Literal[0, 300, 350, 500, 750, 1000] = Field(
        default=350, description="Points a turn needs to be a player's first one written."
    )
    more_alike: Literal["double", "add"] = Field(
        default="double", description="Four alike and more: the triple doubles with each die, or is added once more."
    )
    straight: Literal[1500, 2000] = 1500
    three_pairs: Literal["different", "four_plus_two", "off"] = Field(
        default="different",
        description="Three pairs score 1500: three different ones, also four and two alike, or not.",
    )
    triple_bust: bool = Field(default=False, description="Three Nieten in a row cost 500 points.")
    exact: bool = Field(default=False, description="Exactly on target: a turn that goes beyond is not written.")
    pile_on: bool = Field(
        default=False, description="Aufsetzen: one may go on with the points and dice the seat before has written."
    )

    @property
    def scoring(self) -> Scoring:
        """What decides the worth of dice."""
        return Scoring(self.more_alike, self.straight, self.three_pairs)


@dataclass(frozen=True, slots=True)
class Roll:
    """Begin the turn with all six dice."""

    __pydantic_config__ = STRICT
    kind: Literal["roll"] = "roll"


@dataclass(frozen=True, slots=True)
class PileOn:
    """Begin the turn with the points and the dice the seat before has left."""

    __pydantic_config__ = STRICT
    kind: Literal["pile_on"] = "pile_on"


@dataclass(frozen=True, slots=True)
class Go:
    """Lay these dice out (ascending) and throw on with the rest."""

    __pydantic_config__ = STRICT
    take: Annotated[tuple[StrictInt, ...], Field(max_length=6)]
    kind: Literal["go"] = "go"


@dataclass(frozen=True, slots=True)
class Write:
    """Lay these dice out (ascending) and write the points of the turn."""

    __pydantic_config__ = STRICT
    take: Annotated[tuple[StrictInt, ...], Field(max_length=6)]
    kind: Literal["write"] = "write"


Action = Annotated[Roll | PileOn | Go | Write, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Score:
    """A seat's sheet."""

    total: int = 0
    entered: bool = False
    """Has written before."""
    misses: int = 0
    """Nieten in a row; counted where three of them cost points."""
    best: int | None = None
    """The best turn written."""


@dataclass(frozen=True, slots=True)
class Offer:
    """What the seat before has written and left: points of its turn and dice to throw on with."""

    seat: int
    points: int
    dice: int


@dataclass(frozen=True, slots=True)
class Last:
    """How the turn before ended: its points (lost unless written), the last throw, what was taken of it."""

    seat: int
    kind: EndKind
    points: int
    dice: tuple[int, ...]
    taken: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    options: ZehntausendOptions
    scores: tuple[Score, ...]
    phase: Phase
    round: int
    turn: int
    rolling: bool
    """A throw of ``free`` dice is due."""
    free: int
    """Dice of the throw that is due or lies."""
    dice: tuple[int, ...]
    """The throw that lies, ascending; empty before the first."""
    laid: tuple[int, ...]
    """Laid out before, since all six were last thrown."""
    points: int
    """Points of the turn so far, those piled on included."""
    piled: int
    """Points of the turn that were the seat's before."""
    offer: Offer | None
    """What may be piled on, where that is played."""
    final: int | None
    """The seat that reached the target; the others have one more turn."""
    last: Last | None


@with_config(STRICT)
class ScoreView(TypedDict):
    """A seat's sheet; ``misses`` are Nieten in a row, counted where three of them cost points."""

    total: int
    entered: bool
    misses: int


@with_config(STRICT)
class TakeView(TypedDict):
    """Dice that may be laid out, and their points."""

    dice: list[int]
    points: int


@with_config(STRICT)
class OfferView(TypedDict):
    """What may be piled on: points, and dice to throw on with."""

    seat: int
    points: int
    dice: int


@with_config(STRICT)
class LastView(TypedDict):
    """How the turn before ended."""

    seat: int
    kind: EndKind
    points: int
    dice: list[int]
    taken: list[int]


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view; ``bust`` are the exact chances of a Niete with 1 to 6 dice under these house rules.

    ``dice`` is the throw that lies, ``takes`` what may be laid out of it, ``laid`` what lies already; ``points`` are
    those of the turn so far, ``piled`` of them taken over. ``final`` is the seat that reached the target.
    ``mine``: the decision is the reader's.
    """

    phase: Phase
    round: int
    turn: int
    target: int
    scores: list[ScoreView]
    free: int
    dice: list[int] | None
    laid: list[int]
    takes: list[TakeView]
    points: int
    piled: int
    offer: OfferView | None
    final: int | None
    last: LastView | None
    bust: list[float]
    mine: bool
