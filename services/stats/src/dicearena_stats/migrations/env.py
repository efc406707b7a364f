"""Alembic's entry; `dicearena_stats.migrate` comes here."""

from dicearena_store.migrations import apply

from dicearena_stats.schema import Base

apply(Base.metadata, version_table="alembic_version_stats")
