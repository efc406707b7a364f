"""Views of a table: the one place that decides what a reader is sent. Encoded once, parsed by clients only."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import orjson

from dicearena_games.core import Event
from dicearena_games.table.state import Table

VIEW_BYTES: Final = 3072
"""What a view weighs at most."""


class Views:
    """The encoded views of one table after its newest record.

    What all readers see alike is encoded once. ``fresh`` True: with the events of the newest record (a push); False:
    with the latest ones (an answer), of which the older give way where the view would weigh more than ``most`` bytes;
    those of the newest record stay. ``now`` (ms) is when they are sent, by default when the newest record was made:
    what may be seen for a time only (see `Pause.strict`) is not in views made after it.
    """

    __slots__ = ("_events", "_head", "_most", "_public", "_state", "table")

    def __init__(self, table: Table, *, fresh: bool = True, now: int | None = None, most: int | None = None) -> None:
        self.table = table
        self._most = most
        self._state = table.shown(table.at if now is None else now)
        source: Iterable[tuple[int, Event]] = ((table.n, e) for e in table.fresh) if fresh else table.events
        self._events = [(event.readers, {"n": n, "key": event.key, "params": event.params}) for n, event in source]
        self._head = _head(table, self._state)
        self._public: bytes | None = None
        if all(readers is None for readers, _ in self._events):
            self._public = orjson.dumps([event for _, event in self._events])

    def readers(self) -> list[int | None]:
        """Who is sent views: the humans' seats, and watchers where watching is allowed (not at daily tables, S-9)."""
        table = self.table
        seats: list[int | None] = [i for i, seat in enumerate(table.seats) if seat.who.person is not None]
        return seats if table.open.daily is not None else [*seats, None]

    def encode(self, reader: int | None) -> bytes:
        """The view of a seat, or of a watcher (None)."""
        table = self.table
        own: dict[str, Any] = {
            "seat": reader,
            "decision": None if reader is None else table.seats[reader].decision,
            "actions": () if reader is None or table.ending else table.game.legal(self._state, reader),
        }
        board = orjson.dumps(table.game.own(self._state, reader))
        begun = b"".join((self._head, board[1:], b",", orjson.dumps(own)[1:-1], b',"events":'))
        return b"".join((begun, self._read(reader, len(begun) + 1), b"}"))

    def _read(self, reader: int | None, spent: int) -> bytes:
        if self._most is None and self._public is not None:
            return self._public
        told = [event for readers, event in self._events if readers is None or reader in readers]
        return orjson.dumps(told) if self._most is None else _latest(told, self.table.n, self._most - spent)


def _latest(events: list[dict[str, Any]], n: int, most: int) -> bytes:
    """The events of record ``n``, and as many before them as fit into ``most`` bytes with them, as a JSON list."""
    told: list[bytes] = []
    left = most - len(b"[]") + len(b",")
    for event in reversed(events):
        encoded = orjson.dumps(event)
        left -= len(encoded) + len(b",")
        if left < 0 and event["n"] != n:
            break
        told.append(encoded)
    return b"[" + b",".join(reversed(told)) + b"]"


def _head(table: Table, state: Any) -> bytes:
    """The beginning of every reader's view, up to and into the board."""
    result = None
    if table.ending is not None:
        result = {
            "places": table.result.places if table.result else (),
            "scores": table.result.scores if table.result else (),
            "scored": table.ending.scored,
            "reason": table.ending.reason,
        }
    shared = {
        "t": "view",
        "n": table.n,
        "table": table.id,
        "game": table.game.KEY,
        "at": table.at,
        "status": "over" if table.ending else "running",
        "seats": [
            {
                "name": seat.who.name,
                "level": seat.who.level,
                "held": seat.holder,
                "due": seat.due_since is not None,
                "deadline": table.deadline(index),
            }
            for index, seat in enumerate(table.seats)
        ],
        "pause": table.paused.until if table.paused else None,
        "clock": table.open.settings.clock,
        "options": table.options_json,
        "result": result,
        "board": table.game.shared(state),
    }
    return orjson.dumps(shared)[:-2] + b","
