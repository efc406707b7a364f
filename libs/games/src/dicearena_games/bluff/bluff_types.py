"""Options, actions, state and board of Bluff."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field, StrictInt, with_config
from typing_extensions import TypedDict

from dicearena_games.bluff.bluff_bids import Bid
from dicearena_games.common import STRICT, Weiter
from dicearena_games.core import Options

Phase = Literal["bid", "look", "over"]
CallKind = Literal["doubt", "exact"]


class BluffOptions(Options):
    """House rules of Bluff."""

    dice: Literal[3, 4, 5, 6] = Field(default=5, description="Dice each player starts with, and never exceeds.")
    show_chances: bool = Field(
        default=False, description="Everybody sees the chances of the bid on the table, given the own cup."
    )


@dataclass(frozen=True, slots=True)
class Raise:
    """Bid that at least ``count`` dice on the table show ``face``."""

    __pydantic_config__ = STRICT
    face: Annotated[StrictInt, Field(ge=1, le=6)]
    count: StrictInt
    kind: Literal["bid"] = "bid"


@dataclass(frozen=True, slots=True)
class Doubt:
    """Lift the cups: there are fewer."""

    __pydantic_config__ = STRICT
    kind: Literal["doubt"] = "doubt"


@dataclass(frozen=True, slots=True)
class Exact:
    """Lift the cups: there are exactly so many (Punktlandung)."""

    __pydantic_config__ = STRICT
    kind: Literal["exact"] = "exact"


Action = Annotated[Raise | Doubt | Exact | Weiter, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Counted:
    """A lifted cup."""

    seat: int
    dice: tuple[int, ...]
    plain: int
    """Dice that show the face of the bid."""
    jokers: int


@dataclass(frozen=True, slots=True)
class Reveal:
    """How the round ended."""

    kind: CallKind
    bid: Bid
    caller: int
    cups: tuple[Counted, ...]
    """In the order of counting: the bidder's first, then in turn."""
    total: int
    right: bool
    """The caller was right."""
    loser: int | None
    """Who lost a die."""
    gained: int
    """Dice the caller got back."""


@dataclass(frozen=True, slots=True)
class Record:
    """What lifted cups have shown of a seat.

    ``bids`` of those rounds, ``bare`` of them without one counting die of the own; ``tested`` bids that were doubted
    or called exact, ``untrue`` of them; ``doubts`` and ``exacts`` called, and how many were right.
    """

    bids: int = 0
    bare: int = 0
    tested: int = 0
    untrue: int = 0
    doubts: int = 0
    doubts_right: int = 0
    exacts: int = 0
    exacts_right: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    options: BluffOptions
    dice: tuple[int, ...]
    """Dice left per seat."""
    out_in: tuple[int, ...]
    """Per seat the round in which it went out; 0 while it plays."""
    phase: Phase
    round: int
    turn: int
    """Who decides; in a look, who starts the next round; at the end, the winner."""
    special: bool
    """This round is a Sonderrunde: no jokers, one face."""
    specials: tuple[bool, ...]
    """Who has had a Sonderrunde, this one too."""
    rolling: int | None
    """The seat whose throw is due."""
    cups: tuple[tuple[int, ...], ...]
    """Per seat the dice under its cup, ascending; empty before its throw and once the cups are lifted."""
    bids: tuple[Bid, ...]
    """The latest bids of this round."""
    reveal: Reveal | None
    record: tuple[Record, ...]


KEPT_BIDS = 20
"""Bids of a round that are kept, shown and judged: the latest."""


@with_config(STRICT)
class BidView(TypedDict):
    """A bid."""

    seat: int
    count: int
    face: int


@with_config(STRICT)
class CountedView(TypedDict):
    """A lifted cup: its dice, how many show the face, how many are jokers."""

    seat: int
    dice: list[int]
    plain: int
    jokers: int


@with_config(STRICT)
class RevealView(TypedDict):
    """How the round ended; ``cups`` in the order of counting, ``gained`` dice the caller got back."""

    kind: CallKind
    bid: BidView
    caller: int
    cups: list[CountedView]
    total: int
    right: bool
    loser: int | None
    gained: int


@with_config(STRICT)
class ChanceView(TypedDict):
    """Chances, given the reader's cup, that the bid on the table holds, and that it is exact."""

    at_least: float
    exactly: float


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view; ``own`` are the reader's dice, ``left`` everybody's number of dice.

    ``bids``: seat, count and face of the latest of this round, in order; ``bid`` is the last of them.
    ``special``: the round is a Sonderrunde; ``specials``: who has had one. ``record``: per seat the numbers of
    `Record`, in their order.
    """

    phase: Phase
    round: int
    turn: int
    left: list[int]
    special: bool
    specials: list[bool]
    bid: BidView | None
    bids: list[list[int]]
    reveal: RevealView | None
    record: list[list[int]]
    own: list[int] | None
    chance: ChanceView | None
