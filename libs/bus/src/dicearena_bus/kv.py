"""A key-value bucket over direct get and append: no watcher, no look-up of the stream."""

from __future__ import annotations

from typing import Final

from dicearena_contracts import subjects

from dicearena_bus import headers
from dicearena_bus.errors import Conflict
from dicearena_bus.streams import Entry, Stored, Streams

_OPERATION: Final = b"KV-Operation"
_DELETE: Final = headers.encode({"KV-Operation": "DEL"})


class Bucket:
    """One bucket. A key's revision is the stream sequence of its newest message."""

    def __init__(self, streams: Streams, bucket: str) -> None:
        self._streams = streams
        self._bucket = bucket
        self._stream = subjects.kv_stream(bucket)

    async def get(self, key: str) -> Entry | None:
        """Revision and value, or None.

        Raises DicearenaError ``unavailable`` or ``timeout``.
        """
        stored = await self._last(key)
        return None if stored is None or _deleted(stored) else Entry(stored.seq, stored.payload)

    async def create(self, key: str, value: bytes) -> int:
        """Store a key that is not there; returns the revision.

        Raises Conflict where it is there, else as an append.
        """
        try:
            return await self.update(key, value, 0)
        except Conflict:
            stored = await self._last(key)
            if stored is None or not _deleted(stored):
                raise
            return await self.update(key, value, stored.seq)

    async def update(self, key: str, value: bytes, revision: int) -> int:
        """Store a key whose newest revision is ``revision``; returns the new one.

        Raises Conflict, Unknown, or DicearenaError ``unavailable``.
        """
        return await self._streams.append(self._subject(key), value, revision)

    async def put(self, key: str, value: bytes) -> int:
        """Store a key whatever is there; returns the revision.

        Raises Unknown, or DicearenaError ``unavailable``.
        """
        return await self._streams.enqueue(self._subject(key), value)

    async def delete(self, key: str) -> None:
        """Forget a key.

        Raises Unknown, or DicearenaError ``unavailable``.
        """
        await self._streams.store(self._subject(key), b"", _DELETE)

    async def list(self, prefix: str = "") -> dict[str, Entry]:
        """All keys that begin with whole tokens (``tables.``), or all; with revision and value.

        Raises DicearenaError ``unavailable`` or ``timeout``.
        """
        skip = len(self._subject(""))
        found = await self._streams.newest(self._stream, [self._subject(prefix) + ">"])
        return {s.subject[skip:]: Entry(s.seq, s.payload) for s in found if not _deleted(s)}

    async def _last(self, key: str) -> Stored | None:
        return await self._streams.last(self._stream, self._subject(key))

    def _subject(self, key: str) -> str:
        return subjects.kv_key(self._bucket, key)


def _deleted(stored: Stored) -> bool:
    return headers.value(stored.headers, _OPERATION) is not None
