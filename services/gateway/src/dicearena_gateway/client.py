"""One browser at our end of its socket: who it is, what it has open, and what it could not be sent yet."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from dicearena_contracts.lobby import Person
from dicearena_contracts.socket import CloseCode

from dicearena_gateway import metrics
from dicearena_gateway.limiting import Bucket
from dicearena_gateway.wire import Wire

if TYPE_CHECKING:
    from dicearena_gateway.rooms import Watch

MAX_STRIKES = 40
"""Frames over the rate, without a pause of good conduct, before the socket is closed."""


class Desk(Protocol):
    """What handles the frames of all clients."""

    def received(self, client: Client, data: bytes) -> None:
        """A text message came."""

    def noise(self, client: Client) -> None:
        """A ping, a pong or a piece of a message came."""

    def gone(self, client: Client) -> None:
        """The socket is closed."""


class Client:
    """A socket with a person. Frames go out at once; while the transport is full they wait in ``_waiting``.

    A waiting frame with a key is replaced by a newer one with the same key, so that a browser that reads slowly gets
    the newest view of each table. More than ``queue`` waiting frames close the socket.
    """

    __slots__ = (
        "_desk", "_queue", "_serial", "_waiting", "address", "bucket", "greeted", "in_flight", "opening", "person",
        "strikes", "watches", "wire",
    )  # fmt: skip

    def __init__(self, wire: Wire, desk: Desk, person: Person, address: str, bucket: Bucket, queue: int) -> None:
        self._desk = desk
        self._queue = queue
        self._serial = 0
        self._waiting: dict[object, bytes] | None = None
        self.wire = wire
        self.person = person
        self.address = address
        self.bucket = bucket
        self.greeted = False
        self.in_flight = 0
        self.strikes = 0
        self.watches: dict[str, Watch] = {}
        self.opening: dict[str, object] = {}
        """Tables asked for that are not open yet; closing one meanwhile takes it out."""

    def received(self, data: bytes) -> None:
        """A whole text message came."""
        self._desk.received(self, data)

    def noise(self) -> None:
        """A ping, a pong or a piece of a message came."""
        self._desk.noise(self)

    def gone(self) -> None:
        """The connection is over."""
        self._waiting = None
        self._desk.gone(self)

    def send(self, payload: bytes, key: object = None) -> None:
        """Send a frame; ``key`` says what it replaces while it waits."""
        wire = self.wire
        if not wire.open:
            return
        if not wire.paused and self._waiting is None:
            wire.send(payload)
            metrics.FRAMES_OUT.inc()
            return
        waiting = self._waiting
        if waiting is None:
            waiting = self._waiting = {}
        if key is None:
            self._serial += 1
            key = self._serial
        elif key in waiting:
            metrics.CONFLATED.inc()
        waiting[key] = payload
        if len(waiting) > self._queue:
            self.close(CloseCode.TOO_SLOW)

    def drained(self) -> None:
        """The transport takes data again: send what waits, oldest first."""
        waiting = self._waiting
        if waiting is None:
            return
        for key in list(waiting):
            if self.wire.paused:
                return
            self.wire.send(waiting.pop(key))
            metrics.FRAMES_OUT.inc()
        self._waiting = None

    def close(self, code: CloseCode) -> None:
        """Close the socket for a reason of ours."""
        if self.wire.open:
            metrics.CLOSED.labels(code=str(int(code))).inc()
            self._waiting = None
            self.wire.close(code, code.name.lower())

    def cut(self) -> None:
        """End a connection whose other side does not answer any more."""
        metrics.CLOSED.labels(code="1006").inc()
        self.wire.abort()
