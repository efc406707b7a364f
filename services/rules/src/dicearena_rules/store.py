"""The logs of one family: read, verified and folded; appended with an expected sequence."""

from __future__ import annotations

from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family
from dicearena_contracts.records import Record
from dicearena_games.table import BadSeal, Table, refold, seal, unseal

from dicearena_rules import metrics


class LogStore:
    """Table logs on the family's stream."""

    def __init__(self, bus: Bus, family: Family, key: bytes) -> None:
        self._bus = bus
        self._family = family
        self._key = key
        self._stream = subjects.table_stream(family)

    def _subject(self, table: str) -> str:
        return subjects.table_log(self._family, table)

    async def tip(self, table: str) -> int:
        """The stream sequence of a table's newest message; 0 where it has none."""
        entry = await self._bus.tip(self._stream, self._subject(table))
        return 0 if entry is None else entry.seq

    async def load(self, table: str, known: Table | None, after: int) -> tuple[Table | None, int]:
        """``known`` (folded up to stream sequence ``after``; None: nothing yet) with what came since; and the tip."""
        subject = self._subject(table)
        entries = await self._bus.load(self._stream, subject, after)
        if not entries:
            return known, after
        folded, foreign = refold(self._key, subject, [entry.payload for entry in entries], known)
        if foreign:
            metrics.foreign_records.labels(self._family).inc(foreign)
        return folded, entries[-1].seq

    async def records(self, table: str) -> list[Record]:
        """All genuine records of a table, in order."""
        subject = self._subject(table)
        found: list[Record] = []
        for entry in await self._bus.load(self._stream, subject):
            try:
                record = unseal(self._key, subject, entry.payload)
            except BadSeal:
                continue
            if record.n == len(found) + 1:
                found.append(record)
        return found

    async def append(self, table: str, record: Record, expected: int) -> int:
        """Append; returns the stream sequence. Raises the bus's Conflict or Unknown."""
        subject = self._subject(table)
        return await self._bus.append(subject, seal(self._key, subject, record), expected=expected)
