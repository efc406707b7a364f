"""People, tables before and around the game, chat, and who is connected."""

from __future__ import annotations

from enum import StrEnum
from typing import Annotated, Literal

from pydantic import Field

from dicearena_contracts.base import Day, Entropy, Message, Name, PersonId, Revision, TableId
from dicearena_contracts.catalogue import Level
from dicearena_contracts.rules import TableSettings
from dicearena_contracts.text import ChatText


class Person(Message):
    """A guest."""

    id: PersonId
    name: Name


class PersonRequest(Message):
    """Make a guest (``id`` null), or rename or look up one."""

    id: PersonId | None = None
    name: Name | None = Field(default=None, description="Null: keep the name.")


class TableStatus(StrEnum):
    """Where a lobby table stands; it only moves forward."""

    OPEN = "open"
    STARTING = "starting"
    RUNNING = "running"
    FINISHED = "finished"
    CLOSED = "closed"


class LobbySeat(Message):
    """A seat at an open table: a person, a computer, or nobody."""

    person: PersonId | None = None
    name: Name | None = None
    level: Level | None = None
    ready: bool = False
    online: bool = False

    @property
    def free(self) -> bool:
        """Nobody sits here."""
        return self.person is None and self.level is None


class LobbyTable(Message):
    """A table as everybody in the lobby may see it. Entropy is never in it."""

    id: TableId
    name: Name
    host: PersonId
    settings: TableSettings
    seats: tuple[LobbySeat, ...]
    status: TableStatus
    commitment: str
    listed: bool = Field(default=True, description="False: reached by link only (solo and daily tables).")
    day: Day | None = None
    official: bool = False
    created_at: int
    rev: int = Field(default=0, description="Grows with every change.")
    rematch: TableId | None = Field(default=None, description="The next table with the same people and rules.")
    watchers: int = 0


class TableRequest(Message):
    """A person asks something of a table."""

    table: TableId
    person: PersonId


class OpenRequest(Message):
    """Open a table; the opener is its host and sits down."""

    person: PersonId
    name: Name
    settings: TableSettings
    seats: int = Field(ge=1, le=6)
    computers: tuple[Level, ...] = Field(default=(), max_length=5, description="Seated at once, behind the host.")
    listed: bool = True


class DailyOpenRequest(Message):
    """Open (or find) today's attempt at the Tageswurf; practice only after the official one is over."""

    person: PersonId
    practice: bool = False


class ReadyRequest(TableRequest):
    """Ready, with 16 bytes of own entropy; possible only after the commitment was shown."""

    entropy: Entropy
    commitment: str = Field(description="The commitment the person was shown; must be the table's.")
    rev: Revision | None = Field(
        default=None, description="The table's revision the person was shown; refused where the rules changed since."
    )


class SettingsRequest(TableRequest):
    """The host changes the rules; everybody's readiness falls."""

    settings: TableSettings
    name: Name | None = None


class SeatsRequest(TableRequest):
    """The host sets the number of seats and which of them computers take. People keep their seats."""

    seats: int = Field(ge=1, le=6)
    computers: dict[int, Level] = Field(default_factory=dict, description="Seat index → level; only free seats.")


class StartRequest(TableRequest):
    """The host starts once all people are ready. Free seats vanish, or ``fill`` seats computers there."""

    fill: Level | None = None


class ListRequest(Message):
    """Ask for the tables: those in the lobby, or all."""

    unlisted: bool = Field(default=False, description="Also those reached by link only (solo and daily tables).")


class TableList(Message):
    """The tables one may see in the lobby."""

    tables: tuple[LobbyTable, ...]


class GetRequest(Message):
    """Ask for one table, with its chat."""

    table: TableId


class ChatRequest(TableRequest):
    """Say something at a table."""

    text: ChatText


class ChatLine(Message):
    """What somebody said."""

    at: int
    person: PersonId
    name: Name
    text: ChatText


class TableDetail(Message):
    """A table and its newest chat lines."""

    table: LobbyTable
    chat: tuple[ChatLine, ...] = ()


class PresenceRequest(Message):
    """A gateway reports which people have which table open; repeated every 20 s, forgotten after 60 s."""

    gateway: str
    tables: dict[TableId, tuple[PersonId, ...]] = Field(description="All tables with a socket here; full state.")
    watchers: dict[TableId, int] = Field(default_factory=dict)


class FinishedRequest(Message):
    """Stats tells the lobby that a table's result is stored."""

    table: TableId
    scored: bool


class TableChanged(Message):
    """Broadcast to gateways: a table is new or different."""

    kind: Literal["table"] = "table"
    table: LobbyTable


class ChatSaid(Message):
    """Broadcast to gateways: a chat line."""

    kind: Literal["chat"] = "chat"
    table: TableId
    line: ChatLine


LobbyChanged = Annotated[TableChanged | ChatSaid, Field(discriminator="kind")]
