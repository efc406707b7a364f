"""The golden matches as an honest house's clock would have written them: ``verify`` finds nothing in any of them.

The tool that made them played without waiting (tools/golden.py); here each record comes again, when it is due.
"""

from __future__ import annotations

import gzip
from collections.abc import Iterator
from pathlib import Path

import orjson
import pytest
from dicearena_cli.verify.check import Undue, verify
from dicearena_contracts.records import Export, Record, RecordKind
from dicearena_games.registry import GAMES
from dicearena_games.table import Draft, Intent, Table, earliest, opening

from tests.cli.verify.fair_play import by_clock

FOLDER = Path(__file__).parents[2] / "rules" / "golden"
FILES = sorted(path for game in GAMES.values() for path in FOLDER.glob(f"{game.KEY}.v{game.VERSION}.*.json.gz"))
"""Those that this version's rules can check."""
BY_CLOCK = (RecordKind.STANDIN, RecordKind.WAITED)


def again(table: Table, record: Record) -> Intent:
    """The command of a record at the table as it is now; a computer's ``weiter`` becomes the end of the look."""
    kind = record.kind
    if record.bot and record.seat is not None and table.seats[record.seat].due_since is None:
        kind = RecordKind.WAITED
    if kind in BY_CLOCK:
        intent = by_clock(table, kind, record.seat if kind is RecordKind.STANDIN else None)
        assert intent is not None
        return intent
    seat = None if record.seat is None else table.seats[record.seat]
    decision = seat.decision if seat is not None and kind is RecordKind.ACT else None
    return Intent(kind, record.command, record.seat, record.bot, decision, record.action, record.reason)


def honestly(export: Export) -> Iterator[Record]:
    """The records of a match with the gaps it had, longer where the house had to wait."""
    opened = export.records[0].open
    assert opened is not None
    table = opening(opened)
    before = export.records[0].at
    for record in export.records:
        intent = again(table, record)
        start = earliest(table, intent)
        assert start is not None
        draft = Draft(table, intent, max(start, table.at + record.at - before))
        for dice in record.throws:
            draft.feed(dice)
        before = record.at
        made = draft.record()
        draft.install(made)
        yield made


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name.removesuffix(".json.gz"))
def test_nothing_is_found_in_a_golden_match_of_a_house_that_waits(path: Path) -> None:
    stored = orjson.loads(gzip.decompress(path.read_bytes()))
    export = Export.model_validate(stored["export"])
    honest = export.model_copy(update={"records": tuple(honestly(export))})
    undue: list[Undue] = []
    verdict = verify(honest, undue.append)
    assert undue == []
    assert verdict.table.ending is not None
    result = verdict.table.result
    assert result is not None
    assert list(result.places) == [seat["place"] for seat in stored["finished"]["seats"]]
    assert verdict.makers["house"] == sum(record.kind in (*BY_CLOCK, RecordKind.OPEN) for record in honest.records)
