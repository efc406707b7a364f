"""Whole games of a house that keeps its dice and its clock, and of one that acts before its time."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import orjson
from dicearena_cli.app import app
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.records import Export, Record, RecordKind
from dicearena_contracts.rules import DailySpec, OpenTable
from dicearena_games import fair
from dicearena_games.table import Draft, Intent, Table, earliest
from dicearena_games.table.clock import all_due
from typer.testing import CliRunner, Result

from tests.rules.table.driver import Play, request

SECRET, DAY_SECRET = bytes(range(32)), bytes(range(32, 64))
DAY = "2031-05-03"
CLOSES_AT = 2_000_000_000_000


def by_clock(table: Table, kind: RecordKind, seat: int | None = None) -> Intent | None:
    """What the house's clock will do of this kind, and first, if nothing happens."""
    due = sorted(all_due(table), key=lambda due: due.at)
    intents = [each.intent for each in due if each.intent is not None and each.intent.kind is kind]
    return next((intent for intent in intents if seat in (None, intent.seat)), None)


class FairPlay(Play):
    """Random play with dice as the dice service gives them; the house waits until what it does is due."""

    def __init__(self, opened: OpenTable, seed: int = 1) -> None:
        self.entropy = [seat.entropy for seat in opened.seats if seat.entropy is not None]
        super().__init__(opened.model_copy(update={"commitment": fair.commitment(SECRET)}), seed)

    def do(self, intent: Intent, *, later: int = 1000) -> Record:
        start = earliest(self.table, intent)
        if start is None:
            raise AssertionError(f"{intent.command} is nothing an honest house does here")
        return self.force(intent, max(self.at + later, start))

    def force(self, intent: Intent, at: int) -> Record:
        """Write a record at this time, due or not; dice are right all the same."""
        self.at = at
        draft = Draft(self.table, intent, at)
        while (want := draft.want) is not None:
            size = {"count": want.count, "faces": want.faces}
            if want.daily is not None:
                draft.feed(fair.day_throw(DAY_SECRET, want.daily.round, want.daily.throw, **size))
            else:
                draft.feed(fair.table_throw(SECRET, self.table.id, draft.throw_number, self.entropy, **size))
        record = draft.record()
        draft.install(record)
        self.log.append(record)
        return record

    def by_clock(self, kind: RecordKind, seat: int | None = None) -> Intent:
        """What `by_clock` finds at this table; there must be something."""
        intent = by_clock(self.table, kind, seat)
        assert intent is not None, f"no {kind} will be due"
        return intent

    def before_time(self, kind: RecordKind, seat: int | None = None, *, ms: int = 1) -> Record:
        """The house does it so many ms too early."""
        intent = self.by_clock(kind, seat)
        start = earliest(self.table, intent)
        assert start is not None
        return self.force(intent, start - ms)

    def due_people(self) -> list[int]:
        """Seats of people that owe a decision."""
        return [i for i, seat in enumerate(self.table.seats) if self.table.deadline(i) and seat.who.person]

    def go_on_to(self, kind: RecordKind) -> None:
        """Play on until the house's clock has something of this kind before it."""
        for _ in range(3000):
            if by_clock(self.table, kind) is not None:
                return
            self.step()
        raise AssertionError(f"no {kind} came in sight")

    def export(self) -> dict[str, Any]:
        """The finished game's export as JSON."""
        daily = self.table.open.daily is not None
        export = Export(
            table=self.table.id,
            commitment=fair.commitment(SECRET),
            secret=SECRET.hex(),
            day_commitment=fair.commitment(DAY_SECRET) if daily else None,
            day_secret=DAY_SECRET.hex() if daily else None,
            records=tuple(self.log),
        )
        content: dict[str, Any] = orjson.loads(export.model_dump_json())
        return content


class Upheaval(FairPlay):
    """People who leave, come back, let the clock run out, and end looks or let them end."""

    def step(self) -> None:
        table = self.table
        chance = self.rng.random()
        people = [i for i, seat in enumerate(table.seats) if seat.who.person is not None]
        left = [i for i in people if table.seats[i].holder == "left"]
        here = [i for i in people if i not in left]
        if chance < 0.04 and left:
            seat = self.rng.choice(left)
            self.do(Intent(RecordKind.BACK, f"back-{table.n:04d}", seat))
        elif chance < 0.08 and len(here) > 1:
            seat = self.rng.choice(here)
            self.do(Intent(RecordKind.LEAVE, f"leave-{table.n:04d}", seat))
        elif chance < 0.2 and (slow := self.due_people()):
            self.do(self.by_clock(RecordKind.STANDIN, self.rng.choice(slow)))
        elif chance < 0.45 and table.paused is not None and not self._owed() and here:
            self.act(self.rng.choice(here), {"kind": "weiter"})
        else:
            super().step()

    def _owed(self) -> bool:
        return any(seat.due_since is not None for seat in self.table.seats)


def fair_request(game: GameKey, *, turbo: bool = False, daily: bool = False, **more: Any) -> OpenTable:
    """An opening; of a day's attempt where ``daily``."""
    if daily:
        spec = DailySpec(day=DAY, closes_at=CLOSES_AT, official=True)
        more = {"humans": 1, "computers": 1, "clock": None, "day": DAY, "rounds": 3, **more, "daily": spec}
    opened = request(game, **more)
    return opened.model_copy(update={"settings": opened.settings.model_copy(update={"turbo": turbo})})


def played(game: GameKey, *, daily: bool = False, **options: Any) -> dict[str, Any]:
    """A finished game's export as JSON."""
    people: dict[str, Any] = {} if daily else {"humans": 3, "computers": 1}
    play = FairPlay(fair_request(game, daily=daily, **people, **options))
    play.to_the_end()
    return play.export()


def verify(content: Any, folder: Path) -> Result:
    """What ``dicearena verify`` says of a file with this content."""
    file = folder / "match.json"
    file.write_bytes(content if isinstance(content, bytes) else orjson.dumps(content))
    return CliRunner().invoke(app, ["verify", str(file)])
