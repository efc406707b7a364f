"""Typed NATS services: endpoints, streams, queues, telemetry."""

from dicearena_bus.bus import Bus, connect
from dicearena_bus.endpoint import endpoint
from dicearena_bus.errors import Conflict, Unknown
from dicearena_bus.health import telemetry
from dicearena_bus.kv import Bucket
from dicearena_bus.logs import table_id
from dicearena_bus.runner import run
from dicearena_bus.service import serve
from dicearena_bus.settings import BusSettings, password_variable
from dicearena_bus.streams import Entry
from dicearena_bus.trace import edge
from dicearena_bus.work import Job, work

__all__ = [
    "Bucket",
    "Bus",
    "BusSettings",
    "Conflict",
    "Entry",
    "Job",
    "Unknown",
    "connect",
    "edge",
    "endpoint",
    "password_variable",
    "run",
    "serve",
    "table_id",
    "telemetry",
    "work",
]
