"""What the bus counts, for every service alike."""

from __future__ import annotations

from typing import Final

from prometheus_client import Counter, Gauge, Histogram

BUCKETS: Final = (0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5)
"""Seconds."""

REQUESTS: Final = Counter(
    "dicearena_requests_total", "Requests answered, by result ('ok' or an error code).", ["service", "endpoint", "code"]
)
REQUEST_SECONDS: Final = Histogram(
    "dicearena_request_seconds", "From taking a request to answering it.", ["service", "endpoint"], buckets=BUCKETS
)
REQUESTS_DROPPED: Final = Counter(
    "dicearena_requests_dropped_total", "Requests not answered: their reply is no inbox.", ["service", "endpoint"]
)
REQUESTS_RUNNING: Final = Gauge("dicearena_requests_running", "Requests being worked on.", ["service"])
REQUESTS_WAITING: Final = Gauge("dicearena_requests_waiting", "Requests beyond the bound, waiting.", ["service"])
JOBS: Final = Counter("dicearena_jobs_total", "Queue messages, by result ('ok' or 'again').", ["stream", "code"])
JOB_SECONDS: Final = Histogram(
    "dicearena_job_seconds", "From taking a queue message to its ack.", ["stream"], buckets=(*BUCKETS, 5.0, 10.0, 30.0)
)
CONNECTED: Final = Gauge("dicearena_bus_connected", "1 while the bus user is connected.", ["user"])
RECONNECTS: Final = Counter("dicearena_bus_reconnects_total", "Connections made after the first.", ["user"])
BUS_ERRORS: Final = Counter(
    "dicearena_bus_errors_total",
    "Errors of the connection ('connection', 'forbidden', 'slow_consumer').",
    ["user", "kind"],
)
