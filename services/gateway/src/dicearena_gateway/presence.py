"""Tells the lobby which people have which table open: the full state, on change and every 20 seconds."""

from __future__ import annotations

import asyncio
import uuid
from contextlib import suppress

import structlog
from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.base import Empty
from dicearena_contracts.errors import DicearenaError
from dicearena_contracts.lobby import PresenceRequest

from dicearena_gateway.hub import Hub
from dicearena_gateway.settings import GatewaySettings

_log = structlog.get_logger("dicearena.gateway")


class Presence:
    """One reporter per gateway process."""

    def __init__(self, bus: Bus, hub: Hub, settings: GatewaySettings) -> None:
        self._bus = bus
        self._hub = hub
        self._settings = settings
        self._changed = asyncio.Event()
        self.gateway = uuid.uuid4().hex
        hub.on_presence = self._changed.set

    async def run(self) -> None:
        """Report until cancelled."""
        while True:
            with suppress(TimeoutError):  # not wait_for: in Python 3.11 it can swallow a cancellation
                async with asyncio.timeout(self._settings.presence_every):
                    await self._changed.wait()
            await asyncio.sleep(self._settings.presence_debounce)
            self._changed.clear()
            await self.report()

    async def report(self) -> None:
        """Report once; the next report makes good for one that failed."""
        await self._send(self.state())

    async def leave(self) -> None:
        """Nobody is here any more."""
        await self._send(PresenceRequest(gateway=self.gateway, tables={}))

    def state(self) -> PresenceRequest:
        """Who is here now: the seated by name, the others as a number."""
        tables: dict[str, tuple[str, ...]] = {}
        watchers: dict[str, int] = {}
        for room in self._hub.rooms.values():
            people = {watch.client.person.id for watch in room.watches}
            tables[room.table] = tuple(sorted(people & room.seated))
            if others := len(people - room.seated):
                watchers[room.table] = others
        return PresenceRequest(gateway=self.gateway, tables=tables, watchers=watchers)

    async def _send(self, report: PresenceRequest) -> None:
        try:
            await self._bus.request(subjects.LOBBY_PRESENCE, report, Empty)
        except DicearenaError as error:
            _log.info("gateway.presence_unreported", code=str(error.code))
