"""The table written into its own log now and then, so that a long log is loaded without folding all of it.

Every `CHECKPOINT_EVERY`-th record carries the table as it was before it, under the record's seal. A load folds from
the newest one; `verify` still folds everything and compares (docs/adr/0003-checkpoints.md).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any, Final

from dicearena_contracts.records import Record

from dicearena_games.core import Event
from dicearena_games.table.draft import fold, opening
from dicearena_games.table.seal import BadSeal, unseal
from dicearena_games.table.state import Holder, Paused, Table

_MARK: Final = b'"checkpoint":{'


def restore(opened: Record, data: dict[str, Any]) -> Table:
    """The table of a checkpoint (see `Table.checkpoint`), given record 1.

    Raises ValueError where it does not fit this version of the rules.
    """
    if opened.open is None:
        raise ValueError("a log begins with its opening")
    table = opening(opened.open)
    if opened.rules != table.game.VERSION:
        raise ValueError(f"rules version {opened.rules} is not played here, only {table.game.VERSION}")
    table.state = table.game.STATE.validate_python(data["state"])
    table.n, table.at, table.started_at, table.throws = (data[k] for k in ("n", "at", "started_at", "throws"))
    table.paused = None if data["paused"] is None else Paused(*data["paused"])
    for seat, saved in zip(table.seats, data["seats"], strict=True):
        seat.holder = Holder(saved[0])
        seat.decision, seat.due_since, seat.pays, seat.last_command, seat.last_n = saved[1:]
    for n, key, params, readers in data["events"]:
        table.events.append((n, Event(key, params, None if readers is None else tuple(readers))))
    return table


def refold(key: bytes, subject: str, stored: Sequence[bytes], table: Table | None = None) -> tuple[Table | None, int]:
    """The table of a log's stored messages, and how many of them no rules replica wrote in their place.

    ``table`` None: from the log's beginning, with the help of the newest checkpoint; else ``stored`` follow on it.
    Genuine records put in again elsewhere are foreign too: the highest number counts, where it came first.
    """
    if table is None and len(stored) > 1:
        start, table = _newest(key, subject, stored)
        if start is not None:
            stored = stored[start:]
    foreign = 0
    for record in _genuine(key, subject, stored):
        if record is not None and record.n == (1 if table is None else table.n + 1):
            table = fold(table, record)
        else:
            foreign += 1
    return table, foreign


def _newest(key: bytes, subject: str, stored: Sequence[bytes]) -> tuple[int | None, Table | None]:
    best: tuple[int, Record] | None = None
    for index, message in enumerate(stored):
        if _MARK in message:
            record = next(_genuine(key, subject, (message,)))
            if record is not None and record.checkpoint is not None and (best is None or record.n > best[1].n):
                best = index, record
    if best is None or best[1].checkpoint is None:
        return None, None
    for opened in _genuine(key, subject, stored):
        if opened is not None and opened.n == 1:
            return best[0], restore(opened, best[1].checkpoint)
    return None, None


def _genuine(key: bytes, subject: str, stored: Iterable[bytes]) -> Iterator[Record | None]:
    for message in stored:
        try:
            yield unseal(key, subject, message)
        except BadSeal:
            yield None
