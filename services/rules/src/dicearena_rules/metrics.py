"""Metrics of the table host, beyond those the bus makes of every endpoint."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

records = Counter("dicearena_records_total", "Records appended.", ["game", "kind"])
conflicts = Counter("dicearena_append_conflicts_total", "Appends another replica was ahead of.", ["family"])
unknown_appends = Counter("dicearena_append_unknown_total", "Appends whose outcome had to be looked up.", ["family"])
foreign_records = Counter("dicearena_foreign_records_total", "Records no rules replica wrote, skipped.", ["family"])
refusals = Counter("dicearena_refusals_total", "Commands refused.", ["family", "code"])
loads = Histogram("dicearena_table_load_seconds", "Reading and folding a log.", ["family"])
cached = Gauge("dicearena_tables_cached", "Tables folded in memory.", ["family"])
running = Gauge("dicearena_tables_running", "Cached tables whose game runs.", ["family"])
