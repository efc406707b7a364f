"""SQL for the services that keep rows: an engine from an address, and a probe of it.

Migrations are `dicearena_store.migrations`: a running service does not load alembic.
"""

from dicearena_store.database import engine
from dicearena_store.probe import Probe, reachable

__all__ = ["Probe", "engine", "reachable"]
