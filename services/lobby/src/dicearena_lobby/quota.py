"""How many tables that have not begun one person may host."""

from __future__ import annotations

from collections.abc import Iterable

from dicearena_contracts.errors import DicearenaError, ErrorCode
from dicearena_contracts.lobby import TableStatus

from dicearena_lobby.store import LobbyStore
from dicearena_lobby.tables import Held

COUNTED = (TableStatus.OPEN, TableStatus.STARTING)


class Quota:
    """Remembers who hosts what. A guard against heaps of tables, exact in one process and near enough in several."""

    def __init__(self, store: LobbyStore, most: int) -> None:
        self._store = store
        self._most = most
        self._hosting: dict[str, set[str]] = {}

    def learn(self, tables: Iterable[Held]) -> None:
        """What all tables say."""
        self._hosting = {}
        for held in tables:
            self.opened(held)

    def opened(self, held: Held) -> None:
        """One more table."""
        if held.table.status in COUNTED and held.table.day is None:
            self._hosting.setdefault(held.table.host, set()).add(held.table.id)

    async def check(self, person: str) -> None:
        """Raises DicearenaError ``too_many`` where the person hosts enough tables."""
        if len(self._hosting.get(person, ())) < self._most:
            return
        for table in tuple(self._hosting[person]):
            held = await self._store.find(table)
            if held is None or held.table.status not in COUNTED or held.table.host != person:
                self._hosting[person].discard(table)
        if len(self._hosting[person]) >= self._most:
            raise DicearenaError(ErrorCode.TOO_MANY, "lobby.refused.too_many_tables", most=self._most)
