"""Tables and chats in the KV bucket `lobby`, changed by compare-and-set; every change is told to the gateways.

Keys: ``table.<id>`` (`Held`), ``chat.<id>`` (newest lines), ``presence.<gateway>``.
"""

from __future__ import annotations

import time
from typing import Any

import orjson
from dicearena_bus import Bus, Conflict, Unknown
from dicearena_contracts import subjects
from dicearena_contracts.base import Message
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import ChatLine, ChatSaid, TableChanged
from pydantic import TypeAdapter

from dicearena_lobby.presence import Presence
from dicearena_lobby.tables import Change, Held, refused

CHAT_KEPT = 50
ATTEMPTS = 20

_LINES = TypeAdapter(tuple[ChatLine, ...])


def now_ms() -> int:
    """Unix time in ms."""
    return time.time_ns() // 1_000_000


class LobbyStore:
    """The lobby's tables. Raises DicearenaError ``not_found`` for tables it does not keep."""

    def __init__(self, bus: Bus, presence: Presence) -> None:
        self._bus = bus
        self._kv = bus.kv(subjects.LOBBY_BUCKET)
        self._presence = presence

    async def find(self, table: str) -> Held | None:
        """The table, or None."""
        entry = await self._kv.get(_table(table))
        return None if entry is None else Held.model_validate_json(entry.payload)

    async def get(self, table: str) -> Held:
        """The table."""
        held = await self.find(table)
        if held is None:
            raise refused("unknown_table", ErrorCode.NOT_FOUND)
        return held

    async def create(self, held: Held) -> Held:
        """Keep a new table; where one of that id exists, that one is returned and nothing changes."""
        held = self._presence.seen(held)
        held = _next(held, rev=1)
        try:
            await self._kv.create(_table(held.table.id), _encode(held))
        except (Conflict, Unknown) as failed:
            present = await self.find(held.table.id)
            if present is None:
                raise DicearenaError(ErrorCode.UNAVAILABLE) from failed
            return present
        await self._tell(TableChanged(table=held.table))
        return held

    async def change(self, table: str, step: Change) -> Held:
        """Apply a pure step by compare-and-set; returns the table after it. A refusal changes nothing."""
        for _ in range(ATTEMPTS):
            entry = await self._kv.get(_table(table))
            if entry is None:
                raise refused("unknown_table", ErrorCode.NOT_FOUND)
            before = Held.model_validate_json(entry.payload)
            after = self._presence.seen(step(before))
            if after == before:
                return before
            after = _next(after, rev=before.table.rev + 1)
            try:
                await self._kv.update(_table(table), _encode(after), entry.seq)
            except (Conflict, Unknown):
                continue
            await self._tell(TableChanged(table=after.table))
            return after
        raise DicearenaError(ErrorCode.UNAVAILABLE)

    async def all(self) -> list[Held]:
        """Every table kept, by one batched call."""
        return [Held.model_validate_json(value) for value in await self._all("table.>")]

    async def all_raw(self) -> list[dict[str, Any]]:
        """Every table kept as the JSON of a `Held`, by one batched call and without validation."""
        return [orjson.loads(value) for value in await self._all("table.>")]

    async def forget(self, table: str) -> None:
        """Drop a table and its chat for good."""
        await self._kv.delete(_table(table))
        await self._kv.delete(_chat(table))

    async def chat(self, table: str) -> tuple[ChatLine, ...]:
        """The newest lines, oldest first."""
        entry = await self._kv.get(_chat(table))
        return () if entry is None else _LINES.validate_json(entry.payload)

    async def say(self, table: str, line: ChatLine) -> None:
        """Add a line."""
        for _ in range(ATTEMPTS):
            entry = await self._kv.get(_chat(table))
            lines = () if entry is None else _LINES.validate_json(entry.payload)
            if line in lines:
                return
            value = _LINES.dump_json((*lines, line)[-CHAT_KEPT:])
            try:
                if entry is None:
                    await self._kv.create(_chat(table), value)
                else:
                    await self._kv.update(_chat(table), value, entry.seq)
            except (Conflict, Unknown):
                continue
            await self._tell(ChatSaid(table=table, line=line))
            return
        raise DicearenaError(ErrorCode.UNAVAILABLE)

    async def report(self, gateway: str, value: bytes) -> None:
        """Keep a gateway's presence report for the other replicas."""
        await self._kv.put(_gateway(gateway), value)

    async def reports(self) -> list[bytes]:
        """The newest report of every gateway."""
        return await self._all("presence.>")

    async def forget_gateway(self, gateway: str) -> None:
        """Drop the report of a gateway that is gone."""
        await self._kv.delete(_gateway(gateway))

    async def _all(self, keys: str) -> list[bytes]:
        # The bucket keeps one message per key, so its stream is its content; unlike a look-up of newest messages,
        # which the server bounds at 1024 keys, this has no end. Deleted keys are empty messages.
        stream, subject = subjects.kv_stream(subjects.LOBBY_BUCKET), subjects.kv_key(subjects.LOBBY_BUCKET, keys)
        return [entry.payload for entry in await self._bus.load(stream, subject) if entry.payload]

    async def _tell(self, change: Message) -> None:
        await self._bus.publish(subjects.LOBBY_CHANGED, change.model_dump_json().encode())


def _next(held: Held, rev: int) -> Held:
    table = held.table.model_copy(update={"rev": rev})
    return held.model_copy(update={"table": table, "changed_at": now_ms()})


def _encode(held: Held) -> bytes:
    return held.model_dump_json().encode()


def _table(table: str) -> str:
    return f"table.{table}"


def _chat(table: str) -> str:
    return f"chat.{table}"


def _gateway(gateway: str) -> str:
    return "presence." + "".join(char if char.isascii() and char.isalnum() else "-" for char in gateway)
