"""How dice come from a secret: the one derivation that the dice service rolls with and `verify` checks with.

Throw ``n`` of a table is read from HMAC-SHA256(secret, "throw" | table | n | entropy) as a stream of bytes
(further blocks by a counter), each die by rejection sampling, so that every face is exactly equally likely. Known
answers are in tests/services/dice.
"""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Iterator, Sequence

MIN_FACES, MAX_FACES = 2, 100


def commitment(secret: bytes) -> str:
    """The promise published before the game: SHA-256 of the secret, hex."""
    return hashlib.sha256(secret).hexdigest()


def table_throw(
    secret: bytes, table: str, n: int, entropy: Sequence[str], *, count: int, faces: int
) -> tuple[int, ...]:
    """Throw ``n`` (from 1) of a table with the people's sealed entropy (hex, in seat order)."""
    return _dice(secret, "|".join(("throw", table, str(n), ",".join(entropy))), count, faces)


def day_throw(secret: bytes, round_: int, throw: int, *, count: int, faces: int) -> tuple[int, ...]:
    """Throw ``throw`` of round ``round_`` (both from 1) of a day, the same for everybody."""
    return _dice(secret, f"day|{round_}|{throw}", count, faces)


def _dice(secret: bytes, message: str, count: int, faces: int) -> tuple[int, ...]:
    if not MIN_FACES <= faces <= MAX_FACES:
        raise ValueError(f"faces must be {MIN_FACES} to {MAX_FACES}, got {faces}")
    if count < 1:
        raise ValueError(f"count must be at least 1, got {count}")
    limit = 256 - 256 % faces
    stream = _bytes(secret, message)
    return tuple(byte % faces + 1 for byte in _take(stream, count, limit))


def _take(stream: Iterator[int], count: int, limit: int) -> Iterator[int]:
    while count:
        byte = next(stream)
        if byte < limit:
            count -= 1
            yield byte


def _bytes(secret: bytes, message: str) -> Iterator[int]:
    block = 0
    while True:
        yield from hmac.digest(secret, f"{message}|{block}".encode(), "sha256")
        block += 1
