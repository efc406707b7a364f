"""JetStream by its bare API: append, tip, load, queue, schedule. No stream or consumer is ever looked up."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

import orjson
from dicearena_contracts.errors import DicearenaError, ErrorCode
from nats import errors as nats_errors

from dicearena_bus import headers
from dicearena_bus.errors import Conflict, Unknown
from dicearena_bus.inbox import Answer, Inbox, NoAnswer

WRONG_LAST_SEQUENCE: Final = 10071
TIMEOUT: Final = 2.0
_DIRECT: Final = "$JS.API.DIRECT.GET."
_BATCH: Final = 512
_SEQUENCE: Final = b"Nats-Sequence"
_PENDING: Final = b"Nats-Num-Pending"
_SUBJECT: Final = b"Nats-Subject"


class Entry(NamedTuple):
    """A stored message: its sequence in the stream and its payload."""

    seq: int
    payload: bytes


class Stored(NamedTuple):
    """A stored message with its subject and headers."""

    subject: str
    seq: int
    payload: bytes
    headers: bytes


class Streams:
    """JetStream calls of one connection."""

    def __init__(self, inbox: Inbox) -> None:
        self._inbox = inbox

    async def append(self, subject: str, payload: bytes, expected: int, msg_id: str | None = None) -> int:
        """Append where the subject's newest message has the sequence ``expected`` (0: there is none).

        Returns the stream sequence. Raises Conflict, Unknown, or DicearenaError ``unavailable``.
        """
        if msg_id is None:
            block = b"NATS/1.0\r\nNats-Expected-Last-Subject-Sequence: %d\r\n\r\n" % expected
        else:
            block = headers.encode(
                {"Nats-Expected-Last-Subject-Sequence": str(expected), "Nats-Msg-Id": msg_id},
            )
        return await self.store(subject, payload, block)

    async def enqueue(self, subject: str, payload: bytes, msg_id: str | None = None) -> int:
        """Store a message; the same ``msg_id`` within the stream's window is stored once.

        Returns the stream sequence. Raises Unknown, or DicearenaError ``unavailable``.
        """
        return await self.store(subject, payload, b"" if msg_id is None else headers.encode({"Nats-Msg-Id": msg_id}))

    async def schedule(self, set_subject: str, due_subject: str, at_ms: int, payload: bytes = b"") -> int:
        """Store a message that fires at a Unix time in ms onto ``due_subject``; replaces the subject's earlier one.

        Raises as ``enqueue``.
        """
        at = datetime.fromtimestamp(at_ms / 1000, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")
        block = headers.encode({"Nats-Schedule": f"@at {at}", "Nats-Schedule-Target": due_subject})
        return await self.store(set_subject, payload, block)

    async def tip(self, stream: str, subject: str) -> Entry | None:
        """The newest message of a subject, or None.

        Raises DicearenaError ``unavailable`` or ``timeout``.
        """
        stored = await self.last(stream, subject)
        return None if stored is None else Entry(stored.seq, stored.payload)

    async def last(self, stream: str, subject: str) -> Stored | None:
        """As ``tip``, with headers."""
        answer = await self._get(f"{_DIRECT}{stream}.{subject}")
        raw = answer.headers or b""
        status = _status(raw)
        if status == headers.NOT_FOUND:
            return None
        if status is not None:
            raise DicearenaError(ErrorCode.UNAVAILABLE)
        return Stored(subject, _number(raw, _SEQUENCE), answer.payload, raw)

    async def load(self, stream: str, subject: str, after: int = 0) -> list[Entry]:
        """All messages of one subject behind the sequence ``after``, oldest first.

        Raises DicearenaError ``unavailable`` or ``timeout``.
        """
        entries: list[Entry] = []
        while True:
            request = {"seq": after + 1, "next_by_subj": subject, "batch": _BATCH}
            answers, pending = await self._batch(stream, request)
            entries.extend(Entry(_number(raw, _SEQUENCE), payload) for payload, raw in answers)
            if not pending or not answers:
                return entries
            after = entries[-1].seq

    async def newest(self, stream: str, subjects: list[str]) -> list[Stored]:
        """The newest message of every subject that matches; wildcards are allowed.

        Raises DicearenaError ``unavailable`` or ``timeout``.
        """
        answers, _ = await self._batch(stream, {"multi_last": subjects})
        return [Stored(_text(raw, _SUBJECT), _number(raw, _SEQUENCE), payload, raw) for payload, raw in answers]

    async def _batch(self, stream: str, request: dict[str, Any]) -> tuple[list[tuple[bytes, bytes]], int]:
        try:
            answers = await self._inbox.collect(_DIRECT + stream, orjson.dumps(request), _is_end, TIMEOUT)
        except NoAnswer:
            raise DicearenaError(ErrorCode.TIMEOUT) from None
        except nats_errors.Error:
            raise DicearenaError(ErrorCode.UNAVAILABLE) from None
        end = answers.pop().headers or b""
        status = headers.status(end)
        if status == headers.NOT_FOUND:
            return [], 0
        if status != headers.END_OF_BATCH:
            raise DicearenaError(ErrorCode.UNAVAILABLE)
        return [(payload, raw or b"") for payload, raw in answers], _number(end, _PENDING)

    async def _get(self, subject: str) -> Answer:
        try:
            return await self._inbox.call(subject, b"", b"", TIMEOUT)
        except NoAnswer:
            raise DicearenaError(ErrorCode.TIMEOUT) from None
        except nats_errors.Error:
            raise DicearenaError(ErrorCode.UNAVAILABLE) from None

    async def store(self, subject: str, payload: bytes, block: bytes) -> int:
        """Publish to a stream with a raw header block and wait for the acknowledgement.

        Returns the stream sequence. Raises Conflict, Unknown, or DicearenaError ``unavailable``.
        """
        try:
            answer = await self._inbox.call(subject, payload, block, TIMEOUT)
        except NoAnswer:
            raise Unknown from None
        except nats_errors.Error:
            raise DicearenaError(ErrorCode.UNAVAILABLE) from None
        if answer.headers is not None and headers.status(answer.headers) is not None:
            raise DicearenaError(ErrorCode.UNAVAILABLE)
        ack = orjson.loads(answer.payload)
        error = ack.get("error")
        if error is None:
            return int(ack["seq"])
        if error.get("err_code") == WRONG_LAST_SEQUENCE:
            raise Conflict
        raise DicearenaError(ErrorCode.UNAVAILABLE, "error.store", status=error.get("err_code"))


def _status(raw: bytes) -> int | None:
    """The server's own status: a stored message may bear one too, but then also a sequence."""
    return None if headers.value(raw, _SEQUENCE) is not None else headers.status(raw)


def _is_end(answer: Answer) -> bool:
    return answer.headers is not None and _status(answer.headers) is not None


def _number(raw: bytes, name: bytes) -> int:
    found = headers.value(raw, name)
    return 0 if found is None else int(found)


def _text(raw: bytes, name: bytes) -> str:
    found = headers.value(raw, name)
    return "" if found is None else found.decode()
