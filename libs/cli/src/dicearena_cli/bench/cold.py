"""A table of 300 records loaded cold, against reading the same records raw."""

from __future__ import annotations

import random
import time
from statistics import median
from typing import Final

from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family, GameKey, Level
from dicearena_contracts.records import RecordKind
from dicearena_contracts.rules import OpenTable, Seat, TableSettings
from dicearena_games.core import expand
from dicearena_games.table import Draft, Intent, Table, opening, refold, seal

RECORDS: Final = 300
ROUNDS: Final = 15
KEY: Final = b"bench" * 8


async def measure(bus: Bus, seed: int) -> dict[str, float]:
    """Median milliseconds ``raw`` (read) and ``cold`` (read, verified, folded), and their ``ratio``."""
    table = f"bench-cold-{time.time_ns()}"
    subject = subjects.table_log(Family.BOARDS, table)
    expected = 0
    for stored in _log(table, subject, seed):
        expected = await bus.append(subject, stored, expected=expected)
    raw, cold = [], []
    stream = subjects.table_stream(Family.BOARDS)
    for _ in range(ROUNDS):
        begun = time.perf_counter()
        entries = await bus.load(stream, subject)
        raw.append(time.perf_counter() - begun)
        assert len(entries) == RECORDS
        begun = time.perf_counter()
        folded, foreign = refold(KEY, subject, [entry.payload for entry in await bus.load(stream, subject)])
        assert folded is not None
        assert (folded.n, foreign) == (RECORDS, 0)
        cold.append(time.perf_counter() - begun)
    raw_ms, cold_ms = median(raw) * 1000, median(cold) * 1000
    return {"raw": round(raw_ms, 3), "cold": round(cold_ms, 3), "ratio": round(cold_ms / raw_ms, 3)}


def _log(table_id: str, subject: str, seed: int) -> list[bytes]:
    """The stored records of a random game of six seats, cut at `RECORDS`."""
    rng = random.Random(seed)
    people = [Seat(person=f"bench{i:03d}", name=f"B{i}", entropy=f"{i:032x}") for i in range(4)]
    seats = (*people, *(Seat(name=f"C{i}", level=Level.NORMAL) for i in range(2)))
    settings = TableSettings(game=GameKey.SHUT_THE_BOX, options={"rounds": 5})
    table = opening(OpenTable(table=table_id, settings=settings, seats=seats, commitment="0" * 64))
    stored: list[bytes] = []
    intent = Intent(RecordKind.OPEN, "open:bench-cold")
    while len(stored) < RECORDS:
        draft = Draft(table, intent, 1_700_000_000_000 + 1000 * len(stored))
        while draft.want is not None:
            draft.feed([rng.randint(1, draft.want.faces) for _ in range(draft.want.count)])
        record = draft.record()
        draft.install(record)
        stored.append(seal(KEY, subject, record))
        if table.ending is not None:
            raise RuntimeError(f"the game of seed {seed} is over after {len(stored)} records")
        intent = _next(table, rng)
    return stored


def _next(table: Table, rng: random.Random) -> Intent:
    if table.paused is not None:
        return Intent(RecordKind.WAITED, f"clock:waited:{table.paused.n}", decision=table.paused.n)
    seat = rng.choice([i for i, seat in enumerate(table.seats) if seat.due_since is not None])
    action = rng.choice([a for domain in table.game.legal(table.state, seat) for a in expand(domain)])
    of = table.seats[seat]
    return Intent(RecordKind.ACT, f"bench:{seat}:{of.decision}", seat, of.holder.automatic, of.decision, action)
