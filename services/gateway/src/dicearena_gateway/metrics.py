"""The gateway's own metrics, beyond those the bus library makes."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

SOCKETS = Gauge("dicearena_gateway_sockets", "Open web sockets.")
WATCHES = Gauge("dicearena_gateway_watches", "Tables open on sockets.")
ROOMS = Gauge("dicearena_gateway_tables", "Tables with a view subscription.")
FRAMES_IN = Counter("dicearena_gateway_frames_in_total", "Frames received, by type.", ["type"])
FRAMES_OUT = Counter("dicearena_gateway_frames_out_total", "Frames sent.")
CONFLATED = Counter("dicearena_gateway_conflated_total", "Unsent views that a newer one replaced.")
CLOSED = Counter("dicearena_gateway_closed_total", "Sockets closed by the gateway, by close code.", ["code"])
MOVES = Counter(
    "dicearena_gateway_moves_total", "Commands answered, by outcome ('done' or an error code).", ["outcome"]
)
RESYNCS = Counter("dicearena_gateway_resyncs_total", "Views asked for again, by reason.", ["reason"])
OWN_VIEW = Histogram(
    "dicearena_gateway_own_view_seconds",
    "From a command's arrival to the sender's next view of that table.",
    buckets=(0.001, 0.002, 0.003, 0.005, 0.0075, 0.01, 0.02, 0.05, 0.1, 0.25, 1.0, 5.0),
)
