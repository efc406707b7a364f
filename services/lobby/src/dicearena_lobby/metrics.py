"""The lobby's own metrics."""

from __future__ import annotations

from prometheus_client import Counter, Gauge

TABLES = Gauge("dicearena_lobby_tables", "Tables kept, by status.", ["status"])
PEOPLE_ONLINE = Gauge("dicearena_lobby_people_online", "Different people with a table open.")
STARTS_REPEATED = Counter("dicearena_lobby_starts_repeated_total", "Starts asked of the rules once more.")
