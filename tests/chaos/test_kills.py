"""Failure trial: everything is killed again and again under running games, and nothing is lost or done twice."""

from __future__ import annotations

import asyncio
import os
import random
import sqlite3
import time
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from dicearena_bus import Bus, BusSettings, connect, password_variable
from dicearena_cli.up.stack import Stack, running
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import FAMILY_OF, Family, GameKey
from dicearena_contracts.records import Record
from dicearena_games.table import BadSeal, Holder, Intent, Table, earliest, fold, unseal

from tests.chaos.games import Arena

SEED = 20261130
GAMES = 20
KILLS = {"gateway": 20, "lobby": 20, "dice": 20, "rules": 20, "bots": 20, "stats": 20, "nats": 10}
BETWEEN_SECONDS = (0.8, 2.6)
END_SECONDS = 60.0
STORE_SECONDS = 60.0
LIMITS = {
    "DICEARENA_GATEWAY_RATE_REST": "100000/second",
    "DICEARENA_GATEWAY_RATE_GUESTS": "100000/second",
    "DICEARENA_GATEWAY_RATE_FRAMES": "100000/second",
    "DICEARENA_GATEWAY_SOCKETS_PER_ADDRESS": "10000",
    "DICEARENA_LOG_LEVEL": "warning",
}


@pytest.mark.chaos
@pytest.mark.timeout(1500)
def test_killing_everything_loses_nothing(tmp_path: Path) -> None:
    with running(tmp_path, settings=LIMITS) as stack:
        outcome = asyncio.run(_trial(stack))
        rows = _results(tmp_path / "stats.db", outcome.finished)
    assert outcome.kills == KILLS
    assert outcome.vanished == [], "what people were shown is not in the log"
    assert outcome.refused == [], "legal moves were refused"
    assert outcome.stuck == [], f"games that could go on did not within {END_SECONDS:g} s"
    assert outcome.early == [], "the house did something by itself before it was due"
    assert outcome.lost == [], "acknowledged commands are not in the log exactly once"
    assert len(outcome.finished) >= GAMES
    assert rows == dict.fromkeys(outcome.finished, 1), "not one result row per finished game"
    print(
        f"{len(outcome.tables)} games, {len(outcome.finished)} finished, {outcome.acknowledged} acknowledged commands,"
        f" {outcome.shown} views,"
        f" {sum(outcome.kills.values())} kills, last game over after {outcome.end_seconds:.1f} s"
    )


class _Outcome:
    def __init__(self) -> None:
        self.kills: dict[str, int] = {}
        self.refused: list[Any] = []
        self.stuck: list[str] = []
        self.lost: list[Any] = []
        self.vanished: list[Any] = []
        self.early: list[Any] = []
        self.tables: list[str] = []
        self.finished: list[str] = []
        self.acknowledged = 0
        self.shown = 0
        self.end_seconds = 0.0


async def _trial(stack: Stack) -> _Outcome:
    outcome, rng = _Outcome(), random.Random(SEED)
    arena = Arena(stack.url, random.Random(SEED + 1))
    games = asyncio.create_task(arena.keep_running(GAMES))
    await asyncio.sleep(8)
    outcome.kills = await _kill_all(stack, rng, games)
    arena.going = False
    ended = time.monotonic()
    await asyncio.wait([games], timeout=END_SECONDS)
    outcome.end_seconds = time.monotonic() - ended
    outcome.stuck = sorted(arena.playing)
    if not games.done():
        games.cancel()
    await asyncio.gather(games, return_exceptions=True)
    outcome.refused = [
        (table, error)
        for person in arena.people
        for table, error in person.refused
        if not _excused(error, clock=arena.tables[table].clock is not None)
    ]
    outcome.tables = sorted(arena.tables)
    await _look_into_logs(stack, arena, outcome)
    return outcome


async def _kill_all(stack: Stack, rng: random.Random, games: asyncio.Task[None]) -> dict[str, int]:
    plan = [name for name, times in KILLS.items() for _ in range(times)]
    rng.shuffle(plan)
    killed: Counter[str] = Counter()
    while plan:
        if games.done():
            games.result()
        name = plan.pop()
        try:
            await asyncio.to_thread(stack.kill, name)
        except ProcessLookupError:
            plan.insert(0, name)
        else:
            killed[name] += 1
        await asyncio.sleep(rng.uniform(*BETWEEN_SECONDS))
    return dict(sorted(killed.items(), key=lambda item: list(KILLS).index(item[0])))


def _excused(error: dict[str, Any], *, clock: bool) -> bool:
    """Refusals that are right: the stand-in had taken over, or another person ended the round or game just before."""
    if error["code"] == "stale":
        return clock
    return error["code"] == "over" or error["key"] in {
        "box.refused.round_over",
        "box.refused.no_pause",
        "maexchen.refused.no_pause",
    }


async def _look_into_logs(stack: Stack, arena: Arena, outcome: _Outcome) -> None:
    acknowledged: dict[str, list[tuple[str, int]]] = {}
    for person in arena.people:
        for table, command, n in person.acknowledged:
            acknowledged.setdefault(table, []).append((command, n))
            outcome.acknowledged += 1
    shown: dict[str, dict[int, set[int]]] = {}
    for person in arena.people:
        for (table, n), at in person.seen.items():
            shown.setdefault(table, {}).setdefault(n, set()).add(at)
            outcome.shown += 1
    families = {FAMILY_OF[GameKey(mix.game)] for mix in arena.tables.values()}
    for family in families:
        user = f"rules-{family}"
        os.environ[password_variable(user)] = stack.password(user)
        async with connect(BusSettings(nats_url=stack.nats_url), user=user) as bus:
            for table, mix in arena.tables.items():
                if FAMILY_OF[GameKey(mix.game)] is family:
                    records = await _look_into(bus, stack, family, table, acknowledged.get(table, []), outcome)
                    outcome.early += [(table, record.n) for record in _early(records)]
                    times = {record.n: {record.at} for record in records}
                    outcome.vanished += [(table, n) for n, at in shown.get(table, {}).items() if times.get(n) != at]


async def _look_into(
    bus: Bus, stack: Stack, family: Family, table: str, acknowledged: list[tuple[str, int]], outcome: _Outcome
) -> list[Record]:
    deadline = time.monotonic() + END_SECONDS
    while True:
        records = await _records(bus, stack, family, table)
        folded: Table | None = None
        for record in records:
            folded = fold(folded, record)
        if folded is None or folded.ending is not None or not _computers_next(folded) or time.monotonic() > deadline:
            break
        await asyncio.sleep(1)
    if folded is not None and folded.ending is not None:
        outcome.finished.append(table)
    elif folded is not None and _computers_next(folded):
        outcome.stuck.append(table)
    by_command = Counter(record.command for record in records)
    at = {record.command: record.n for record in records}
    outcome.lost += [(table, c, by_command[c]) for c, n in acknowledged if by_command[c] != 1 or at[c] != n]
    outcome.lost += [(table, command, times) for command, times in by_command.items() if times != 1]
    return records


def _early(records: list[Record]) -> Iterator[Record]:
    table: Table | None = None
    for record in records:
        if table is not None:
            start = earliest(table, Intent.of(record))
            if start is None or record.at < start:
                yield record
        table = fold(table, record)


def _computers_next(table: Table) -> bool:
    due = [seat for seat in table.seats if seat.due_since is not None]
    return table.paused is not None or (bool(due) and all(seat.holder is not Holder.HUMAN for seat in due))


async def _records(bus: Bus, stack: Stack, family: Family, table: str) -> list[Record]:
    subject = subjects.table_log(family, table)
    records = []
    for entry in await bus.load(subjects.table_stream(family), subject):
        try:
            records.append(unseal(stack.key("DICEARENA_RULES_KEY").encode(), subject, entry.payload))
        except BadSeal:
            pytest.fail("a record nobody may have written")
    return records


def _results(database: Path, finished: list[str]) -> dict[str, int]:
    """Rows per finished table in the stats database, waiting for those still on their way."""
    until = time.monotonic() + STORE_SECONDS
    while True:
        with sqlite3.connect(f"file:{database}?mode=ro", uri=True) as opened:
            rows = Counter(table for (table,) in opened.execute("SELECT table_id FROM matches"))
        opened.close()
        if all(rows[table] for table in finished) or time.monotonic() > until:
            return {table: rows[table] for table in finished}
        time.sleep(0.5)
