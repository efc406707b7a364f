"""Options, actions, state and board of Chicago."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Final, Literal, Self

from pydantic import BeforeValidator, Field, model_validator, with_config
from typing_extensions import TypedDict

from dicearena_games.common import STRICT, Weiter
from dicearena_games.core import Options, senseless
from dicearena_games.pub.chicago_tokens import Move, Stage, Stand, Way
from dicearena_games.pub.chicago_values import Call, Direction, Ones, Reason, Sixes
from dicearena_games.pub.round import Round
from dicearena_games.pub.throws import Done, Roll, SixesRule, Turn, TurnLaid

Phase = Literal["draw", "play", "announce", "look", "over"]
ANNOUNCED: Final = ("basis", "bayrisch", "tschigg")
"""The ways in which whoever leads announces how the round is scored."""
LAST_TARGET: Final = 12


class ChicagoOptions(Options):
    """House rules of Chicago: the way to play, and what goes with it."""

    way: Way = Field(default="pub", description="The pub way, the rounds 2 to 12, or one of the ways with announcing.")
    turn_sixes: SixesRule = Field(
        default="fresh", description="Two sixes become a one: both just thrown, also one laid out, never."
    )
    play_down: bool = Field(default=True, description="Pub way: the Filze dealt are played down (Runterspielen).")
    searches: Literal[1, 3, 5, 10] = Field(default=1, description="Basis: so many losers are searched.")

    @model_validator(mode="after")
    def _fits_the_way(self) -> Self:
        if not self.play_down and self.way != "pub":
            raise senseless("error.play_down_pub_only", "playing down is for the pub way to leave out")
        if self.searches != 1 and self.way != "basis":
            raise senseless("error.searches_basis_only", "only Basis has several searches")
        if self.turn_sixes != "fresh" and self.way == "rounds":
            raise senseless("error.no_sixes_in_rounds", "no sixes are turned in the rounds 2 to 12")
        return self


def _whole(value: object) -> object:
    """A literal 1 would take True and 1.0 too."""
    if type(value) is not int:
        raise ValueError("not a whole number")
    return value


@dataclass(frozen=True, slots=True)
class Announce:
    """Announce what ones and sixes count, and whether high or low wins."""

    __pydantic_config__ = STRICT
    ones: Annotated[Ones, BeforeValidator(_whole)]
    sixes: Annotated[Sixes, BeforeValidator(_whole)]
    direction: Direction
    kind: Literal["announce"] = "announce"


@dataclass(frozen=True, slots=True)
class Sand:
    """Announce Sand (Tschigg): only whether there is a one or a six."""

    __pydantic_config__ = STRICT
    kind: Literal["sand"] = "sand"


Action = Annotated[Roll | Turn | TurnLaid | Done | Announce | Sand | Weiter, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Scored:
    """How the newest round ended."""

    move: Move
    best: int | None
    worst: int | None
    best_by: Reason | None
    worst_by: Reason | None
    safe: tuple[int, ...]
    """Who got safe in it."""


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    options: ChicagoOptions
    seats: int
    phase: Phase
    round: int
    played: Round
    stand: Stand
    call: Call | None
    """How the round is scored; None until it was announced."""
    scored: Scored | None
    rare: tuple[int, ...]
    """Chicagos of each seat."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is to throw or to announce."""
        return self.played.order[0] if self.phase == "announce" else self.played.turn


@with_config(STRICT)
class HandView(TypedDict):
    """The dice of a seat: laid out, and of the newest throw. ``value`` null: not announced, or nothing thrown."""

    laid: list[int]
    free: list[int]
    throws: int
    done: bool
    value: int | None
    sand: bool
    chicago: bool


@with_config(STRICT)
class CallView(TypedDict):
    """The announcement, for all to see during the whole round; ``limit``: the most throws."""

    ones: Ones | None
    sixes: Sixes | None
    direction: Literal["high", "low", "sand"]
    limit: int


@with_config(STRICT)
class WorthView(TypedDict):
    """What the own dice are worth under a way to count ones and sixes."""

    ones: Ones
    sixes: Sixes
    value: int


@with_config(STRICT)
class ScoredView(TypedDict):
    """How the round ended, and why: see `Scored`."""

    move: Move
    best: int | None
    worst: int | None
    best_by: Reason | None
    worst_by: Reason | None
    safe: list[int]


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view; lists by seat. ``hands`` null: not in this round. ``worth`` only for who announces.

    ``hits``: the targets hit in the rounds 2 to 12; those up to ``target`` that a seat threw at and did not hit are
    missed. Empty in the other ways.
    """

    phase: Phase
    way: Way
    stage: Stage
    round: int
    target: int | None
    search: int
    order: list[int]
    turn: int | None
    limit: int
    pile: int
    held: list[int]
    gone: int
    playing: list[int]
    safe: list[int]
    hits: list[list[int]]
    hands: list[HandView | None]
    announced: CallView | None
    scored: ScoredView | None
    loser: int | None
    worth: list[WorthView] | None
