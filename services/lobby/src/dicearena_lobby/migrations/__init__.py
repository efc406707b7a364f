"""Alembic's environment and the versions of the lobby's schema."""
