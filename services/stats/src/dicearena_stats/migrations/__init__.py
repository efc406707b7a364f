"""Alembic's environment and the versions of stats's schema."""
