"""Alembic's entry."""

from dicearena_store.migrations import apply

from tests.store.shelf import SCHEMA, VERSION_TABLE

apply(SCHEMA, VERSION_TABLE)
