"""Wiring of the lobby."""

from __future__ import annotations

import asyncio

from dicearena_bus import Bus, BusSettings, connect, serve, telemetry
from dicearena_store import Probe, engine

from dicearena_lobby.caretaker import Caretaker
from dicearena_lobby.handlers import LobbyHandlers
from dicearena_lobby.opening import Opener
from dicearena_lobby.people import Base, People
from dicearena_lobby.presence import Presence
from dicearena_lobby.quota import Quota
from dicearena_lobby.settings import LobbySettings
from dicearena_lobby.starting import Starter
from dicearena_lobby.store import LobbyStore


class Lobby:
    """The lobby's parts around one connection and one database."""

    def __init__(self, bus: Bus, people: People, settings: LobbySettings) -> None:
        presence = Presence()
        store = LobbyStore(bus, presence)
        starter = Starter(bus, store)
        quota = Quota(store, settings.lobby_max_open)
        self.caretaker = Caretaker(store, presence, starter, quota, settings)
        self.handlers = LobbyHandlers(
            store=store,
            people=people,
            opener=Opener(bus, store),
            starter=starter,
            caretaker=self.caretaker,
            quota=quota,
            finished_minutes=settings.lobby_finished_minutes,
        )


async def main(stop: asyncio.Event) -> None:
    """Serve until told to stop. The database must have been migrated."""
    settings = LobbySettings()
    database = engine(settings.database)
    people = People(database)
    probe = Probe(database, Base.metadata)

    try:
        async with connect(BusSettings(), user="lobby") as bus:
            lobby = Lobby(bus, people, settings)
            async with (
                serve(bus, "lobby", lobby.handlers),
                telemetry(bus, ready=probe.ready),
                asyncio.TaskGroup() as tasks,
            ):
                tasks.create_task(probe.run(stop))
                tasks.create_task(lobby.caretaker.run(stop))
            await lobby.handlers.settle()
    finally:
        await database.dispose()
