"""The web socket itself: one asyncio protocol per browser, on the Sans-I/O core of the `websockets` library.

uvicorn hands over the upgraded connection as it does to its own `websockets-sansio` protocol. There is no task and no
queue per socket: a frame that comes in is a call, and a frame that goes out is written at once, or kept by the
client object while the transport is full. An idle socket costs a few kilobytes.
"""

from __future__ import annotations

import asyncio
import http
import logging
from typing import Any, ClassVar, Protocol, cast

from dicearena_contracts.socket import CloseCode
from websockets.frames import CloseCode as Rfc
from websockets.frames import Frame, Opcode
from websockets.http11 import Request
from websockets.protocol import State
from websockets.server import ServerProtocol

PATH = "/ws"
MAX_FRAME = 16 * 1024
"""Bytes of one message from a client."""
CLOSE_TIMEOUT = 5.0
"""Seconds a browser has for its part of the closing handshake."""

_LOGGER = logging.getLogger("websockets.server")
_LOGGER.setLevel(logging.WARNING)


class End(Protocol):
    """Our end of one socket: what the transport calls."""

    def received(self, data: bytes) -> None:
        """A whole text message came."""

    def noise(self) -> None:
        """A ping, a pong or a piece of a message came."""

    def drained(self) -> None:
        """The transport takes data again."""

    def gone(self) -> None:
        """The connection is over."""


class Door(Protocol):
    """Decides about new sockets."""

    def enter(self, wire: Wire, request: Request, peer: str, scheme: str) -> End | None:
        """The end for a socket just opened, or None after closing it."""


class _Core(ServerProtocol):
    """Says 4413 where the library would say 1009, so that every limit of ours has a code of ours."""

    def fail(self, code: int, reason: str = "") -> None:
        super().fail(CloseCode.TOO_LARGE if code == Rfc.MESSAGE_TOO_BIG else code, reason)


class Wire(asyncio.Protocol):
    """One connection. `service.py` makes a subclass that knows its `door`."""

    door: ClassVar[Door]
    __slots__ = ("_connections", "_core", "_parts", "_transport", "end", "heard_at", "paused")

    def __init__(self, config: Any, server_state: Any, app_state: dict[str, Any]) -> None:
        self._connections: set[Any] = server_state.connections
        self._core = _Core(max_size=MAX_FRAME, logger=_LOGGER)
        self._parts: list[bytes] | None = None
        self._transport = cast(asyncio.Transport, None)
        self.end: End | None = None
        self.heard_at = 0.0
        self.paused = False

    # Called by the event loop.

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """The HTTP protocol hands the transport over."""
        self._transport = cast(asyncio.Transport, transport)
        self._connections.add(self)

    def data_received(self, data: bytes) -> None:
        """Parse what came; frames are handled before this returns."""
        core = self._core
        core.receive_data(data)
        self.heard_at = asyncio.get_running_loop().time()
        for event in core.events_received():
            if self._transport.is_closing():
                return
            if isinstance(event, Frame):
                self._frame(event)
            elif isinstance(event, Request):
                self._handshake(event)
        if core.handshake_exc is not None and core.state is State.CONNECTING:
            self._transport.close()
        self._flush()

    def pause_writing(self) -> None:
        """The transport's buffer is full."""
        self.paused = True

    def resume_writing(self) -> None:
        """The transport's buffer has room."""
        self.paused = False
        if self.end is not None:
            self.end.drained()

    def connection_lost(self, exc: Exception | None) -> None:
        """The connection is over, whoever ended it."""
        self._connections.discard(self)
        end, self.end = self.end, None
        if end is not None:
            end.gone()

    # Called by uvicorn.

    def shutdown(self) -> None:
        """The server stops."""
        if self._core.state is State.CONNECTING:
            self._transport.close()
        else:
            self.close(CloseCode.GOING_AWAY)

    # Called by the end.

    @property
    def open(self) -> bool:
        """Frames can be sent."""
        return self._core.state is State.OPEN

    def send(self, payload: bytes) -> None:
        """Write a text frame (UTF-8). Nothing happens on a socket that is closing."""
        core = self._core
        if core.state is State.OPEN:
            core.send_text(payload)
            self._transport.write(b"".join(core.data_to_send()))

    def ping(self) -> None:
        """Ask the browser's network layer for a sign of life; `heard_at` tells."""
        if self.open:
            self._core.send_ping(b"")
            self._flush()

    def close(self, code: int, reason: str = "") -> None:
        """Begin the closing handshake, and cut the connection if it is not answered in time."""
        if self.open:
            self._core.send_close(code, reason)
            self._flush()
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self._transport.abort)

    def abort(self) -> None:
        """Cut the connection without a word."""
        self._transport.abort()

    # Inside.

    def _handshake(self, request: Request) -> None:
        core, transport = self._core, self._transport
        if request.path.partition("?")[0] != PATH:
            core.send_response(core.reject(http.HTTPStatus.NOT_FOUND, ""))
            return
        core.send_response(core.accept(request))
        self._flush()
        if core.state is not State.OPEN:
            return
        peer = transport.get_extra_info("peername")
        scheme = "https" if transport.get_extra_info("sslcontext") else "http"
        self.end = self.door.enter(self, request, peer[0] if isinstance(peer, tuple) else "", scheme)

    def _frame(self, frame: Frame) -> None:
        if self.end is not None and (frame.opcode is not Opcode.TEXT or not frame.fin):
            self.end.noise()
        if frame.opcode is Opcode.TEXT:
            if frame.fin:
                self._message(bytes(frame.data))
            else:
                self._parts = [bytes(frame.data)]
        elif frame.opcode is Opcode.CONT and self._parts is not None:
            self._parts.append(bytes(frame.data))
            if frame.fin:
                whole, self._parts = b"".join(self._parts), None
                self._message(whole)
        elif frame.opcode is Opcode.BINARY:
            self.close(Rfc.UNSUPPORTED_DATA)

    def _message(self, data: bytes) -> None:
        if self.end is not None and self.open:
            self.end.received(data)

    def _flush(self) -> None:
        """Write what the core has to say; an empty part is its word for end of stream."""
        parts = self._core.data_to_send()
        if parts:
            self._transport.write(b"".join(parts))
            if b"" in parts:
                self._hang_up()

    def _hang_up(self) -> None:
        """Say that nothing more comes; the connection ends when the browser hangs up, or is cut after a while.

        Closing at once while the browser still sends would reset the connection, and our close code would be lost.
        """
        if self._transport.can_write_eof():
            self._transport.write_eof()
            asyncio.get_running_loop().call_later(CLOSE_TIMEOUT, self._transport.abort)
        else:
            self._transport.close()
