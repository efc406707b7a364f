"""Drives pure tables in tests: people and computers that play any legal action, dice from a seed."""

from __future__ import annotations

import random
from typing import Any

import orjson
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_contracts.records import Record, RecordKind
from dicearena_contracts.rules import DailySpec, OpenTable, Seat, TableSettings
from dicearena_games.core import expand
from dicearena_games.table import Draft, Intent, Table, Views, fold, opening

COMMITMENT = "0" * 64
PEOPLE = ("anna1111", "bert2222", "cleo3333", "dora4444")


def request(
    game: GameKey,
    *,
    humans: int = 2,
    computers: int = 0,
    clock: int | None = 30,
    table: str = "t-test",
    daily: DailySpec | None = None,
    **options: Any,
) -> OpenTable:
    """An opening with people first, computers behind them."""
    people = [Seat(person=PEOPLE[i], name=f"P{i}", entropy=f"{i:032x}") for i in range(humans)]
    machines = [Seat(name=f"C{i}", level=Level.NORMAL) for i in range(computers)]
    return OpenTable(
        table=table,
        settings=TableSettings(game=game, options=options, clock=clock),
        seats=(*people, *machines),
        commitment=COMMITMENT,
        daily=daily,
    )


class Play:
    """A table and its log."""

    def __init__(self, opened: OpenTable, seed: int = 1, at: int = 1_000_000) -> None:
        self.rng = random.Random(seed)
        self.table: Table = opening(opened)
        self.log: list[Record] = []
        self.at = at
        self.do(Intent(RecordKind.OPEN, "open:test-table"))

    def do(self, intent: Intent, *, later: int = 1000) -> Record:
        """Decide, throw and install one command ``later`` ms after the one before."""
        self.at += later
        draft = Draft(self.table, intent, self.at)
        while draft.want is not None:
            draft.feed([self.rng.randint(1, draft.want.faces) for _ in range(draft.want.count)])
        record = draft.record()
        draft.install(record)
        self.log.append(record)
        return record

    def act(self, seat: int, action: dict[str, Any], **more: Any) -> Record:
        """An action of a seat for its present decision."""
        of = self.table.seats[seat]
        intent = Intent(
            RecordKind.ACT,
            more.pop("command", f"cmd-{seat}-{of.decision}-{self.table.n}"),
            seat,
            more.pop("bot", of.holder.automatic),
            more.pop("decision", of.decision),
            action,
        )
        return self.do(intent, **more)

    def random_action(self, seat: int) -> dict[str, Any]:
        """Any legal action of a seat."""
        domains = self.table.game.legal(self.table.state, seat)
        return self.rng.choice([action for domain in domains for action in expand(domain)])

    def step(self) -> None:
        """One random move, or the end of a pause."""
        table = self.table
        if table.paused is not None:
            self.do(Intent(RecordKind.WAITED, f"clock:waited:{table.paused.n}", decision=table.paused.n))
            return
        due = [i for i, seat in enumerate(table.seats) if seat.due_since is not None]
        seat = self.rng.choice(due)
        self.act(seat, self.random_action(seat))

    def to_the_end(self, most: int = 5000) -> Table:
        """Random play to the end."""
        for _ in range(most):
            if self.table.ending is not None:
                return self.table
            self.step()
        raise AssertionError("the game did not end")

    def view(self, reader: int | None, *, fresh: bool = True) -> dict[str, Any]:
        """A decoded view."""
        decoded: dict[str, Any] = orjson.loads(Views(self.table, fresh=fresh).encode(reader))
        return decoded


def folded(log: list[Record]) -> Table:
    """The table of a log, folded record by record."""
    table: Table | None = None
    for record in log:
        table = fold(table, record)
    assert table is not None
    return table
