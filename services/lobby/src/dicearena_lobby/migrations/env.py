"""Alembic's entry; `dicearena_lobby.migrate` hands it the connection."""

from alembic import context

from dicearena_lobby.people import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    version_table="alembic_version_lobby",
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
