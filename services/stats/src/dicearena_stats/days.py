"""When a day closes, as the dice service says: it alone knows the house's zone."""

from __future__ import annotations

import time
from dataclasses import dataclass

from dicearena_bus import Bus
from dicearena_contracts import subjects
from dicearena_contracts.dice import DayReply, DayRequest
from dicearena_contracts.errors import DicearenaError, ErrorCode

DAYS_KEPT = 100


@dataclass(frozen=True, slots=True)
class HouseDay:
    """A day and its close (Unix ms; 0: a past day that nobody rolled)."""

    day: str
    closes_at: int

    @property
    def closed(self) -> bool:
        """Whether its attempts are all counted."""
        return time.time_ns() // 1_000_000 >= self.closes_at


class Days:
    """Asks for days, and remembers their closes."""

    def __init__(self, bus: Bus) -> None:
        self._bus = bus
        self._known: dict[str, HouseDay] = {}

    async def find(self, day: str | None) -> HouseDay:
        """A day (None: today). Raises DicearenaError: unavailable, or not a day, or not drawn yet."""
        if day is not None and day in self._known:
            return self._known[day]
        try:
            reply = await self._bus.request(subjects.DICE_DAY, DayRequest(day=day), DayReply, patience=2.0)
        except DicearenaError as error:
            if error.code is ErrorCode.NOT_FOUND and day is not None and day < (await self.find(None)).day:
                return HouseDay(day, 0)
            raise
        found = HouseDay(reply.day, reply.closes_at)
        if len(self._known) >= DAYS_KEPT:
            self._known.clear()
        self._known[found.day] = found
        return found
