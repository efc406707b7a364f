"""Work queues: nothing is lost, whoever dies."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

from dicearena_bus import Bus, Job, work
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import GameKey
from dicearena_contracts.errors import DicearenaError

from tests.support.nats import NatsServer
from tests.support.waiting import until

GAME = GameKey.SCHOCKEN
STREAM, CONSUMER, TURN = subjects.BOT_STREAM, subjects.bot_consumer(GAME), subjects.bot_turn(GAME)


async def enqueue(nats: NatsServer, count: int) -> list[bytes]:
    payloads = [b"turn %d" % number for number in range(count)]
    async with nats.connect("rules-pub") as rules:
        for payload in payloads:
            await rules.enqueue(TURN, payload)
    return payloads


async def test_every_message_is_worked_once(own_nats: NatsServer) -> None:
    payloads = await enqueue(own_nats, 100)
    done: list[bytes] = []

    async def handle(job: Job) -> None:
        assert (job.subject, job.deliveries) == (TURN, 1)
        done.append(job.payload)

    async with own_nats.connect("bots") as bus, work(bus, STREAM, CONSUMER, handle, concurrency=7):
        await until(lambda: len(done) == 100)
        await asyncio.sleep(0.2)
    assert sorted(done) == sorted(payloads)


async def test_a_waiting_worker_gets_a_message_the_moment_it_is_queued(own_nats: NatsServer) -> None:
    done = asyncio.Event()

    async def handle(_job: Job) -> None:
        done.set()

    async with own_nats.connect("bots") as bus, work(bus, STREAM, CONSUMER, handle):
        await asyncio.sleep(0.3)
        await enqueue(own_nats, 1)
        await asyncio.wait_for(done.wait(), 2)


async def test_no_more_than_the_bound_run_at_once(own_nats: NatsServer) -> None:
    await enqueue(own_nats, 20)
    running = most = done = 0

    async def handle(_job: Job) -> None:
        nonlocal running, most, done
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.02)
        running -= 1
        done += 1

    async with own_nats.connect("bots") as bus, work(bus, STREAM, CONSUMER, handle, concurrency=4):
        await until(lambda: done == 20)
    assert most == 4


async def test_a_message_whose_handler_fails_comes_again_and_counts(own_nats: NatsServer) -> None:
    await enqueue(own_nats, 1)
    deliveries: list[int] = []

    async def handle(job: Job) -> None:
        deliveries.append(job.deliveries)
        if len(deliveries) < 3:
            raise RuntimeError("not yet")

    async with own_nats.connect("bots") as bus, work(bus, STREAM, CONSUMER, handle, retry_seconds=0.1):
        await until(lambda: len(deliveries) == 3)
        await asyncio.sleep(0.5)
    assert deliveries == [1, 2, 3]


async def test_the_turn_of_a_worker_that_dies_goes_to_another(own_nats: NatsServer) -> None:
    await enqueue(own_nats, 1)
    taken, done = asyncio.Event(), asyncio.Event()
    deliveries: list[int] = []

    async def hang(_job: Job) -> None:
        taken.set()
        await asyncio.Event().wait()

    async def handle(job: Job) -> None:
        deliveries.append(job.deliveries)
        done.set()

    dying = asyncio.create_task(_work_forever(own_nats, hang, taken))
    await asyncio.wait_for(taken.wait(), 5)
    await dying
    async with own_nats.connect("bots") as bus, work(bus, STREAM, CONSUMER, handle):
        await asyncio.wait_for(done.wait(), 25)
    assert deliveries == [2]


async def _work_forever(nats: NatsServer, handle: Callable[..., Awaitable[None]], taken: asyncio.Event) -> None:
    """A worker whose connection goes away without a word: as kill -9 would have it."""
    async with nats.connect("bots", drain_seconds=0.0) as bus, work(bus, STREAM, CONSUMER, handle):
        await taken.wait()
        await bus.client.close()


async def test_extend_keeps_a_slow_turn_from_going_to_another(own_nats: NatsServer) -> None:
    await enqueue(own_nats, 1)
    deliveries: list[int] = []
    finished = asyncio.Event()

    async def slow(job: Job) -> None:
        deliveries.append(job.deliveries)
        for _ in range(7):
            await asyncio.sleep(2.0)
            await job.extend()
        finished.set()

    async with (
        own_nats.connect("bots") as one,
        own_nats.connect("bots") as two,
        work(one, STREAM, CONSUMER, slow),
        work(two, STREAM, CONSUMER, slow),
    ):
        await asyncio.wait_for(finished.wait(), 30)
        await asyncio.sleep(0.5)
    assert deliveries == [1]


async def test_leaving_finishes_what_runs_and_hands_the_rest_back(own_nats: NatsServer) -> None:
    payloads = await enqueue(own_nats, 12)
    done: list[bytes] = []
    started = asyncio.Event()

    async def handle(job: Job) -> None:
        started.set()
        await asyncio.sleep(0.3)
        done.append(job.payload)

    async with own_nats.connect("bots") as bus, work(bus, STREAM, CONSUMER, handle, concurrency=5):
        await started.wait()
    first = len(done)
    assert 1 <= first <= 5
    async with own_nats.connect("bots") as bus, work(bus, STREAM, CONSUMER, handle, concurrency=12):
        await until(lambda: len(done) >= 12, 8)  # sooner than the ack time: handed back, not timed out
    assert sorted(done) == sorted(payloads)


async def test_work_goes_on_after_the_server_died(own_nats: NatsServer) -> None:
    done: set[bytes] = set()

    async def handle(job: Job) -> None:
        done.add(job.payload)

    async with own_nats.connect("bots") as bus, work(bus, STREAM, CONSUMER, handle):
        first = await enqueue(own_nats, 3)
        await until(lambda: len(done) == 3)
        own_nats.kill()
        own_nats.start()
        done.clear()
        async with own_nats.connect("rules-pub") as rules:
            await _enqueue_again(rules, b"after")
        await until(lambda: b"after" in done)
    assert done <= {b"after", *first}


async def _enqueue_again(rules: Bus, payload: bytes) -> None:
    for _ in range(100):
        try:
            await rules.enqueue(TURN, payload, msg_id="after")
            return
        except DicearenaError:
            await asyncio.sleep(0.1)
    raise AssertionError("the server did not come back")
