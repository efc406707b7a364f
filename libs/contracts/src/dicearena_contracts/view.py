"""The table view: what one seat or a watcher is sent. Whole, small, numbered."""

from __future__ import annotations

from typing import Any, Final, Literal

from pydantic import Field

from dicearena_contracts.base import Message

VIEW_HEAD: Final = b'{"t":"view","n":'
"""Every encoded view begins with this, so that its number is read without parsing the rest."""


def view_number(payload: bytes) -> int:
    """The record number of an encoded view.

    Raises ValueError where the payload is not a view.
    """
    if not payload.startswith(VIEW_HEAD):
        raise ValueError("not an encoded view")
    return int(payload[len(VIEW_HEAD) : payload.index(b",", len(VIEW_HEAD))])


class ListDomain(Message):
    """One of these values."""

    type: Literal["list"] = "list"
    values: list[Any]


class RangeDomain(Message):
    """A whole number between both ends, inclusive."""

    type: Literal["range"] = "range"
    min: int
    max: int


class SubsetDomain(Message):
    """Between ``min`` and ``max`` different values out of ``of``, in the order of ``of``."""

    type: Literal["subset"] = "subset"
    of: list[Any]
    min: int
    max: int


class ActionDomain(Message):
    """An action that may be taken now: its kind, and what each field may hold, independent of the others."""

    kind: str
    fields: dict[str, ListDomain | RangeDomain | SubsetDomain] = Field(default_factory=dict)


class SeatView(Message):
    """What everybody sees of a seat."""

    name: str
    level: str | None = Field(description="A computer's level; null for a person's seat.")
    held: Literal["human", "computer", "standin", "left"] = Field(
        description="'standin': the computer makes this one decision; 'left': until the person is back."
    )
    due: bool = Field(description="Owes a decision.")
    deadline: int | None = Field(description="Unix ms at which the clock runs out; 10 s of grace follow.")


class EventView(Message):
    """Something that happened, for the history: words are the client's."""

    n: int
    key: str
    params: dict[str, Any] = Field(default_factory=dict)


class ResultView(Message):
    """The end of a table."""

    places: list[int]
    scores: list[float]
    scored: bool
    reason: str


class TableView(Message):
    """A whole view. ``board`` is the game's own part; its schema is that of the game."""

    t: Literal["view"] = "view"
    n: int
    table: str
    game: str
    at: int = Field(description="Unix ms of the newest record.")
    status: Literal["running", "over"]
    seat: int | None = Field(description="The reader's seat; null for a watcher.")
    decision: int | None = Field(description="The number of the reader's decision; null for a watcher.")
    actions: list[ActionDomain]
    seats: list[SeatView]
    pause: int | None = Field(description="Unix ms until which the table pauses by itself.")
    clock: int | None
    options: dict[str, Any]
    board: dict[str, Any]
    events: list[EventView] = Field(description="Of this record when pushed; the latest ones when asked for.")
    result: ResultView | None
