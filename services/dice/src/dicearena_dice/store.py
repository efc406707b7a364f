"""Secrets and seals in the KV bucket `dice`. Each is created once and never changed.

Keys: ``secret.<table>`` (32 raw bytes), ``seal.<table>`` (JSON list of entropies), ``day.<date>`` (32 raw bytes).
"""

from __future__ import annotations

import secrets
from collections.abc import Sequence
from datetime import date

import orjson
from dicearena_bus import Bus, Conflict
from dicearena_contracts import subjects

SECRET_BYTES = 32


class DiceStore:
    """Create-once access to the bucket."""

    def __init__(self, bus: Bus) -> None:
        self._kv = bus.kv(subjects.DICE_BUCKET)

    async def draw(self, table: str) -> bytes:
        """The table's secret, drawn if there is none yet."""
        return await self._once(f"secret.{table}", secrets.token_bytes(SECRET_BYTES))

    async def draw_day(self, day: date) -> bytes:
        """The day's secret, drawn if there is none yet."""
        return await self._once(f"day.{day.isoformat()}", secrets.token_bytes(SECRET_BYTES))

    async def seal(self, table: str, entropy: Sequence[str]) -> tuple[str, ...]:
        """Fix the entropy; returns what is sealed, which is the first seal ever made."""
        return tuple(orjson.loads(await self._once(f"seal.{table}", orjson.dumps(entropy))))

    async def secret(self, table: str) -> bytes | None:
        """The table's secret, or None where none was drawn."""
        return await self._value(f"secret.{table}")

    async def sealed(self, table: str) -> tuple[str, ...] | None:
        """The sealed entropy, or None where nothing is sealed."""
        value = await self._value(f"seal.{table}")
        return None if value is None else tuple(orjson.loads(value))

    async def day(self, day: date) -> bytes | None:
        """The day's secret, or None where none was drawn."""
        return await self._value(f"day.{day.isoformat()}")

    async def _value(self, key: str) -> bytes | None:
        entry = await self._kv.get(key)
        return None if entry is None else entry.payload

    async def _once(self, key: str, value: bytes) -> bytes:
        present = await self._value(key)
        if present is not None:
            return present
        try:
            await self._kv.create(key, value)
        except Conflict:
            present = await self._value(key)
            if present is None:
                raise
            return present
        return value
