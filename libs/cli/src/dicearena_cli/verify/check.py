"""The checking itself, without files or printing.

Every record is decided anew by the product's own rules. Each throw must be the one the rules want there, and the one
the revealed secret gives; then the record must be the very one the rules would write. A record that nobody sent must
also have been due at its time, which may not fall from record to record.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Final

import orjson
from dicearena_contracts.errors import DicearenaError
from dicearena_contracts.records import Export, Record, RecordKind
from dicearena_games import fair
from dicearena_games.core import Throw
from dicearena_games.table import CLOSED, Draft, Intent, Table, earliest, opening

SHOWN: Final = 120
"""So much of a value that differs is shown."""


class CannotCheck(Exception):  # noqa: N818 - says what the caller lacks
    """The export cannot be checked by this program; the text says why."""


class Differs(Exception):  # noqa: N818 - a finding, not a failure
    """Something is not as it should be. ``where`` names it, the text says what was found and what was expected."""

    def __init__(self, where: str, what: str) -> None:
        self.where = where
        super().__init__(f"{where}: {what}")


class Undue(Differs):
    """A record that no person sent, and that was not due. The log can be checked on behind it."""


@dataclass(frozen=True, slots=True)
class Verdict:
    """What was checked and found right."""

    table: Table
    records: int
    throws: int
    hidden: int
    daily: int
    dice: int
    makers: Counter[str]
    """Records by who made them: ``people``, ``computers``, ``house``, ``operator``."""


@dataclass(slots=True)
class _Counts:
    throws: int = 0
    hidden: int = 0
    daily: int = 0
    dice: int = 0
    makers: Counter[str] = field(default_factory=Counter)


def verify(export: Export, undue: Callable[[Undue], None]) -> Verdict:
    """Check everything; ``undue`` is handed each record that was made before its time.

    Raises Differs at the first thing that the dice or the rules say otherwise, CannotCheck where it cannot tell.
    """
    if not export.records:
        raise CannotCheck("the export has no records")
    dice = _Dice(export)
    counts = _Counts()
    table = _opened(export)
    for position, record in enumerate(export.records, start=1):
        if record.n != position:
            raise Differs(f"record {position}", f"it is numbered {record.n}")
        _replay(table, record, dice, counts, undue)
    if table.ending is None:
        raise Differs("end", f"the log stops after record {table.n}, and the game is not over")
    return Verdict(
        table=table,
        records=len(export.records),
        throws=counts.throws,
        hidden=counts.hidden,
        daily=counts.daily,
        dice=counts.dice,
        makers=counts.makers,
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
    if first.open.daily is None:
        for number, seat in enumerate(first.open.seats):
            if seat.person is not None and seat.entropy is None:
                raise Differs("record 1", f"the person at seat {number} had no share in the dice")
    try:
        table = opening(first.open)
    except DicearenaError as refused:
        raise Differs("record 1", f"the rules refuse it ({refused.wire.key})") from refused
    if first.rules != table.game.VERSION:
        raise CannotCheck(
            f"played by version {first.rules} of the rules of {table.game.KEY}, this program has {table.game.VERSION}"
        )
    return table


def _replay(table: Table, record: Record, dice: _Dice, counts: _Counts, undue: Callable[[Undue], None]) -> None:
    where = f"record {record.n}"
    intent = Intent.of(record)
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
    for name in Record.model_fields:
        if found[name] != right[name]:
            place, wrong, wanted = first_difference(name, found[name], right[name])
            raise Differs(where, f"{place} is {_short(wrong)}, the rules would write {_short(wanted)}")
    if (early := _early(table, intent, record.at)) is not None:
        undue(Undue(where, early))
    counts.makers[_maker(record)] += 1
    draft.install(record)


def _early(table: Table, intent: Intent, at: int) -> str | None:
    """Why a record ought not to be there yet; None: it may be."""
    start = earliest(table, intent)
    if start is not None:
        return None if start <= at else f"{intent.command} was due at {start}, it was made {start - at} ms too early"
    if intent.bot:
        return f"a computer played for seat {intent.seat}, which owed no decision"
    if intent.seat is not None and intent.kind is not RecordKind.STANDIN:
        return f"a person's {intent.kind}, but seat {intent.seat} is no person's"
    return f"no person sent it, and no {intent.kind} named {intent.command} was due"


def _maker(record: Record) -> str:
    match record.kind:
        case RecordKind.ACT:
            return "computers" if record.bot else "people"
        case RecordKind.LEAVE | RecordKind.BACK:
            return "people"
        case RecordKind.CLOSE if record.reason == CLOSED:
            return "operator"
    return "house"


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


def first_difference(place: str, found: Any, right: Any) -> tuple[str, Any, Any]:
    """Where in two unequal JSON values the first difference lies, as far down as their shapes agree, and both there."""
    pairs: list[tuple[str, Any, Any]] = []
    if isinstance(found, dict) and isinstance(right, dict) and found.keys() == right.keys():
        pairs = [(f"{place}.{key}", found[key], right[key]) for key in right]
    elif isinstance(found, list) and isinstance(right, list) and len(found) == len(right):
        pairs = [(f"{place}[{i}]", *both) for i, both in enumerate(zip(found, right, strict=True))]
    for pair in pairs:
        if pair[1] != pair[2]:
            return first_difference(*pair)
    return place, found, right


def _short(value: Any) -> str:
    text = orjson.dumps(value).decode()
    return text if len(text) <= SHOWN else f"{text[:SHOWN]}…"


def _show(dice: tuple[int, ...]) -> str:
    return " ".join(map(str, dice))
