"""Bring a service's database to its newest schema."""

from __future__ import annotations

from types import ModuleType

from alembic import command, context
from alembic.config import Config
from sqlalchemy import Connection, MetaData

from dicearena_store.database import engine


async def upgrade(address: str, migrations: ModuleType) -> None:
    """Upgrade to the newest version; does nothing where the database is there already.

    ``migrations`` is the service's package: ``env.py``, which calls `apply`, and the folder ``versions``.
    """
    database = engine(address)
    try:
        async with database.begin() as connection:
            await connection.run_sync(_upgrade, migrations.__name__)
    finally:
        await database.dispose()


def _upgrade(connection: Connection, migrations: str) -> None:
    config = Config()
    package, _, folder = migrations.rpartition(".")
    config.set_main_option("script_location", f"{package}:{folder}")
    config.attributes["connection"] = connection
    command.upgrade(config, "head")


def apply(schema: MetaData, version_table: str) -> None:
    """What a service's ``env.py`` does: run the missing versions on the connection that `upgrade` opened.

    ``version_table`` remembers how far a database is: give it another name and old databases start over.
    """
    context.configure(
        connection=context.config.attributes["connection"],
        target_metadata=schema,
        version_table=version_table,
        render_as_batch=True,
    )
    with context.begin_transaction():
        context.run_migrations()
