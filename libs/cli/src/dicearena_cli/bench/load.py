"""One measured run: tables of four clients, played at full speed."""

from __future__ import annotations

import asyncio
import random
import time
from bisect import bisect_left
from collections.abc import Sequence
from dataclasses import dataclass, field

from dicearena_cli.bench.client import Client
from dicearena_cli.bench.people import SEATS, Reception, Visitor, in_parallel
from dicearena_cli.bench.report import Run, percentiles
from dicearena_cli.bench.usage import cpu_seconds, rss_kb
from dicearena_cli.up.stack import Stack

SETTLE_S = 0.8
FEW_TABLES = 10
"""So few that their memory cannot be told from noise: no waiting until it has settled."""


@dataclass(slots=True)
class Tally:
    """What several batches of games of one run add up to."""

    actions: int = 0
    seconds: float = 0.0
    own_ms: list[float] = field(default_factory=list)
    others_ms: list[float] = field(default_factory=list)
    cpu: dict[str, float] = field(default_factory=dict)
    per_table: list[float] = field(default_factory=list)
    per_socket: list[float] = field(default_factory=list)
    errors: int = 0


async def measure(
    stack: Stack,
    reception: Reception,
    guests: Sequence[Visitor],
    *,
    game: str,
    tables: int,
    seconds: float,
    batches: int,
    seed: int,
    alone: bool = False,
) -> Run:
    """Play ``batches`` times ``tables`` games, each batch at most ``seconds`` long; opening them is not counted.

    ``alone``: one action at a time at each table, also in games where everybody plays at once.
    """
    tally = Tally()
    for batch in range(batches):
        await _batch(stack, reception, guests[: tables * SEATS], game, seconds, seed + batch, tally, alone=alone)
    cpu = {name: round(taken * 1000 / max(1, tally.actions), 4) for name, taken in sorted(tally.cpu.items())}
    return Run(
        game=game,
        tables=tables,
        clients=tables * SEATS,
        actions=tally.actions,
        actions_per_s=round(tally.actions / tally.seconds, 1),
        own_view_ms=percentiles(tally.own_ms),
        others_view_ms=percentiles(tally.others_ms),
        cpu_ms_per_action={"total": round(sum(cpu.values()), 4), **cpu},
        rss_kb_per_table=round(max(tally.per_table), 1),
        rss_kb_per_socket=round(max(tally.per_socket), 1),
        errors=tally.errors,
    )


async def _batch(
    stack: Stack,
    reception: Reception,
    guests: Sequence[Visitor],
    game: str,
    seconds: float,
    seed: int,
    tally: Tally,
    *,
    alone: bool,
) -> None:
    groups = [guests[i : i + SEATS] for i in range(0, len(guests), SEATS)]
    pids = stack.pids()
    settle = SETTLE_S if len(groups) > FEW_TABLES else 0.0
    empty = await _settled_rss(pids, settle)
    ids = await in_parallel(lambda group: reception.running_table(game, group), groups)
    opened = await _settled_rss(pids, settle)
    clients = [
        Client(table, seat, guest.cookie, random.Random(f"{seed}/{number}/{seat}"), alone=alone)
        for number, (table, group) in enumerate(zip(ids, groups, strict=True))
        for seat, guest in enumerate(group)
    ]
    await in_parallel(lambda client: client.connect(stack.url), clients)
    connected = await _settled_rss(pids, settle)
    tally.per_table.append((opened - empty) / len(ids))
    tally.per_socket.append((connected - opened) / len(clients))

    before, begun = cpu_seconds(pids), time.perf_counter()
    playing = [asyncio.ensure_future(client.play()) for client in clients]
    done, pending = await asyncio.wait(playing, timeout=seconds)
    ended, after = time.perf_counter(), cpu_seconds(pids)
    for client in clients:
        client.playing = False
    for task in pending:
        task.cancel()
    await asyncio.gather(*pending, return_exceptions=True)
    for task in done:
        task.result()

    tally.seconds += (ended if pending else _last_arrival(clients)) - begun
    for name, taken in after.items():
        group_name = name.split("-")[0]
        tally.cpu[group_name] = tally.cpu.get(group_name, 0.0) + taken - before[name]
    for start in range(0, len(clients), SEATS):
        _latencies(clients[start : start + SEATS], tally)
    tally.errors += sum(client.errors for client in clients)
    await in_parallel(lambda client: client.leave(), clients)


def _latencies(table: Sequence[Client], tally: Tally) -> None:
    numbers = [[n for n, _ in client.arrivals] for client in table]
    for client in table:
        for move in client.moves:
            if move.own is None:
                continue
            tally.actions += 1
            tally.own_ms.append((move.own - move.sent) * 1000)
            if move.n is None:
                continue
            others = []
            for other, known in zip(table, numbers, strict=True):
                index = bisect_left(known, move.n)
                if other is not client and index < len(known):
                    others.append(other.arrivals[index][1])
            if len(others) == len(table) - 1:
                tally.others_ms.append((max(others) - move.sent) * 1000)


def _last_arrival(clients: Sequence[Client]) -> float:
    return max(client.arrivals[-1][1] for client in clients)


async def _settled_rss(pids: dict[str, int], seconds: float) -> float:
    await asyncio.sleep(seconds)
    return rss_kb(pids)
