"""The checking itself, without files or printing.

Every record is decided anew by the product's own rules. Each throw must be the one the rules want there, and the one
the revealed secret gives; then the record must be the very one the rules would write.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final

import orjson
from dicearena_contracts.errors import DicearenaError
from dicearena_contracts.records import Export, Record
from dicearena_games import fair
from dicearena_games.core import Throw
from dicearena_games.table import Draft, Intent, Table, opening

SHOWN: Final = 120
"""So much of a value that differs is shown."""


class CannotCheck(Exception):  # noqa: N818 - says what the caller lacks
    """The export cannot be checked by this program; the text says why."""


class Differs(Exception):  # noqa: N818 - a finding, not a failure
    """Something is not as it should be. ``where`` names it, the text says what was found and what was expected."""

    def __init__(self, where: str, what: str) -> None:
        self.where = where
        super().__init__(f"{where}: {what}")


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked and found right."""

    table: Table
    records: int
    throws: int
    hidden: int
    daily: int
    dice: int


@dataclass(slots=True)
class _Counts:
    throws: int = 0
    hidden: int = 0
    daily: int = 0
    dice: int = 0


def verify(export: Export) -> Verdict:
    """Check everything. Raises Differs at the first thing that is not right, CannotCheck where it cannot tell."""
    if not export.records:
        raise CannotCheck("the export has no records")
    dice = _Dice(export)
    counts = _Counts()
    table = _opened(export)
    for position, record in enumerate(export.records, start=1):
        if record.n != position:
            raise Differs(f"record {position}", f"it is numbered {record.n}")
        _replay(table, record, dice, counts)
    if table.ending is None:
        raise Differs("end", f"the log stops after record {table.n}, and the game is not over")
    return Verdict(
        table=table,
        records=len(export.records),
        throws=counts.throws,
        hidden=counts.hidden,
        daily=counts.daily,
        dice=counts.dice,
    )


class _Dice:
    """What the revealed secrets give for a throw."""

    def __init__(self, export: Export) -> None:
        self._table = export.table
        self._secret = _secret(export.secret, export.commitment, "the table's")
        self._day_secret: bytes | None = None
        if export.day_secret is not None and export.day_commitment is not None:
            self._day_secret = _secret(export.day_secret, export.day_commitment, "the day's")
        request = export.records[0].open
        seats = () if request is None else request.seats
        self._entropy = [seat.entropy for seat in seats if seat.entropy is not None]

    def give(self, want: Throw, number: int) -> tuple[int, ...]:
        if want.daily is None:
            return fair.table_throw(
                self._secret, self._table, number, self._entropy, count=want.count, faces=want.faces
            )
        if self._day_secret is None:
            raise CannotCheck("a daily match, but the export lacks the day's secret: it is told after the day's close")
        daily = want.daily
        return fair.day_throw(self._day_secret, daily.round, daily.throw, count=want.count, faces=want.faces)


def _secret(secret: str, commitment: str, whose: str) -> bytes:
    try:
        value = bytes.fromhex(secret)
    except ValueError:
        raise CannotCheck(f"{whose} secret is not hexadecimal") from None
    promised = fair.commitment(value)
    if promised != commitment:
        raise Differs("commitment", f"{whose} secret hashes to {promised}, promised was {commitment}")
    return value


def _opened(export: Export) -> Table:
    first = export.records[0]
    if first.open is None:
        raise Differs("record 1", "a log begins with the table's opening")
    if first.open.table != export.table:
        raise Differs("record 1", f"it opens table {first.open.table}, the export is of {export.table}")
    if first.open.commitment != export.commitment:
        raise Differs("record 1", f"the game began under the promise {first.open.commitment}, not {export.commitment}")
    try:
        table = opening(first.open)
    except DicearenaError as refused:
        raise Differs("record 1", f"the rules refuse it ({refused.wire.key})") from refused
    if first.rules != table.game.VERSION:
        raise CannotCheck(
            f"played by version {first.rules} of the rules of {table.game.KEY}, this program has {table.game.VERSION}"
        )
    return table


def _replay(table: Table, record: Record, dice: _Dice, counts: _Counts) -> None:
    where = f"record {record.n}"
    intent = Intent(record.kind, record.command, record.seat, record.bot, record.decision, record.action, record.reason)
    try:
        draft = Draft(table, intent, record.at)
        for recorded in record.throws:
            _throw(draft, recorded, where, dice, counts)
    except DicearenaError as refused:
        raise Differs(where, f"the rules refuse it ({refused.wire.key})") from refused
    except ValueError as impossible:
        raise Differs(where, f"the rules refuse it ({impossible})") from impossible
    if draft.want is not None:
        raise Differs(f"{where}, throw {draft.throw_number}", "the rules want this throw, the log lacks it")
    right = draft.record().model_dump(mode="json")
    # Whether a record carries a checkpoint was the choice of the house that wrote it; what it says was not.
    right["checkpoint"] = None if record.checkpoint is None else orjson.loads(orjson.dumps(table.checkpoint()))
    found = record.model_dump(mode="json")
    for field in Record.model_fields:
        if found[field] != right[field]:
            raise Differs(where, f"{field} is {_short(found[field])}, the rules would write {_short(right[field])}")
    draft.install(record)


def _throw(draft: Draft, recorded: tuple[int, ...], where: str, dice: _Dice, counts: _Counts) -> None:
    number, want = draft.throw_number, draft.want
    if want is None:
        raise Differs(f"{where}, throw {number}", f"the log has {_show(recorded)}, the rules want no throw here")
    given = dice.give(want, number)
    if recorded != given:
        raise Differs(f"{where}, throw {number}", f"the log has {_show(recorded)}, the secret gives {_show(given)}")
    draft.feed(recorded)
    counts.throws += 1
    counts.hidden += want.hidden
    counts.daily += want.daily is not None
    counts.dice += len(recorded)


def _short(value: Any) -> str:
    text = orjson.dumps(value).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _show(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
