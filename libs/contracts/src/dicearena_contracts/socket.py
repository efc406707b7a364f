"""What goes over the web socket. One socket per browser; every frame is a JSON object with a type ``t``."""

from __future__ import annotations

from enum import IntEnum
from typing import Annotated, Final, Literal

from pydantic import Field

from dicearena_contracts.base import CommandId, Entropy, Message, Revision, TableId
from dicearena_contracts.errors import WireError
from dicearena_contracts.lobby import ChatLine, LobbyTable, Person
from dicearena_contracts.rules import Deed
from dicearena_contracts.text import ChatText
from dicearena_contracts.view import TableView

SOCKET_VERSION: Final = 1


class CloseCode(IntEnum):
    """Why the server closed the socket (RFC 6455 private range)."""

    GOING_AWAY = 1001
    NOT_SIGNED_IN = 4401
    FORBIDDEN_ORIGIN = 4403
    WRONG_VERSION = 4406
    TOO_SLOW = 4408
    TOO_LARGE = 4413
    TOO_MANY = 4429
    TOO_MANY_SOCKETS = 4430


class Hello(Message):
    """First frame of a client."""

    t: Literal["hello"] = "hello"
    v: int
    locale: str = Field(default="de", max_length=10)


class Watch(Message):
    """Open a table: its views, lobby state and chat follow. ``seen`` 0 asks for the latest events as well."""

    t: Literal["watch"] = "watch"
    table: TableId
    seen: int = Field(default=0, ge=0)


class Unwatch(Message):
    """Close a table."""

    t: Literal["unwatch"] = "unwatch"
    table: TableId


class WatchLobby(Message):
    """Follow the table list, or stop following it."""

    t: Literal["lobby"] = "lobby"
    on: bool = True


class Command(Message):
    """Do something in the game."""

    t: Literal["do"] = "do"
    id: CommandId
    table: TableId
    seen: int = Field(ge=0)
    deed: Deed


class Say(Message):
    """Chat."""

    t: Literal["say"] = "say"
    table: TableId
    text: ChatText


class Ready(Message):
    """Ready with entropy."""

    t: Literal["ready"] = "ready"
    table: TableId
    entropy: Entropy
    commitment: str
    rev: Revision | None = None


class Ping(Message):
    """Ask for a pong with the server's time."""

    t: Literal["ping"] = "ping"


ClientFrame = Annotated[Hello | Watch | Unwatch | WatchLobby | Command | Say | Ready | Ping, Field(discriminator="t")]


class Welcome(Message):
    """Answer to hello."""

    t: Literal["welcome"] = "welcome"
    v: int
    person: Person
    now: int


class Lobby(Message):
    """The whole table list."""

    t: Literal["tables"] = "tables"
    tables: tuple[LobbyTable, ...]


class TableFrame(Message):
    """One table is new or different; also sent to those who follow the list."""

    t: Literal["table"] = "table"
    table: LobbyTable


class ChatFrame(Message):
    """Chat lines of an open table, oldest first."""

    t: Literal["chat"] = "chat"
    table: TableId
    lines: tuple[ChatLine, ...]


class Done(Message):
    """A command is safe in the log."""

    t: Literal["done"] = "done"
    id: CommandId
    n: int


class Refused(Message):
    """A frame or command was refused; nothing changed."""

    t: Literal["refused"] = "refused"
    id: str | None = Field(description="The command's id, or null where the frame had none.")
    table: str | None = None
    error: WireError


class Pong(Message):
    """The server's time in ms."""

    t: Literal["pong"] = "pong"
    now: int


ServerFrame = Annotated[
    Welcome | Lobby | TableFrame | ChatFrame | Done | Refused | Pong | TableView, Field(discriminator="t")
]
