"""Work queues: pull from a durable consumer that the setup job made, one task per message."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from time import perf_counter
from typing import Final

import orjson
import structlog
from dicearena_contracts.errors import DicearenaError
from nats import errors as nats_errors

from dicearena_bus import headers, logs, metrics
from dicearena_bus.bus import Bus, drain

EXPIRES: Final = 30.0
"""Seconds a pull waits at the server."""
HEARTBEAT: Final = 5.0
"""Seconds after which a waiting pull shows that it is alive."""
_log = structlog.get_logger("dicearena.bus")


class Job:
    """One message of a queue. The handler's return acknowledges it; an exception hands it back."""

    def __init__(self, bus: Bus, subject: str, payload: bytes, reply: str) -> None:
        self.subject = subject
        self.payload = payload
        self._bus = bus
        self._reply = reply

    @property
    def deliveries(self) -> int:
        """How many times it was handed out, this time included."""
        return int(self._token(-5))

    @property
    def seq(self) -> int:
        """Its sequence in the stream."""
        return int(self._token(-4))

    async def extend(self) -> None:
        """Say that work goes on; the consumer's ack time begins anew."""
        self._tell(b"+WPI")

    def ack(self) -> None:
        """Done."""
        self._tell(b"+ACK")

    def again(self, seconds: float) -> None:
        """Hand it back, to be delivered again after a while."""
        self._tell(b"-NAK " + orjson.dumps({"delay": int(seconds * 1e9)}))

    def _tell(self, word: bytes) -> None:
        try:
            self._bus.client.send(self._reply, word)
        except nats_errors.Error:
            # Nothing is lost: the server hands an unacknowledged message out again.
            _log.warning("work.word_lost", subject=self.subject)

    def _token(self, index: int) -> str:
        # $JS.ACK.<stream>.<consumer>.<deliveries>.<stream seq>.<consumer seq>.<time>.<pending>; with a domain and an
        # account the form has two tokens more in front and a random one behind.
        tokens = self._reply.split(".")
        return tokens[index - 1] if len(tokens) > 9 else tokens[index]


Handler = Callable[[Job], Awaitable[None]]


@asynccontextmanager
async def work(
    bus: Bus, stream: str, consumer: str, handler: Handler, *, concurrency: int = 16, retry_seconds: float = 1.0
) -> AsyncIterator[None]:
    """Work a consumer's messages while the context lasts; on leaving, finish what runs and hand the rest back.

    A handler that returns acknowledges; one that raises hands the message back for ``retry_seconds``, doubled with each
    delivery up to 30.
    """
    puller = _Puller(bus, stream, consumer, handler, concurrency=concurrency, retry_seconds=retry_seconds)
    await puller.start()
    try:
        yield
    finally:
        await puller.stop(bus.settings.drain_seconds)


class _Puller:
    def __init__(
        self, bus: Bus, stream: str, consumer: str, handler: Handler, *, concurrency: int, retry_seconds: float
    ) -> None:
        self._bus = bus
        self._stream = stream
        self._pull_subject = f"$JS.API.CONSUMER.MSG.NEXT.{stream}.{consumer}"
        self._inbox = bus.client.new_inbox()
        self._handler = handler
        self._concurrency = concurrency
        self._retry_seconds = retry_seconds
        self._tasks: set[asyncio.Task[None]] = set()
        self._asked = 0
        self._heard = 0.0
        self._wake = asyncio.Event()
        self._stopping = False
        self._loop = asyncio.get_running_loop()
        self._ok = metrics.JOBS.labels(stream, "ok")
        self._again = metrics.JOBS.labels(stream, "again")
        self._seconds = metrics.JOB_SECONDS.labels(stream)

    async def start(self) -> None:
        self._subscription = await self._bus.client.subscribe_direct(self._inbox, self._take)
        self._bus.on_reconnect.append(self._reconnected)
        self._pulling = self._loop.create_task(self._pull())

    async def stop(self, seconds: float) -> None:
        self._stopping = True
        self._bus.on_reconnect.remove(self._reconnected)
        self._wake.set()
        await self._pulling
        await drain(self._bus, self._subscription)
        if self._tasks:
            _, late = await asyncio.wait(self._tasks, timeout=seconds)
            for task in late:
                task.cancel()
            await asyncio.gather(*late, return_exceptions=True)

    async def _pull(self) -> None:
        while not self._stopping:
            self._wake.clear()
            free = self._concurrency - len(self._tasks)
            now = self._loop.time()
            if self._asked > 0 and now - self._heard > 2 * HEARTBEAT:
                self._asked = 0
            if self._asked == 0 and free > 0 and self._bus.connected:
                self._ask(free)
            with suppress(TimeoutError):
                async with asyncio.timeout(HEARTBEAT):
                    await self._wake.wait()

    def _ask(self, batch: int) -> None:
        request = {"batch": batch, "expires": int(EXPIRES * 1e9), "idle_heartbeat": int(HEARTBEAT * 1e9)}
        try:
            self._bus.client.send(self._pull_subject, orjson.dumps(request), self._inbox)
        except nats_errors.Error:
            return
        self._asked = batch
        self._heard = self._loop.time()

    def _reconnected(self) -> None:
        self._asked = 0
        self._wake.set()

    def _take(self, subject: bytes, reply: bytes, data: bytes, raw: bytes | None) -> None:
        self._heard = self._loop.time()
        status = None if raw is None else headers.status(raw)
        if status is not None:
            if status != 100:
                self._asked = 0
                # An unknown consumer or a lost leader answers at once: do not ask in a circle.
                self._loop.call_later(0.0 if status == 408 else 0.5, self._wake.set)
            return
        job = Job(self._bus, subject.decode(), data, reply.decode())
        if self._stopping:
            job.again(0.0)
            return
        self._asked = max(0, self._asked - 1)
        task = self._loop.create_task(self._work(job))
        self._tasks.add(task)
        task.add_done_callback(self._done)
        if self._asked == 0:
            self._wake.set()

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if self._asked == 0:
            self._wake.set()

    async def _work(self, job: Job) -> None:
        start = perf_counter()
        try:
            await self._handler(job)
        except asyncio.CancelledError:
            job.again(0.0)
            raise
        except Exception as error:
            delay = min(30.0, self._retry_seconds * 2 ** min(job.deliveries - 1, 10))
            if isinstance(error, DicearenaError):
                _log.warning("work.again", subject=job.subject, code=str(error.code), deliveries=job.deliveries)
            else:
                _log.error("work.failed", subject=job.subject, deliveries=job.deliveries, **logs.where(error))
            self._again.inc()
            job.again(delay)
            return
        job.ack()
        self._ok.inc()
        self._seconds.observe(perf_counter() - start)
