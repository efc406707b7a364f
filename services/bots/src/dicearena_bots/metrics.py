"""Metrics of a bot worker."""

from __future__ import annotations

from prometheus_client import Counter, Gauge, Histogram

turns = Counter("dicearena_bot_turns_total", "Turns answered.", ["game", "level", "outcome"])
waiting = Gauge("dicearena_bot_turns_held", "Turns held, thinking or waiting.", ["game"])
deciding = Histogram(
    "dicearena_bot_decision_seconds",
    "Time a policy took.",
    ["game", "level"],
    buckets=(0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.5),
)
age = Histogram(
    "dicearena_bot_queue_age_seconds",
    "From when an answer was wanted until a worker began with it.",
    ["game"],
    buckets=(0.005, 0.01, 0.05, 0.1, 0.5, 1, 5, 30),
)
simplest = Counter("dicearena_bot_simplest_total", "Turns given up on: the simplest legal action was played.", ["game"])
