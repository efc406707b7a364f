"""What an append to a table log costs with each `sync_interval`: the figures in docs/operations.md.

python tools/sync_cost.py [DIRECTORY]      a directory on the disk in question; default: the current one
"""

from __future__ import annotations

import asyncio
import logging
import sys
import tempfile
import time
from pathlib import Path

import structlog
from dicearena_bus import Bus
from dicearena_contracts import subjects

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))
from tests.support.nats import NatsServer

RECORD = b"x" * 600
ONE_BY_ONE, TABLES, EACH, ROUNDS = 600, 64, 40, 3


async def table(bus: Bus, name: str, records: int) -> list[float]:
    """Append records one by one; milliseconds of each."""
    subject, seq, took = subjects.table_log("bluff", name), 0, []
    for _ in range(records):
        began = time.perf_counter()
        seq = await bus.append(subject, RECORD, expected=seq)
        took.append((time.perf_counter() - began) * 1000)
    return sorted(took)


async def measure(sync: str, directory: str) -> tuple[float, float, float]:
    """Median and 99th percentile of one append in ms, and appends per second with many tables at once."""
    with tempfile.TemporaryDirectory(dir=directory) as folder:
        server = NatsServer(Path(folder), sync)
        server.start()
        try:
            await server.set_up()
            async with server.connect("rules-bluff") as bus:
                alone = await table(bus, "alone", ONE_BY_ONE)
                began = time.perf_counter()
                await asyncio.gather(*(table(bus, f"t{number}", EACH) for number in range(TABLES)))
                rate = TABLES * EACH / (time.perf_counter() - began)
        finally:
            server.stop()
    return alone[len(alone) // 2], alone[len(alone) * 99 // 100], rate


def main() -> None:
    structlog.configure(wrapper_class=structlog.make_filtering_bound_logger(logging.WARNING))
    directory = sys.argv[1] if len(sys.argv) > 1 else "."
    print(f"{'sync_interval':15}{'append p50':>12}{'p99':>10}{f'{TABLES} tables':>14}   (median of {ROUNDS})")
    for sync in ("1s", "always"):
        rounds = [asyncio.run(measure(sync, directory)) for _ in range(ROUNDS)]
        p50, p99, rate = (sorted(values)[ROUNDS // 2] for values in zip(*rounds, strict=True))
        print(f"{sync:15}{p50:9.2f} ms{p99:7.2f} ms{rate:12.0f}/s")


if __name__ == "__main__":
    main()
