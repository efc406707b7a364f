"""Scheduled messages: they fire into a stream, the newest per subject counts, and nothing piles up."""

from __future__ import annotations

import asyncio
import json
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from urllib.request import urlopen

from dicearena_bus import Bus, Job, work
from dicearena_contracts import subjects

from tests.support.nats import NatsServer
from tests.support.waiting import until

FAMILY = "pub"
STREAM = subjects.clock_stream(FAMILY)


def now_ms() -> int:
    return int(time.time() * 1000)


class Fired:
    """What came, in order."""

    def __init__(self) -> None:
        self.jobs: list[tuple[str, bytes, int]] = []

    async def __call__(self, job: Job) -> None:
        self.jobs.append((job.subject, job.payload, now_ms()))

    async def wait(self, count: int) -> None:
        await until(lambda: len(self.jobs) >= count)


@asynccontextmanager
async def listening(nats: NatsServer) -> AsyncIterator[tuple[Bus, Fired]]:
    fired = Fired()
    async with (
        nats.connect(f"rules-{FAMILY}") as bus,
        work(bus, STREAM, subjects.clock_consumer(FAMILY), fired),
    ):
        yield bus, fired


def stored(nats: NatsServer) -> int:
    """Messages in the clock stream."""
    with urlopen(f"http://127.0.0.1:{nats.monitor_port}/jsz?streams=true") as answer:
        details = json.load(answer)["account_details"][0]["stream_detail"]
    return next(int(d["state"]["messages"]) for d in details if d["name"] == STREAM)


async def test_a_scheduled_message_reaches_the_clock_consumer_not_before_its_time(own_nats: NatsServer) -> None:
    async with listening(own_nats) as (bus, fired):
        at = now_ms() + 600
        await bus.schedule(subjects.clock_set(FAMILY, "t1"), subjects.clock_due(FAMILY, "t1"), at, b"body")
        await fired.wait(1)
    subject, payload, when = fired.jobs[0]
    assert (subject, payload) == (subjects.clock_due(FAMILY, "t1"), b"body")
    assert when >= at


async def test_scheduling_again_replaces(own_nats: NatsServer) -> None:
    async with listening(own_nats) as (bus, fired):
        own, due = subjects.clock_set(FAMILY, "t1"), subjects.clock_due(FAMILY, "t1")
        await bus.schedule(own, due, now_ms() + 400, b"too early")
        at = now_ms() + 1500
        await bus.schedule(own, due, at, b"right")
        # A second subject marks the time at which the replaced one would have been seen.
        await bus.schedule(subjects.clock_pause(FAMILY, "t1", 3), due, now_ms() + 900, b"pause")
        await fired.wait(2)
        await asyncio.sleep(0.5)
    assert [payload for _, payload, _ in fired.jobs] == [b"pause", b"right"]
    assert fired.jobs[1][2] >= at


async def test_replacing_by_an_earlier_time_fires_early_and_once(own_nats: NatsServer) -> None:
    async with listening(own_nats) as (bus, fired):
        own, due = subjects.clock_set(FAMILY, "t1"), subjects.clock_due(FAMILY, "t1")
        await bus.schedule(own, due, now_ms() + 1500, b"late")
        await bus.schedule(own, due, now_ms() + 300, b"early")
        await fired.wait(1)
        await asyncio.sleep(2.0)
    assert [payload for _, payload, _ in fired.jobs] == [b"early"]


async def test_a_time_in_the_past_fires_at_once(own_nats: NatsServer) -> None:
    async with listening(own_nats) as (bus, fired):
        await bus.schedule(
            subjects.clock_set(FAMILY, "t1"), subjects.clock_due(FAMILY, "t1"), now_ms() - 60_000, b"late"
        )
        await fired.wait(1)


async def test_neither_schedules_nor_fired_messages_pile_up(own_nats: NatsServer) -> None:
    async with listening(own_nats) as (bus, fired):
        for round_ in range(5):
            for table in range(20):
                name = f"t{table}"
                await bus.schedule(
                    subjects.clock_set(FAMILY, name), subjects.clock_due(FAMILY, name), now_ms() + 800 + round_
                )
        assert stored(own_nats) == 20
        await fired.wait(20)
        await until(lambda: stored(own_nats) == 0)


async def test_a_schedule_survives_the_death_of_the_server(own_nats: NatsServer) -> None:
    async with listening(own_nats) as (bus, fired):
        await bus.schedule(subjects.clock_set(FAMILY, "t1"), subjects.clock_due(FAMILY, "t1"), now_ms() + 3000, b"x")
        await asyncio.sleep(1.5)  # one sync_interval: before that a killed server may forget
        own_nats.kill()
        own_nats.start()
        await fired.wait(1)
    assert fired.jobs[0][1] == b"x"
