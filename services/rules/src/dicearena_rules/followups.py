"""What follows from a record: views, computers' turns, timers, the result.

All of it may be sent again at any time: a repeated command, a nudge or a view request does so.
"""

from __future__ import annotations

import asyncio
import hmac
from collections.abc import Awaitable
from typing import TYPE_CHECKING, Final

import orjson
from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import Family
from dicearena_games.table import Table, Views, match_finished, next_due, soonest

if TYPE_CHECKING:
    from dicearena_rules.host import Cell

THINK_MIN_MS: Final = 900
THINK_SPREAD_MS: Final = 1500
ARM_SLACK_MS: Final = 1000
"""A timer armed up to this much later than something due is left alone."""


class FollowUps:
    """Sends what follows from records of one family."""

    def __init__(self, bus: Bus, family: Family, key: bytes) -> None:
        self._bus = bus
        self._family = family
        self._key = key

    async def after(self, cell: Cell, now: int | None = None) -> None:
        """What follows from the newest record: views first, then all that must not be lost.

        ``now`` (ms): sent again at that time, because it may have been lost with a replica that died; views show what
        may be seen by then.
        """
        table = cell.table
        assert table is not None
        views = Views(table, now=now)
        await self._publish(views)
        await self._settle(cell, views)

    async def due(self, cell: Cell, now: int) -> None:
        """Ask computers again, keep pauses and the result alive, arm the next timer (a nudge or a view request)."""
        table = cell.table
        assert table is not None
        cell.armed = None
        await self._settle(cell, Views(table, now=now), at=now)

    async def arm_first(self, cell: Cell, at: int) -> None:
        """Arm the timer of a table before its first record."""
        await self._arm(cell, at)

    async def _publish(self, views: Views) -> None:
        table = views.table
        for reader in views.readers():
            await self._bus.publish(subjects.view(self._family, table.id, reader), views.encode(reader))

    async def _settle(self, cell: Cell, views: Views, at: int | None = None) -> None:
        table = views.table
        if table.ending is not None:
            payload = match_finished(table).model_dump_json().encode()
            await self._bus.enqueue(subjects.match_finished(table.game.KEY), payload, msg_id=table.id)
            return
        todo: list[Awaitable[None]] = [self._turn(views, seat) for seat in table.computers_due()]
        if table.paused is not None:
            todo.append(self._pause(table))
        if cell.armed is None or cell.armed > soonest(table):
            due = next_due(table, at or table.at)
            if cell.armed is None or cell.armed > due + ARM_SLACK_MS:
                todo.append(self._arm(cell, due))
        if len(todo) == 1:
            await todo[0]
        elif todo:
            await asyncio.gather(*todo)

    async def _arm(self, cell: Cell, at: int) -> None:
        await self._bus.schedule(
            subjects.clock_set(self._family, cell.id), subjects.clock_due(self._family, cell.id), at
        )
        cell.armed = at

    async def _pause(self, table: Table) -> None:
        paused = table.paused
        assert paused is not None
        subject = subjects.clock_pause(self._family, table.id, paused.n)
        await self._bus.schedule(subject, subjects.clock_due(self._family, table.id), paused.until)

    async def _turn(self, views: Views, seat: int) -> None:
        table = views.table
        of = table.seats[seat]
        key = f"{table.id}.{seat}.{of.decision}"
        turn = {
            "table": table.id,
            "game": table.game.KEY,
            "seat": seat,
            "decision": of.decision,
            "level": table.level_of(seat),
            "n": table.n,
            "seed": hmac.digest(self._key, f"seed|{key}".encode(), "sha256").hex(),
            "not_before": (of.due_since or table.at) + _think_ms(table, key),
            "view": orjson.Fragment(views.encode(seat)),
        }
        # The same decision can fall due again: what ended a round may have come before the computer's answer.
        msg_id = f"{key}.{of.due_since}"
        await self._bus.enqueue(subjects.bot_turn(table.game.KEY), orjson.dumps(turn), msg_id=msg_id)


def _think_ms(table: Table, key: str) -> int:
    """A human-like pause out of public facts only (table, seat, decision); none in turbo."""
    if table.open.settings.turbo:
        return 0
    spread = int.from_bytes(hmac.digest(b"think", key.encode(), "sha256")[:4], "big")
    return THINK_MIN_MS + spread % THINK_SPREAD_MS
