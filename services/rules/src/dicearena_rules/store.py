"""The logs of one family: read, verified and folded; appended with an expected sequence."""

from __future__ import annotations

from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family
from dicearena_contracts.records import Record
from dicearena_games.table import BadSeal, Table, fold, seal, unseal

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

    async def read(self, table: str, after: int = 0) -> tuple[list[Record], int]:
        """The genuine records behind a stream sequence, and the sequence of the newest message of any kind."""
        subject = self._subject(table)
        records: list[Record] = []
        tip = after
        for entry in await self._bus.load(self._stream, subject, after):
            tip = entry.seq
            try:
                records.append(unseal(self._key, subject, entry.payload))
            except BadSeal:
                metrics.foreign_records.labels(self._family).inc()
        return records, tip

    def extend(self, table: Table | None, records: list[Record]) -> Table | None:
        """Fold records onto a table; genuine ones put in again out of place are foreign too."""
        for record in records:
            if record.n == (1 if table is None else table.n + 1):
                table = fold(table, record)
            else:
                metrics.foreign_records.labels(self._family).inc()
        return table

    async def append(self, table: str, record: Record, expected: int) -> int:
        """Append; returns the stream sequence. Raises the bus's Conflict or Unknown."""
        subject = self._subject(table)
        return await self._bus.append(subject, seal(self._key, subject, record), expected=expected)
