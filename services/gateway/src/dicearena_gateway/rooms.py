"""Tables that somebody here has open: one view subscription each, and who reads which views."""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from typing import TYPE_CHECKING, Any

from dicearena_contracts.catalogue import FAMILY_OF, Family
from dicearena_contracts.lobby import LobbyTable, TableStatus
from dicearena_contracts.view import view_number

from dicearena_gateway import metrics

if TYPE_CHECKING:
    from dicearena_gateway.client import Client

PLAYED = frozenset({TableStatus.RUNNING, TableStatus.FINISHED})
"""Where a table has a view."""


class Watch:
    """One client's look at one table."""

    __slots__ = ("acted_at", "again", "asking", "client", "held", "reader", "room", "seen", "sent")

    def __init__(self, client: Client, room: Room, seen: int) -> None:
        self.client = client
        self.room = room
        self.seen = seen
        """What the browser says it has."""
        self.sent = 0
        """Number of the newest view that this socket was sent."""
        self.reader: str | None = None
        """The last part of the view subject meant for this client; known from the first view that was answered."""
        self.held: dict[str, bytes] = {}
        """Newest published view per reader, until `reader` is known."""
        self.asking = False
        self.again = False
        self.acted_at = 0.0
        """Loop time of the newest command that has not been followed by a view yet."""

    def offer(self, number: int, payload: bytes, now: float) -> None:
        """Send a view, unless the socket has had it or a newer one."""
        if number <= self.sent:
            return
        self.sent = number
        self.client.send(payload, ("view", self.room.table))
        if self.acted_at:
            metrics.OWN_VIEW.observe(now - self.acted_at)
            self.acted_at = 0.0

    def settle(self, reader: str, number: int, payload: bytes, now: float) -> None:
        """The first view was answered: from now on this client gets the views of ``reader``."""
        self.offer(number, payload, now)
        self.room.settle(self, reader)
        held, self.held = self.held.get(reader), {}
        if held is not None:
            self.offer(view_number(held), held, now)


class Room:
    """A table and its watches here."""

    __slots__ = (
        "_readers",
        "_unsettled",
        "family",
        "lobby_rev",
        "opened",
        "seated",
        "status",
        "subscription",
        "table",
        "watches",
    )

    def __init__(self, table: LobbyTable) -> None:
        self.table = table.id
        self.family: Family = FAMILY_OF[table.settings.game]
        self.watches: set[Watch] = set()
        self._readers: dict[str, list[Watch]] = {}
        self._unsettled: set[Watch] = set()
        self.subscription: Any = None
        self.opened: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        """Done once the subscription stands on the server."""
        self.lobby_rev = -1
        self.status = table.status
        self.seated: frozenset[str] = frozenset()
        self.know(table)

    def know(self, table: LobbyTable) -> bool:
        """Take in a lobby table; False where it is older than what is known."""
        if table.rev < self.lobby_rev:
            return False
        self.lobby_rev = table.rev
        self.status = table.status
        self.seated = frozenset(seat.person for seat in table.seats if seat.person is not None)
        return True

    def readers(self, reader: str) -> list[Watch]:
        """Whom a published view is for: this is the only place that decides it."""
        return self._readers.get(reader, [])

    def deliver(self, reader: str, payload: bytes, now: float) -> None:
        """Hand out one published view, as it is."""
        number = view_number(payload)
        for watch in self.readers(reader):
            watch.offer(number, payload, now)
        for watch in self._unsettled:
            held = watch.held.get(reader)
            if held is None or view_number(held) < number:
                watch.held[reader] = payload

    def add(self, watch: Watch) -> None:
        """A client opened the table."""
        self.watches.add(watch)
        self._unsettled.add(watch)

    def settle(self, watch: Watch, reader: str) -> None:
        """A watch knows its reader now."""
        self._unsettled.discard(watch)
        watch.reader = reader
        self._readers.setdefault(reader, []).append(watch)

    def drop(self, watch: Watch) -> None:
        """A client closed the table."""
        self.watches.discard(watch)
        self._unsettled.discard(watch)
        if watch.reader is not None:
            readers = self._readers[watch.reader]
            readers.remove(watch)
            if not readers:
                del self._readers[watch.reader]


class Families:
    """Remembers the family of the newest ``size`` tables; a table never changes it."""

    def __init__(self, size: int = 10_000) -> None:
        self._size = size
        self._known: OrderedDict[str, Family] = OrderedDict()

    def get(self, table: str) -> Family | None:
        """The family, where it is known."""
        return self._known.get(table)

    def learn(self, table: LobbyTable) -> Family:
        """Remember, and return, the family of a table."""
        family = FAMILY_OF[table.settings.game]
        self._known[table.id] = family
        self._known.move_to_end(table.id)
        if len(self._known) > self._size:
            self._known.popitem(last=False)
        return family
