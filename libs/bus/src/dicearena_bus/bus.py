"""A connection to the bus, and everything one may do with it."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from inspect import iscoroutinefunction
from typing import Any, Final, TypeVar, cast

import stamina
import structlog
from dicearena_contracts import subjects
from dicearena_contracts.errors import DicearenaError, ErrorCode
from nats import errors as nats_errors
from nats.aio.subscription import Subscription
from pydantic import BaseModel

from dicearena_bus import logs, metrics, trace, wire
from dicearena_bus.client import NatsClient
from dicearena_bus.inbox import Inbox, NoAnswer
from dicearena_bus.kv import Bucket
from dicearena_bus.settings import BusSettings
from dicearena_bus.stopping import unless_stopped
from dicearena_bus.streams import Entry, Streams

T = TypeVar("T")
_FIRST_PAUSE: Final = 0.05
"""Seconds before an unanswered request is asked again for the first time."""
Callback = Callable[[str, bytes], None] | Callable[[str, bytes], Awaitable[None]]
"""Takes subject and payload."""

_log = structlog.get_logger("dicearena.bus")


class Bus:
    """One user's connection. It reconnects for ever; what is sent meanwhile is kept, up to 8 MB."""

    def __init__(self, client: NatsClient, user: str, settings: BusSettings) -> None:
        self.client = client
        self.user = user
        self.settings = settings
        self.inbox = Inbox(client)
        self.streams = Streams(self.inbox)
        self.on_reconnect: list[Callable[[], None]] = []
        """Called after every reconnect, in the order of registration."""

    @property
    def connected(self) -> bool:
        """Whether the server hears us now."""
        return self.client.is_connected

    @property
    def closed(self) -> bool:
        """Whether the connection was given up, which only ``connect`` itself does."""
        return self.client.is_closed

    async def request(
        self,
        subject: str,
        message: BaseModel | bytes,
        reply_type: type[T],
        *,
        timeout: float = 2.0,  # noqa: ASYNC109
        patience: float = 0.0,
        command: str | None = None,
    ) -> T:
        """Ask and read the answer.

        ``timeout`` and ``patience`` in seconds; with patience an unanswered request is asked again, the same message,
        until that long has passed. ``command`` names it in the logs of such repeats.
        Raises DicearenaError: the other side's, or ``unavailable`` (nobody listens), ``timeout`` (no answer),
        ``internal`` (an answer of another shape).
        """
        payload = await self.request_raw(
            subject, wire.encode(message), timeout=timeout, patience=patience, command=command
        )
        try:
            return wire.decode(reply_type, payload)
        except ValueError as error:
            _log.error("bus.answer_malformed", subject=subject, **logs.where(error))
            raise DicearenaError(ErrorCode.INTERNAL) from None

    async def request_raw(
        self,
        subject: str,
        payload: bytes,
        *,
        timeout: float = 2.0,  # noqa: ASYNC109
        patience: float = 0.0,
        command: str | None = None,
    ) -> bytes:
        """As ``request``, with bytes both ways."""
        try:
            return await self._ask(subject, payload, timeout)
        except DicearenaError as error:
            if patience <= 0.0 or not error.retryable:
                raise
        # The machinery of repeating costs more than asking, so it is built only where the first answer failed.
        await asyncio.sleep(_FIRST_PAUSE)
        async for attempt in stamina.retry_context(
            on=_worth_repeating, attempts=None, timeout=patience, wait_initial=0.05, wait_max=1.0, wait_jitter=0.2
        ):
            with attempt:
                _log.info("bus.asking_again", subject=subject, command=command, attempt=attempt.num)
                return await self._ask(subject, payload, timeout)
        raise DicearenaError(ErrorCode.TIMEOUT)

    async def _ask(self, subject: str, payload: bytes, timeout: float) -> bytes:  # noqa: ASYNC109
        try:
            answer = await self.inbox.call(subject, payload, trace.header(), timeout)
        except NoAnswer:
            raise DicearenaError(ErrorCode.TIMEOUT) from None
        except nats_errors.MaxPayloadError:
            raise DicearenaError(ErrorCode.TOO_LARGE) from None
        except nats_errors.Error:
            raise DicearenaError(ErrorCode.UNAVAILABLE) from None
        if answer.headers is not None:
            wire.check(answer.payload, answer.headers)
        return answer.payload

    async def publish(self, subject: str, payload: bytes) -> None:
        """Core publish: whoever listens now gets it.

        Raises DicearenaError ``unavailable`` where it cannot even be kept for the next connection.
        """
        try:
            self.client.send(subject, payload)
        except nats_errors.Error:
            raise DicearenaError(ErrorCode.UNAVAILABLE) from None

    async def flush(self) -> None:
        """Return when the server has taken all that was sent, subscriptions included.

        Raises DicearenaError ``timeout``.
        """
        try:
            await self.client.flush()
        except nats_errors.Error:
            raise DicearenaError(ErrorCode.TIMEOUT) from None

    async def subscribe(self, subject: str, callback: Callback, queue: str = "") -> Subscription:
        """Core subscription; never on a stream's subjects.

        A plain function is called from the read loop, at once and in order, and must be quick; a coroutine function is
        awaited message by message. End it with ``await subscription.unsubscribe()``.
        """
        if iscoroutinefunction(callback):

            async def take(message: Any) -> None:
                await callback(message.subject, message.data)

            return await self.client.subscribe(subject, queue=queue, cb=take)
        plain = cast("Callable[[str, bytes], None]", callback)
        return await self.client.subscribe_direct(
            subject, lambda sub, _reply, data, _headers: plain(sub.decode(), data), queue
        )

    async def append(self, subject: str, payload: bytes, expected: int, msg_id: str | None = None) -> int:
        """Append to a stream where the subject's newest message has the sequence ``expected`` (0: there is none).

        Returns the stream sequence. Raises Conflict, Unknown, or DicearenaError ``unavailable``.
        """
        return await self.streams.append(subject, payload, expected, msg_id)

    async def tip(self, stream: str, subject: str) -> Entry | None:
        """The newest message of a subject, or None.

        Raises DicearenaError ``unavailable`` or ``timeout``.
        """
        return await self.streams.tip(stream, subject)

    async def load(self, stream: str, subject: str, after: int = 0) -> list[Entry]:
        """All messages of a subject behind the sequence ``after``, oldest first.

        Raises DicearenaError ``unavailable`` or ``timeout``.
        """
        return await self.streams.load(stream, subject, after)

    async def enqueue(self, subject: str, payload: bytes, msg_id: str | None = None) -> int:
        """Publish to a stream and wait for the acknowledgement; the same ``msg_id`` is stored once in two minutes.

        Returns the stream sequence. Raises Unknown, or DicearenaError ``unavailable``.
        """
        return await self.streams.enqueue(subject, payload, msg_id)

    async def schedule(self, set_subject: str, due_subject: str, at_ms: int, payload: bytes = b"") -> int:
        """Have ``payload`` stored on ``due_subject`` at a Unix time in ms; replaces what was set on ``set_subject``.

        Raises as ``enqueue``.
        """
        return await self.streams.schedule(set_subject, due_subject, at_ms, payload)

    def kv(self, bucket: str) -> Bucket:
        """A key-value bucket."""
        return Bucket(self.streams, bucket)


async def drain(bus: Bus, subscription: Subscription) -> None:
    """Take no more messages, and return when those on their way have been handed over."""
    if not bus.connected:
        return
    try:
        await subscription.drain()  # type: ignore[no-untyped-call]
    except nats_errors.Error:
        _log.warning("bus.drained_in_part", user=bus.user)


def _worth_repeating(error: Exception) -> bool:
    return isinstance(error, DicearenaError) and error.retryable


@asynccontextmanager
async def connect(settings: BusSettings, *, user: str) -> AsyncIterator[Bus]:
    """Connect as ``user``, waiting for the server as long as it takes; on leaving, send what is left and close.

    Raises Stopped where the process is told to end before there is a connection.
    """
    client = NatsClient()
    bus = Bus(client, user, settings)
    watch = _Watch(bus)
    await unless_stopped(
        client.connect(
            servers=settings.nats_urls,
            name=user,
            user=user,
            password=settings.password(user),
            inbox_prefix=subjects.inbox_prefix(user),
            max_reconnect_attempts=-1,
            reconnect_time_wait=0.5,  # type: ignore[arg-type]
            connect_timeout=2,
            ping_interval=10,
            pending_size=8 * 1024 * 1024,
            disconnected_cb=watch.disconnected,
            reconnected_cb=watch.reconnected,
            error_cb=watch.error,
        )
    )
    watch.connected()
    await bus.inbox.open()
    try:
        yield bus
    finally:
        watch.closing = True
        await client.end()


class _Watch:
    """Tells logs and metrics how the connection fares."""

    def __init__(self, bus: Bus) -> None:
        self.closing = False
        self._bus = bus
        self._connected = metrics.CONNECTED.labels(bus.user)
        self._reconnects = metrics.RECONNECTS.labels(bus.user)
        self._told = False

    def connected(self) -> None:
        self._connected.set(1)
        self._told = False
        _log.info("bus.connected", user=self._bus.user)

    async def disconnected(self) -> None:
        self._connected.set(0)
        self._bus.inbox.lost()
        if not self.closing:
            _log.warning("bus.disconnected", user=self._bus.user)

    async def reconnected(self) -> None:
        self._reconnects.inc()
        self.connected()
        for callback in self._bus.on_reconnect:
            callback()

    async def error(self, error: Exception) -> None:
        kind = _kind(error)
        metrics.BUS_ERRORS.labels(self._bus.user, kind).inc()
        if not self._bus.connected:
            # Every attempt fails alike; the first is news.
            if self._told:
                return
            self._told = True
        # The text of these errors is the server's or the socket's; it names subjects, never payloads.
        tell = _log.warning if kind == "connection" else _log.error
        tell(f"bus.{kind}", user=self._bus.user, error=type(error).__name__, detail=str(error)[:200])


def _kind(error: Exception) -> str:
    if isinstance(error, nats_errors.SlowConsumerError):
        return "slow_consumer"
    return "forbidden" if "permissions violation" in str(error).lower() else "connection"
