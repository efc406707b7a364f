"""Answering: a service of nats.micro, a task per request with a bound, and a drain that loses nothing."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, nullcontext
from importlib.metadata import version
from time import perf_counter
from typing import Any, Final

import structlog
from dicearena_contracts import subjects
from dicearena_contracts.errors import DicearenaError, ErrorCode
from nats import errors as nats_errors
from nats.micro.request import Request
from nats.micro.service import EndpointStats, Service, ServiceConfig
from pydantic import ValidationError

from dicearena_bus import logs, metrics, trace, wire
from dicearena_bus.bus import Bus, drain
from dicearena_bus.endpoint import Endpoint, endpoints_of

_INBOX: Final = f"{subjects.INBOX}.".encode()
_WAITING_PER_RUNNING: Final = 16
"""Requests that may wait per one that may run; beyond it the asker is told to come again."""
_log = structlog.get_logger("dicearena.bus")


@asynccontextmanager
async def serve(bus: Bus, name: str, *handlers: object, concurrency: int = 256, **args: Any) -> AsyncIterator[Service]:
    """Serve the endpoints of ``handlers`` under a micro service name; on leaving, stop taking and finish what runs.

    ``concurrency`` bounds the running requests of all endpoints together; further keywords
    (``family="pub"``) go to the endpoints' subject builders.
    """
    pool = _Pool(bus, name, concurrency)
    answering: dict[str, _Answering] = {}
    for spec in (spec for handler in handlers for spec in endpoints_of(handler, args)):
        if spec.subject in answering:
            raise ValueError(f"two endpoints answer on {spec.subject}")
        answering[spec.subject] = _Answering(bus, name, spec, pool)

    def fill_in(stats: EndpointStats) -> None:
        answering[stats.subject].report(stats)

    service = Service(bus.client, ServiceConfig(name=name, version=version("dicearena-bus"), stats_handler=fill_in))
    await service.start()
    for endpoint in answering.values():
        bus.client.deliver_next_to(endpoint.take)
        await service.add_endpoint(name=endpoint.name, subject=endpoint.subject, handler=_never_called)
    await bus.flush()
    try:
        yield service
    finally:
        await _stop(bus, service, pool)


async def _never_called(_request: Request) -> None:
    raise AssertionError("requests are delivered to the sink")


async def _stop(bus: Bus, service: Service, pool: _Pool) -> None:
    # nats.micro's own stop() unsubscribes without a drain, which loses the requests that are on their way.
    for endpoint in service._endpoints:
        if endpoint._subscription is not None:
            await drain(bus, endpoint._subscription)
    service._endpoints.clear()
    await pool.finish(bus.settings.drain_seconds)
    if bus.connected:
        await service.stop()


class _Pool:
    """Bounds how many requests run at once."""

    def __init__(self, bus: Bus, service: str, limit: int) -> None:
        self._loop = asyncio.get_running_loop()
        self._limit = limit
        self._tasks: set[asyncio.Task[None]] = set()
        self._waiting: deque[tuple[_Answering, bytes, bytes, bytes | None]] = deque()
        self._idle = asyncio.Event()
        self._idle.set()
        running, waiting = metrics.REQUESTS_RUNNING.labels(service), metrics.REQUESTS_WAITING.labels(service)
        running.set_function(lambda: len(self._tasks))
        waiting.set_function(lambda: len(self._waiting))

    def start(self, endpoint: _Answering, reply: bytes, data: bytes, raw: bytes | None) -> bool:
        """Run now, or later; False where too many wait."""
        if len(self._tasks) < self._limit:
            self._run(endpoint, reply, data, raw)
        elif len(self._waiting) < self._limit * _WAITING_PER_RUNNING:
            self._waiting.append((endpoint, reply, data, raw))
        else:
            return False
        return True

    def _run(self, endpoint: _Answering, reply: bytes, data: bytes, raw: bytes | None) -> None:
        task = self._loop.create_task(endpoint.answer(reply.decode(), data, raw))
        self._tasks.add(task)
        self._idle.clear()
        task.add_done_callback(self._done)

    def _done(self, task: asyncio.Task[None]) -> None:
        self._tasks.discard(task)
        if self._waiting:
            self._run(*self._waiting.popleft())
        elif not self._tasks:
            self._idle.set()

    async def finish(self, seconds: float) -> None:
        """Wait for what runs and waits; cancel what takes too long."""
        try:
            await asyncio.wait_for(self._idle.wait(), seconds)
        except TimeoutError:
            _log.warning("bus.drain_cut_short", running=len(self._tasks), waiting=len(self._waiting))
            self._waiting.clear()
            tasks = tuple(self._tasks)
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)


class _Answering:
    """One endpoint at work."""

    def __init__(self, bus: Bus, service: str, spec: Endpoint, pool: _Pool) -> None:
        self.name = spec.name
        self.subject = spec.subject
        self._service = service
        self._bus = bus
        self._call = spec.call
        self._pool = pool
        self._raw_request = spec.request is bytes
        self._raw_reply = spec.reply is bytes
        self._validate = wire.adapter(spec.request).validator.validate_json
        self._serialize = wire.adapter(spec.reply).serializer.to_json
        self._has_table = hasattr(spec.request, "model_fields") and "table" in spec.request.model_fields
        self._seconds = metrics.REQUEST_SECONDS.labels(service, spec.name)
        self._ok = metrics.REQUESTS.labels(service, spec.name, "ok")
        self._dropped = metrics.REQUESTS_DROPPED.labels(service, spec.name)
        self._requests = self._errors = self._nanoseconds = 0
        self._last_error = ""

    def take(self, _subject: bytes, reply: bytes, data: bytes, raw: bytes | None) -> None:
        """A request came in."""
        if not reply.startswith(_INBOX):
            # Anybody may name any subject as the reply; answering there would publish with our permissions.
            self._dropped.inc()
            return
        self._requests += 1
        if not self._pool.start(self, reply, data, raw):
            self._refuse(reply.decode(), DicearenaError(ErrorCode.UNAVAILABLE, "error.busy"))

    async def answer(self, reply: str, data: bytes, raw: bytes | None) -> None:
        """Decode, call, answer."""
        start = perf_counter()
        with nullcontext() if raw is None else trace.served(f"{self._service} {self.name}", raw):
            try:
                request = data if self._raw_request else self._read(data)
                if self._has_table:
                    logs.table_id.set(request.table)  # type: ignore[union-attr]
                result = await self._call(request)
                payload = result if self._raw_reply else self._serialize(result)
                self._bus.client.send(reply, payload)
                self._ok.inc()
            except DicearenaError as error:
                self._refuse(reply, error)
            except asyncio.CancelledError:
                self._refuse(reply, DicearenaError(ErrorCode.UNAVAILABLE))
                raise
            except Exception as error:
                _log.error("endpoint.failed", endpoint=self.name, of=self._service, **logs.where(error))
                self._refuse(reply, DicearenaError(ErrorCode.INTERNAL))
        elapsed = perf_counter() - start
        self._seconds.observe(elapsed)
        self._nanoseconds += int(elapsed * 1e9)

    def _read(self, data: bytes) -> Any:
        try:
            return self._validate(data)
        except ValidationError as error:
            # Only the asker's mistakes are the asker's; a reply of ours that is malformed stays an internal error.
            raise wire.bad_request(error) from None

    def report(self, stats: EndpointStats) -> None:
        """Fill in what nats.micro cannot know, since it only sees that a task was started."""
        stats.num_requests, stats.num_errors, stats.last_error = self._requests, self._errors, self._last_error
        stats.processing_time = self._nanoseconds
        stats.average_processing_time = self._nanoseconds // max(1, self._requests)

    def _refuse(self, reply: str, error: DicearenaError) -> None:
        self._errors += 1
        self._last_error = f"{error.code}:{error.wire.key}"
        metrics.REQUESTS.labels(self._service, self.name, str(error.code)).inc()
        trace.failed(str(error.code))
        headers, body = wire.encode_error(error.wire)
        try:
            self._bus.client.send(reply, body, headers=headers)
        except nats_errors.Error:
            _log.warning("endpoint.answer_lost", endpoint=self.name, of=self._service)
