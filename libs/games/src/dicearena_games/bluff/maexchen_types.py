"""Options, actions, state and board of Mäxchen."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Annotated, Literal

from pydantic import Field, StrictInt, with_config
from typing_extensions import TypedDict

from dicearena_games.common import STRICT, Weiter
from dicearena_games.core import Options

Phase = Literal["claim", "answer", "look", "over"]
RevealKind = Literal["doubt", "show", "concede"]


class MaexchenOptions(Options):
    """House rules of Mäxchen."""

    lives: Literal[3, 5, 7] = 3
    double_maexchen: bool = Field(default=False, description="A claim of 21 costs two lives, conceding to it one.")
    blind_pass: bool = Field(default=False, description="The cup may be passed on unseen with a higher claim.")
    equal_claims: bool = Field(default=False, description="A claim may equal the one before.")
    show_maexchen: bool = Field(default=False, description="A real Mäxchen may be shown: all others lose a life.")
    show_chances: bool = Field(default=False, description="Everybody sees the chances of the claim on the table.")


@dataclass(frozen=True, slots=True)
class Claim:
    """Claim a value after looking."""

    __pydantic_config__ = STRICT
    value: StrictInt
    kind: Literal["claim"] = "claim"


@dataclass(frozen=True, slots=True)
class Show:
    """Show a real Mäxchen: everybody else loses a life."""

    __pydantic_config__ = STRICT
    kind: Literal["show"] = "show"


@dataclass(frozen=True, slots=True)
class Believe:
    """Believe the claim: throw anew and top it."""

    __pydantic_config__ = STRICT
    kind: Literal["believe"] = "believe"


@dataclass(frozen=True, slots=True)
class Doubt:
    """Lift the cup."""

    __pydantic_config__ = STRICT
    kind: Literal["doubt"] = "doubt"


@dataclass(frozen=True, slots=True)
class Pass:
    """Pass the cup on unseen with a higher claim."""

    __pydantic_config__ = STRICT
    value: StrictInt
    kind: Literal["pass"] = "pass"


@dataclass(frozen=True, slots=True)
class Concede:
    """Give one life to a claimed Mäxchen, the cup stays down."""

    __pydantic_config__ = STRICT
    kind: Literal["concede"] = "concede"


Action = Annotated[Claim | Show | Believe | Doubt | Pass | Concede | Weiter, Field(discriminator="kind")]


@dataclass(frozen=True, slots=True)
class Called:
    """A claim of this round."""

    seat: int
    value: int
    blind: bool


@dataclass(frozen=True, slots=True)
class Reveal:
    """How the round ended."""

    kind: RevealKind
    dice: tuple[int, int] | None
    claim: int | None
    claimer: int
    doubter: int | None
    lie: bool | None
    losers: dict[int, int] = field(default_factory=dict)
    """Lives lost per seat; never more than the seat had."""


@dataclass(frozen=True, slots=True)
class Record:
    """What lifted cups have shown of a seat."""

    lies: int = 0
    truths: int = 0
    doubts: int = 0
    doubts_right: int = 0


@dataclass(frozen=True, slots=True)
class State:
    """A whole game."""

    options: MaexchenOptions
    lives: tuple[int, ...]
    out_in: tuple[int, ...]
    """Per seat the round in which it went out; 0 while it plays."""
    phase: Phase
    round: int
    turn: int
    """Who decides; in a look, who starts the next round; at the end, the winner."""
    rolling: bool
    """The throw of ``turn`` is due."""
    dice: tuple[int, int] | None
    """Under the cup, higher first; None while nothing lies there and once the cup was lifted."""
    looker: int | None
    """Who threw what lies under the cup; nobody else knows it."""
    looked_claim: int | None
    """What the looker claimed of it."""
    claim: int | None
    claimer: int | None
    blind: bool
    claims: tuple[Called, ...]
    """The latest claims of this round (equal claims have no end, so only the last `KEPT_CLAIMS`)."""
    reveal: Reveal | None
    record: tuple[Record, ...]
    maexchen: tuple[int, ...]
    """Real Mäxchen each seat threw that were lifted or shown."""


KEPT_CLAIMS = 24


@with_config(STRICT)
class CalledView(TypedDict):
    """A claim of this round."""

    seat: int
    value: int
    blind: bool


@with_config(STRICT)
class RevealView(TypedDict):
    """How the round ended; ``losers`` are lives lost by seat number."""

    kind: RevealKind
    dice: list[int] | None
    claim: int | None
    claimer: int
    doubter: int | None
    lie: bool | None
    losers: dict[str, int]


@with_config(STRICT)
class RecordView(TypedDict):
    """What lifted cups have shown of a seat: claims made after a look (lies + truths), and doubts."""

    claims: int
    lies: int
    truths: int
    doubts: int
    doubts_right: int


@with_config(STRICT)
class ChanceView(TypedDict):
    """Chances of a fresh throw against the claim on the table."""

    at_least: float
    above: float


@with_config(STRICT)
class Board(TypedDict):
    """The board of a view; ``dice`` only for the seat that looked under the present cup."""

    phase: Phase
    round: int
    turn: int
    lives: list[int]
    claim: int | None
    claimer: int | None
    blind: bool
    dice: list[int] | None
    claims: list[CalledView]
    reveal: RevealView | None
    record: list[RecordView]
    order: list[int]
    chance: ChanceView | None
