"""nats-py's client with a short cut: chosen subscriptions get their messages at once, raw and without a queue.

nats-py puts every message into a queue, wakes a task, and parses all headers. For the few subscriptions that carry the
traffic (answers, endpoints, jobs) a plain function is called from the read loop instead. All knowledge of nats-py's
inside is in this file.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import Any, Final

import structlog
from nats import errors
from nats.aio.client import PING_PROTO, Client
from nats.aio.subscription import Subscription
from nats.aio.transport import TcpTransport

from dicearena_bus import logs

Sink = Callable[[bytes, bytes, bytes, bytes | None], None]
"""Takes subject, reply subject, payload and raw headers. Must not block, and is called from the read loop."""

_log = structlog.get_logger("dicearena.bus")
_SLOW: Final = 1024 * 1024
"""Bytes in the socket's buffer beyond which messages wait for nats-py's flusher, which waits for the server."""


class NatsClient(Client):
    """A connection with direct delivery and direct sending."""

    def __init__(self) -> None:
        super().__init__()
        self._sinks: dict[int, Sink] = {}
        self._loop = asyncio.get_running_loop()
        self._writing = False
        self._next_sink: Sink | None = None

    async def subscribe(self, *args: Any, **kwargs: Any) -> Subscription:
        """As nats-py; the sink set by ``deliver_next_to`` gets the messages."""
        if self._next_sink is not None:
            self._sinks[self._sid + 1], self._next_sink = self._next_sink, None
        return await super().subscribe(*args, **kwargs)

    def deliver_next_to(self, sink: Sink) -> None:
        """The next subscription's messages go to ``sink``."""
        self._next_sink = sink

    async def subscribe_direct(self, subject: str, sink: Sink, queue: str = "") -> Subscription:
        """Subscribe with a plain function."""
        self.deliver_next_to(sink)
        return await self.subscribe(subject, queue=queue)

    def send(self, subject: str, payload: bytes, reply: str = "", headers: bytes = b"") -> None:
        """Publish without waiting; written to the socket in the loop's next round, in order.

        While there is no connection messages are kept, up to nats-py's buffer size.
        Raises nats.errors.Error where the subject is malformed, the payload too large, the buffer full or the
        connection closed.
        """
        if not subject.isprintable() or " " in subject or not subject:
            raise errors.BadSubjectError
        if len(payload) > self._max_payload:
            raise errors.MaxPayloadError
        if self._status != Client.CONNECTED:
            self._check_sendable(len(payload))
        elif self._pending_data_size > self._max_pending_size:
            raise errors.OutboundBufferLimitError
        if headers:
            line = f"HPUB {subject} {reply} {len(headers)} {len(headers) + len(payload)}\r\n"
            command = line.encode() + headers + payload + b"\r\n"
        else:
            command = f"PUB {subject} {reply} {len(payload)}\r\n".encode() + payload + b"\r\n"
        self._pending.append(command)
        self._pending_data_size += len(command)
        if not self._writing and self.is_connected:
            self._writing = True
            self._loop.call_soon(self._write_pending)

    def _write_pending(self) -> None:
        """Hand over all that is to be sent; what nats-py's flusher does, without waking a task for it."""
        self._writing = False
        if not self._pending or not self.is_connected or not isinstance(self._transport, TcpTransport):
            return
        writer = self._transport._io_writer
        if writer is None or writer.transport.get_write_buffer_size() > _SLOW:
            if self._flush_queue is not None and self._flush_queue.empty():
                self._flush_queue.put_nowait(self._loop.create_future())
            return
        writer.writelines(self._pending)
        self._pending, self._pending_data_size = [], 0

    async def end(self) -> None:
        """Send what is left, if there is a connection, and close."""
        try:
            if self.is_connected:
                await self.flush()
        except errors.Error:
            _log.warning("bus.closed_unflushed")
        # nats-py's close() writes what is left to a socket that may be gone, and stops half-way then.
        self._pending, self._pending_data_size = [], 0
        await self.close()

    def _check_sendable(self, size: int) -> None:
        if self.is_closed:
            raise errors.ConnectionClosedError
        if self.is_draining_pubs:
            raise errors.ConnectionDrainingError
        if not self.is_connected and size + self._pending_data_size > self._max_pending_size:
            raise errors.OutboundBufferLimitError

    async def _process_msg(self, sid: int, subject: bytes, reply: bytes, data: bytes, headers: bytes) -> None:
        sink = self._sinks.get(sid)
        if sink is None:
            await super()._process_msg(sid, subject, reply, data, headers)
            return
        try:
            sink(subject, reply, data, headers)
        except Exception as error:
            # An exception here would end nats-py's read loop for good.
            _log.error("bus.sink_failed", subject=subject.decode(), **logs.where(error))

    async def _send_ping(self, future: asyncio.Future[Any] | None = None) -> None:
        # nats-py writes the ping past what is still to be sent, so that its flush() and drain() return too early.
        self._pongs.append(future or asyncio.get_running_loop().create_future())
        await self._send_command(PING_PROTO)
        await self._flush_pending()

    async def _process_pong(self) -> None:
        # nats-py sets the result of a flush that was given up, and the exception ends its read loop.
        if self._pongs and self._pongs[0].done():
            self._pongs[0] = asyncio.get_running_loop().create_future()
        await super()._process_pong()

    def _remove_sub(self, sid: int, max_msgs: int = 0) -> None:
        self._sinks.pop(sid, None)
        super()._remove_sub(sid, max_msgs)

    async def _process_err(self, err_msg: str) -> None:
        # nats-py closes for ever on any error but these two; a new connection is the better answer.
        if "permissions violation" in err_msg or "stale connection" in err_msg:
            await super()._process_err(err_msg)
            return
        error = errors.Error(f"nats: {err_msg}")
        await self._error_cb(error)
        await self._process_op_err(error)
