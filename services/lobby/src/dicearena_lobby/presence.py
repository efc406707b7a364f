"""Who has which table open, from the gateways' reports. Each report is whole; one that is not repeated is forgotten."""

from __future__ import annotations

from collections.abc import Iterable

from dicearena_contracts.base import Message
from dicearena_contracts.lobby import PresenceRequest, TableStatus

from dicearena_lobby.tables import Held

FORGET_MS = 60_000
_SHOWN = (TableStatus.OPEN, TableStatus.STARTING, TableStatus.RUNNING)


class Report(Message):
    """A gateway's report and when it came (Unix ms)."""

    at: int
    request: PresenceRequest


class Presence:
    """The union of all gateways' reports."""

    def __init__(self) -> None:
        self._reports: dict[str, Report] = {}

    def take(self, report: Report) -> set[str]:
        """Take a report, unless a newer one of that gateway is known; returns the tables it changes."""
        before = self._reports.get(report.request.gateway)
        if before is not None and before.at >= report.at:
            return set()
        self._reports[report.request.gateway] = report
        old = before.request if before else PresenceRequest(gateway=report.request.gateway, tables={})
        new = report.request
        tables = {*old.tables, *new.tables, *old.watchers, *new.watchers}
        return {
            table
            for table in tables
            if set(old.tables.get(table, ())) != set(new.tables.get(table, ()))
            or old.watchers.get(table, 0) != new.watchers.get(table, 0)
        }

    def expire(self, now: int) -> list[str]:
        """Forget reports too old; returns those gateways."""
        gone = [name for name, report in self._reports.items() if report.at <= now - FORGET_MS]
        for name in gone:
            del self._reports[name]
        return gone

    def people(self, table: str) -> set[str]:
        """Who has the table open."""
        return {person for request in self._requests() for person in request.tables.get(table, ())}

    def everybody(self) -> int:
        """How many different people have some table open."""
        return len({p for request in self._requests() for people in request.tables.values() for p in people})

    def seen(self, held: Held) -> Held:
        """The table with who is connected; unchanged where that is so already or the table is over."""
        table = held.table
        if table.status not in _SHOWN:
            return held
        present = self.people(table.id)
        seats = tuple(
            seat if seat.online == (seat.person in present) else seat.model_copy(update={"online": not seat.online})
            for seat in table.seats
        )
        watchers = sum(request.watchers.get(table.id, 0) for request in self._requests())
        expected = tuple(person for person in held.expected if person not in present)
        if seats == table.seats and watchers == table.watchers and expected == held.expected:
            return held
        table = table.model_copy(update={"seats": seats, "watchers": watchers})
        return held.model_copy(update={"table": table, "expected": expected})

    def _requests(self) -> Iterable[PresenceRequest]:
        return (report.request for report in self._reports.values())
