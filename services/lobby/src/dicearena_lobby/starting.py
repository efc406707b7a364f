"""From frozen seats to a running game: asks the rules service to open it, as often as it takes."""

from __future__ import annotations

import structlog
from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.catalogue import FAMILY_OF
from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import TableStatus
from dicearena_contracts.rules import OpenReply

from dicearena_lobby import tables
from dicearena_lobby.metrics import STARTS_REPEATED
from dicearena_lobby.store import LobbyStore, now_ms
from dicearena_lobby.tables import Held

REPEAT_AFTER_MS = 2000
TRANSIENT = frozenset({ErrorCode.UNAVAILABLE, ErrorCode.TIMEOUT, ErrorCode.INTERNAL, ErrorCode.TOO_MANY})

log = structlog.get_logger("lobby")


class Starter:
    """Opens games. Opening is idempotent, so anybody may ask again."""

    def __init__(self, bus: Bus, store: LobbyStore) -> None:
        self._bus = bus
        self._store = store

    async def open_game(self, held: Held) -> Held:
        """Have the rules open a table that is starting; it stays so where they do not answer.

        A refusal that asking again would not change closes the table and is raised.
        """
        if held.table.status is not TableStatus.STARTING:
            return held
        table = held.table.id
        try:
            await self._bus.request(
                subjects.rules_open(FAMILY_OF[held.table.settings.game]), tables.game_opening(held), OpenReply
            )
        except DicearenaError as error:
            if error.code in TRANSIENT:
                log.warning("game not opened yet", table=table, code=error.code)
                return held
            log.error("game refused by the rules", table=table, code=error.code, key=error.wire.key)
            await self._store.change(table, tables.closed)
            raise
        return await self._store.change(table, tables.running)

    async def repeat(self, held: Held) -> Held:
        """Ask again where a start has been waiting for too long. Refusals are logged, not raised."""
        waiting = held.table.status is TableStatus.STARTING and held.starting_at is not None
        if not waiting or now_ms() - (held.starting_at or 0) < REPEAT_AFTER_MS:
            return held
        STARTS_REPEATED.inc()
        try:
            return await self.open_game(held)
        except DicearenaError:
            return await self._store.get(held.table.id)
