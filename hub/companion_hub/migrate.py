"""Migrates the database with Alembic."""

from typing import Any

from alembic import command
from alembic.config import Config
from sqlalchemy import Connection
from sqlalchemy.ext.asyncio import AsyncEngine

from companion_hub.partitions import lock


def _upgrade(connection: Connection) -> None:
    lock(connection)
    config = Config(attributes={"connection": connection})
    config.set_main_option("script_location", "companion_hub:migrations")
    command.upgrade(config, "heads")


async def migrate(engine: AsyncEngine) -> None:
    """Run all pending migrations of a database; an empty one gets all tables.

    Several workers may do so at once: one does it, and the others wait for it.
    """
    async with engine.begin() as connection:
        await connection.run_sync(_upgrade)


def differences(connection: Connection, metadata: Any) -> list[Any]:  # noqa: ANN401 - of Alembic
    """Return the differences between the tables and their description."""
    from alembic.autogenerate import compare_metadata
    from alembic.migration import MigrationContext

    return list(compare_metadata(MigrationContext.configure(connection), metadata))
