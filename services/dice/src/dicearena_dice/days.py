"""The house's days: which one it is, and when each closes."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date, datetime, time, timedelta
from zoneinfo import ZoneInfo


@dataclass(frozen=True, slots=True)
class Calendar:
    """Days of a zone; each stays open for unfinished attempts until ``close_hour`` of the next one."""

    zone: ZoneInfo
    close_hour: int = 3

    def today(self, now: datetime) -> date:
        """The calendar day at ``now`` (aware)."""
        return now.astimezone(self.zone).date()

    def closes_at(self, day: date) -> datetime:
        """When the day's attempts are counted and its secret may be told."""
        return datetime.combine(day + timedelta(days=1), time(self.close_hour), self.zone)
