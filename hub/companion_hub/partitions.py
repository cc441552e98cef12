"""Monthly partitions of growing tables in PostgreSQL; SQLite uses one table."""

import time
from typing import Final

from sqlalchemy import Connection, text
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.schema import BY_MONTH

_MONTHS: Final = 12
_LOCK: Final = 0x636F6D70
"""The number of a lock that whoever changes tables holds: several workers may start at once."""


def month_of(seconds: float) -> int:
    """Return the month of a time of day in UTC: 202611 for November 2026."""
    utc = time.gmtime(seconds)
    return 100 * utc.tm_year + utc.tm_mon


def following(month: int) -> int:
    """Return the month after one."""
    year, number = divmod(month, 100)
    return month + 1 if number < _MONTHS else 100 * (year + 1) + 1


def lock(connection: Connection) -> None:
    """Lock the tables' structure until the commit."""
    if connection.dialect.name == "postgresql":
        connection.execute(text("SELECT pg_advisory_xact_lock(:number)"), {"number": _LOCK})


def divide(connection: Connection, month: int) -> None:
    """Create the partitions of a month, if missing."""
    lock(connection)
    for table in BY_MONTH:
        part = f"{table}_{month:d}"
        connection.execute(
            text(
                f"CREATE TABLE IF NOT EXISTS {part} PARTITION OF {table} FOR VALUES IN ({month:d})"
            )
        )


async def prepare(db: AsyncConnection, month: int) -> None:
    """Create the partitions of a month and of the next one, in databases that have partitions."""
    if db.dialect.name == "postgresql":
        for each in (month, following(month)):
            await db.run_sync(divide, each)
