"""Options, actions, state and board of Schocken."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, with_config
from typing_extensions import TypedDict

from dicearena_games.common import STRICT, Weiter
from dicearena_games.core import Options
from dicearena_games.pub.round import Round
from dicearena_games.pub.schocken_values import Kind, Reason, SchockOut, Tokens
from dicearena_games.pub.throws import Done, Roll, SixesRule, Turn, TurnLaid

Phase = Literal["play", "look", "over"]
Source = Literal["pile", "best", "half", "all"]
FINAL = 3
"""The number of the half that two losers play."""


class SchockenOptions(Options):
    """House rules of Schocken."""

    pile: Literal[13, 15] = Field(default=13, description="Deckel in the pile.")
    schock_out: SchockOut = Field(
        default="half", description="A Schock aus: the worst loses the half at once, or gets all Deckel."
    )
    turn_sixes: SixesRule = Field(
        default="fresh", description="Two sixes become a one: both just thrown, also one laid out, never."
    )
    hidden: bool = Field(default=False, description="All throw under their cups and lift them together.")


Action = Annotated[Roll | Turn | TurnLaid | Done | Weiter, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Scored:
    """How the newest round ended."""

    best: int
    worst: int
    kind: Kind
    """The best hand's class."""
    value: int | None
    """The best hand's Deckel; None for a Schock aus."""
    dealt: int
    source: Source
    best_by: Reason
    worst_by: Reason
    out: tuple[int, ...]
    """Who got out of the half by it."""
    loser: int | None
    """Who lost the half by it."""


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    options: SchockenOptions
    seats: int
    phase: Phase
    half: int
    """1, 2, or 3: the final."""
    round: int
    played: Round
    tokens: Tokens
    received: tuple[int, ...]
    """Deckel each seat got in all halves; from them come the placings."""
    lost: tuple[int, ...]
    """Who lost the halves so far; the final's loser too."""
    scored: Scored | None
    rare: tuple[int, ...]
    """Schock aus of each seat."""

    @property
    def turn(self) -> int | None:
        """The seat whose turn it is."""
        return self.played.turn


@with_config(STRICT)
class HandView(TypedDict):
    """The dice of a seat: laid out, and of the newest throw (null: hidden). ``tokens`` null with a kind: Schock aus."""

    laid: list[int]
    free: list[int] | None
    throws: int
    done: bool
    kind: Kind | None
    tokens: int | None


@with_config(STRICT)
class CupView(TypedDict):
    """What the reader has under the own cup."""

    dice: list[int]
    kind: Kind
    tokens: int | None


@with_config(STRICT)
class ScoredView(TypedDict):
    """How the round ended, and why: see `Scored`."""

    best: int
    worst: int
    kind: Kind
    value: int | None
    dealt: int
    source: Source
    best_by: Reason
    worst_by: Reason
    out: list[int]
    loser: int | None


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view; lists by seat. ``hands`` null: not in this round. ``cup`` only with hidden dice."""

    phase: Phase
    half: int
    round: int
    order: list[int]
    turn: int | None
    limit: int
    pile: int
    held: list[int]
    received: list[int]
    playing: list[int]
    lost: list[int]
    hands: list[HandView | None]
    scored: ScoredView | None
    cup: CupView | None
