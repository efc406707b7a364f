"""The newest schema of `tests.store.migrations`."""

from __future__ import annotations

from sqlalchemy import Column, Integer, MetaData, String, Table

VERSION_TABLE = "alembic_version_shelf"
SCHEMA = MetaData()
BOOKS = Table("books", SCHEMA, Column("title", String(40), primary_key=True), Column("pages", Integer))
READERS = Table("readers", SCHEMA, Column("name", String(40), primary_key=True))
