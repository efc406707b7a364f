"""Commands to a table and what comes back."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field, model_validator

from dicearena_contracts.base import CommandId, Day, Entropy, Message, Name, PersonId, TableId, Whole
from dicearena_contracts.catalogue import CLOCKS, MAX_HUMANS, MAX_SEATS, STAKES, GameKey, Level
from dicearena_contracts.text import Options


class TableSettings(Message):
    """The house rules of one table."""

    game: GameKey
    options: Options = Field(default_factory=dict, description="The game's own options; missing ones default.")
    clock: Annotated[Whole, Field(json_schema_extra={"enum": list(CLOCKS)})] | None = Field(
        default=120, description="Seconds per decision, or null for no clock."
    )
    turbo: bool = Field(default=False, strict=True, description="Computers answer at once and pauses are short.")
    stake: Whole = Field(
        default=0,
        description="Leaderboard points each human pays in.",
        json_schema_extra={"enum": list(STAKES)},
    )

    @model_validator(mode="after")
    def _known_values(self) -> TableSettings:
        if self.clock is not None and self.clock not in CLOCKS:
            raise ValueError(f"clock must be one of {CLOCKS} or null")
        if self.stake not in STAKES:
            raise ValueError(f"stake must be one of {STAKES}")
        return self


class Seat(Message):
    """Who sits where when the table starts."""

    person: PersonId | None = Field(default=None, description="A human's id; null for a computer.")
    name: Name
    level: Level | None = Field(default=None, description="A computer's level; null for a human.")
    entropy: Entropy | None = Field(default=None, description="A human's share in the dice.")

    @model_validator(mode="after")
    def _one_or_the_other(self) -> Seat:
        if (self.person is None) == (self.level is None):
            raise ValueError("a seat is either a person's or a computer's")
        return self


class DailySpec(Message):
    """Marks a Tageswurf table."""

    day: Day
    closes_at: int = Field(description="Unix time in ms at which unfinished attempts are counted.")
    official: bool = Field(description="The first attempt of the day; others are practice.")


class OpenTable(Message):
    """The lobby's request that starts a game; content of record 1. Idempotent."""

    table: TableId
    settings: TableSettings
    seats: tuple[Seat, ...] = Field(min_length=1, max_length=MAX_SEATS)
    commitment: str = Field(description="SHA-256 of the table's dice secret, hex.", pattern=r"^[0-9a-f]{64}$")
    daily: DailySpec | None = None

    @model_validator(mode="after")
    def _humans(self) -> OpenTable:
        humans = [s.person for s in self.seats if s.person is not None]
        if len(humans) > MAX_HUMANS or len(set(humans)) != len(humans):
            raise ValueError("at most four different humans sit at a table")
        return self


class OpenReply(Message):
    """The table runs."""

    n: int


class Act(Message):
    """Answer a decision."""

    kind: Literal["act"] = "act"
    decision: int = Field(ge=0, description="The number of the decision answered, from the view.")
    action: dict[str, Any] = Field(description="{'kind': …, fields…}, one of the view's actions.")


class Leave(Message):
    """Give the seat to the stand-in for good, or until coming back."""

    kind: Literal["leave"] = "leave"


class Back(Message):
    """Take the own seat back."""

    kind: Literal["back"] = "back"


Deed = Annotated[Act | Leave | Back, Field(discriminator="kind")]


class HumanCommand(Message):
    """What a person wants done; the gateway vouches for the person."""

    table: TableId
    person: PersonId
    command: CommandId
    seen: int = Field(ge=0, description="Newest record number the sender saw.")
    deed: Deed


class BotCommand(Message):
    """What a computer plays."""

    table: TableId
    seat: int = Field(ge=0, lt=MAX_SEATS)
    command: CommandId
    seen: int = Field(ge=0)
    decision: int = Field(ge=0)
    action: dict[str, Any]


class CommandReply(Message):
    """The command is in the log, and the views are out."""

    n: int = Field(description="Record number of the command.")
    repeated: bool = Field(default=False, description="It had been done before; nothing was done twice.")


class ViewRequest(Message):
    """Ask for the present view; ``person`` null, or not seated, gets the watcher's."""

    table: TableId
    person: PersonId | None = None
    seen: int = Field(default=0, ge=0)


class ReplayRequest(Message):
    """Ask for everything about a finished table."""

    table: TableId
    person: PersonId | None = None


class ResultRequest(Message):
    """Ask the log itself for a result; the message in the queue is only the word that there is one."""

    table: TableId


class AdminRequest(Message):
    """The host's word on a table; only closing so far."""

    action: Literal["close"] = "close"
    table: TableId
    command: CommandId


class BotTurn(Message):
    """One decision waiting for a computer. Holds exactly what that seat may see."""

    table: TableId
    game: GameKey
    seat: int
    decision: int
    level: Level
    n: int = Field(description="Record number of the view.")
    seed: str = Field(description="Hex; an HMAC over table, seat and decision under the rules' key.")
    not_before: int = Field(description="Unix time in ms before which the answer would be inhumanly fast.")
    view: dict[str, Any]
