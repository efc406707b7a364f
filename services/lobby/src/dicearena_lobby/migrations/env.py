"""Alembic's entry; `dicearena_lobby.migrate` comes here."""

from dicearena_store.migrations import apply

from dicearena_lobby.people import Base

apply(Base.metadata, version_table="alembic_version_lobby")
