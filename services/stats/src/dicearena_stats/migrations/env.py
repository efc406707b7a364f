"""Alembic's entry; `dicearena_stats.migrate` hands it the connection."""

from alembic import context

from dicearena_stats.schema import Base

context.configure(
    connection=context.config.attributes["connection"],
    target_metadata=Base.metadata,
    version_table="alembic_version_stats",
    render_as_batch=True,
)
with context.begin_transaction():
    context.run_migrations()
