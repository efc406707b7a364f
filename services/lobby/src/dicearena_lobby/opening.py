"""New tables: opened by a person, as a rematch, or for a day's Tageswurf."""

from __future__ import annotations

import asyncio
from uuid import uuid4

from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import GameKey, Level
from dicearena_contracts.dice import CommitReply, CommitRequest, DayReply, DayRequest
from dicearena_contracts.errors import ErrorCode
from dicearena_contracts.lobby import (
    DailyOpenRequest,
    LobbySeat,
    LobbyTable,
    OpenRequest,
    Person,
    TableStatus,
)
from dicearena_contracts.rules import TableSettings

from dicearena_lobby import tables
from dicearena_lobby.house_rules import check_seats, checked, game_of
from dicearena_lobby.names import RECHENMEISTER
from dicearena_lobby.store import LobbyStore, now_ms
from dicearena_lobby.tables import Held, refused

FINISH_LOOKS, FINISH_LOOK_SECONDS = 6, 0.2
"""The players see the end before its result is stored: so a rematch waits a little for the lobby to hear of it."""
PRACTICES = 200


class Opener:
    """Makes tables. Every id is created once, so that repeated requests find the table they made."""

    def __init__(self, bus: Bus, store: LobbyStore) -> None:
        self._bus = bus
        self._store = store

    async def open_table(self, request: OpenRequest, host: Person) -> Held:
        """A table with the host on seat 0 and computers behind him."""
        settings = checked(request.settings)
        check_seats(settings.game, request.seats)
        if len(request.computers) >= request.seats:
            raise refused("seats_taken_by_computers")
        identity = uuid4().hex[:20]
        seats = (LobbySeat(person=host.id, name=host.name), *[LobbySeat()] * (request.seats - 1))
        levels = dict(enumerate(request.computers, start=1))
        table = LobbyTable(
            id=identity,
            name=request.name,
            host=host.id,
            settings=settings,
            seats=tables.computer_seats(identity, levels, seats),
            status=TableStatus.OPEN,
            commitment=await self._commitment(identity),
            listed=request.listed,
            created_at=now_ms(),
        )
        return await self._store.create(Held(table=table, changed_at=table.created_at))

    async def rematch(self, table: str, person: str) -> Held:
        """The next table with the same people, none of them ready, and the same rules; whoever asks first hosts it."""
        old = await self._store.get(table)
        if tables.seat_of(old, person) is None:
            raise refused("not_seated", ErrorCode.FORBIDDEN)
        if old.table.day is not None:
            raise refused("no_daily_rematch")
        old = await self._await_finish(old)
        if old.table.status is not TableStatus.FINISHED:
            raise refused("not_finished")
        identity = old.table.rematch or next_id(table)
        if await self._store.find(identity) is None:
            await self._store.create(await self._again(old, identity, person))
        await self._store.change(table, lambda held: tables.rematched(held, identity))
        return await self._store.change(identity, lambda held: tables.came(held, person))

    async def daily(self, request: DailyOpenRequest, person: Person) -> Held:
        """Today's official attempt, or a practice once that is over; a running one is found again."""
        today = await self._bus.request(subjects.DICE_DAY, DayRequest(), DayReply, patience=2.0)
        official = f"daily-{today.day}-{person.id}"
        if not request.practice:
            return await self._store.find(official) or await self._attempt(official, person, today, official=True)
        first = await self._store.find(official)
        first = None if first is None else await self._await_finish(first)
        if first is None or first.table.status not in (TableStatus.FINISHED, TableStatus.CLOSED):
            raise refused("official_attempt_first")
        for number in range(1, PRACTICES + 1):
            identity = f"{official}-x{number}"
            practice = await self._store.find(identity)
            if practice is None:
                return await self._attempt(identity, person, today, official=False)
            if practice.table.status not in (TableStatus.FINISHED, TableStatus.CLOSED):
                return practice
        raise refused("too_many_practices")

    async def _attempt(self, identity: str, person: Person, day: DayReply, *, official: bool) -> Held:
        now = now_ms()
        options = game_of(GameKey.SHUT_THE_BOX).OPTIONS.model_validate({"flaps": 12, "rounds": 3, "day": day.day})
        table = LobbyTable(
            id=identity,
            name="Tageswurf",
            host=person.id,
            settings=TableSettings(game=GameKey.SHUT_THE_BOX, options=options.model_dump(mode="json"), clock=None),
            seats=(
                LobbySeat(person=person.id, name=person.name, ready=True),
                LobbySeat(name=RECHENMEISTER, level=Level.STRONG),
            ),
            status=TableStatus.STARTING,
            commitment=await self._commitment(identity),
            listed=False,
            day=day.day,
            official=official,
            created_at=now,
        )
        return await self._store.create(Held(table=table, closes_at=day.closes_at, starting_at=now, changed_at=now))

    async def _again(self, old: Held, identity: str, host: str) -> Held:
        seats = tuple(
            seat if seat.person is None else LobbySeat(person=seat.person, name=seat.name) for seat in old.table.seats
        )
        now = now_ms()
        table = LobbyTable(
            id=identity,
            name=old.table.name,
            host=host,
            settings=old.table.settings,
            seats=seats,
            status=TableStatus.OPEN,
            commitment=await self._commitment(identity),
            listed=old.table.listed,
            created_at=now,
        )
        expected = tuple(seat.person for seat in seats if seat.person is not None and seat.person != host)
        return Held(table=table, expected=expected, changed_at=now)

    async def _commitment(self, table: str) -> str:
        reply = await self._bus.request(subjects.DICE_COMMIT, CommitRequest(table=table), CommitReply, patience=2.0)
        return reply.commitment

    async def _await_finish(self, held: Held) -> Held:
        for _ in range(FINISH_LOOKS):
            if held.table.status is not TableStatus.RUNNING:
                break
            await asyncio.sleep(FINISH_LOOK_SECONDS)
            held = await self._store.get(held.table.id)
        return held


def next_id(table: str) -> str:
    """The id of a table's rematch: ``<first>-r<n>``."""
    first, mark, number = table.rpartition("-r")
    return f"{first}-r{int(number) + 1}" if mark and number.isdigit() else f"{table}-r1"
