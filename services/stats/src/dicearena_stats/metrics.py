"""The own metrics of stats."""

from __future__ import annotations

from prometheus_client import Counter

MATCHES = Counter("dicearena_stats_matches_total", "Finished matches taken from the queue.", ["game", "result"])
"""``result``: 'stored', 'repeated' for a match that was stored before, 'unknown' where no such table is over."""
ARCHIVE = Counter("dicearena_stats_archive_total", "Matches asked of the rules for the archive, by result.", ["code"])
