"""Converts log entries to and from database rows, fast enough for thousands per second."""

import asyncio
from collections.abc import Iterable, Sequence
from typing import Any, Final

from sqlalchemy import delete, func, insert, literal_column, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import StatementError
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.log_blob import (
    FIELDS,
    LAST_ENTRY,
    LogBounds,
    Row,
    pack_rows,
    unpack_rows,
)
from companion_hub.schema import ENTRY, GAME_LOG

COLUMNS: Final = ("journal", "play", "month", *FIELDS)
Place = tuple[str, int, int]
"""A journal, a game's number in it, and the month of the game."""
_COPY: Final = f"COPY {ENTRY.name} ({', '.join(COLUMNS)}) FROM STDIN"
_ESCAPES: Final = str.maketrans({"\\": "\\\\", "\t": "\\t", "\n": "\\n", "\r": "\\r"})
"""What the text format of COPY spells otherwise (PostgreSQL manual, COPY, "Text Format")."""


def is_postgres(db: AsyncConnection) -> bool:
    """Return whether the database is PostgreSQL."""
    return db.dialect.name == "postgresql"


async def insert_rows(db: AsyncConnection, pieces: Iterable[tuple[Place, Sequence[Row]]]) -> None:
    """Insert the rows of several games at once."""
    if is_postgres(db):
        await _copy(db, "".join(_lines(place, rows) for place, rows in pieces))
        return
    values = [
        dict(zip(COLUMNS, (*place, *row), strict=True)) for place, rows in pieces for row in rows
    ]
    await db.execute(insert(ENTRY), values)


def _lines(place: Place, rows: Sequence[Row]) -> str:
    journal, play, month = place
    start = f"{journal.translate(_ESCAPES)}\t{play}\t{month}\t"
    # Of COPY's special characters, compact ASCII JSON can contain only the backslash.
    return "".join(
        f"{start}{sequence}\t{kind}\t{actor}\t{payload.replace(_BACKSLASH, _TWO)}"
        f"\t{clock}\t{wall!r}\t{crc}\n"
        for sequence, kind, actor, payload, clock, wall, crc in rows
    )


_BACKSLASH: Final = "\\"
_TWO: Final = "\\\\"


async def _copy(db: AsyncConnection, lines: str) -> None:
    """Send rows by PostgreSQL's fastest method, COPY, which SQLAlchemy lacks."""
    driver: Any = (await db.get_raw_connection()).driver_connection
    try:
        async with driver.cursor() as cursor, cursor.copy(_COPY) as copy:
            await copy.write(lines)
    except db.dialect.loaded_dbapi.Error as error:
        raise StatementError(str(error), _COPY, None, error) from error


async def crc_of(db: AsyncConnection, journal: str, play: int, sequence: int) -> int | None:
    """Return the checksum of an entry, ``None`` if it has no row."""
    columns = ENTRY.c
    wanted = select(columns.crc).where(
        columns.journal == journal, columns.play == play, columns.sequence == sequence
    )
    crc: int | None = (await db.execute(wanted)).scalar_one_or_none()
    return crc


async def rows_of(db: AsyncConnection, journal: str, play: int) -> list[Row]:
    """Return the log of a game: its packed and its unpacked part.

    It is truncated at the bounds of a log, which older versions did not enforce.
    """
    bound = LogBounds()
    this = (GAME_LOG.c.journal == journal) & (GAME_LOG.c.play == play)
    blob = (await db.execute(select(GAME_LOG.c.data).where(this))).scalar_one_or_none()
    if not await asyncio.to_thread(lambda: all(map(bound.takes, unpack_rows(blob)))):
        return bound.rows
    columns = ENTRY.c
    ours = (columns.journal == journal) & (columns.play == play)
    wanted = select(*(columns[name] for name in FIELDS)).where(ours).order_by(columns.sequence)
    async with db.stream(wanted.limit(LAST_ENTRY)) as rows:
        async for row in rows:
            if not bound.takes(tuple(row)):
                break
    return bound.rows


async def size_of(db: AsyncConnection, journal: str, play: int) -> int:
    """Return the total length of a game's stored payloads in characters."""
    this = (GAME_LOG.c.journal == journal) & (GAME_LOG.c.play == play)
    blob = (await db.execute(select(GAME_LOG.c.data).where(this))).scalar_one_or_none()
    packed_before = await asyncio.to_thread(lambda: sum(len(row[3]) for row in unpack_rows(blob)))
    columns = ENTRY.c
    ours = (columns.journal == journal) & (columns.play == play)
    total = select(func.coalesce(func.sum(func.length(columns.payload)), 0)).where(ours)
    waiting: int = (await db.execute(total)).scalar_one()
    return packed_before + waiting


async def pack(db: AsyncConnection, place: Place) -> int:
    """Put the rows of a game into its blob; return how many it has."""
    journal, play, month = place
    rows = await rows_of(db, journal, play)
    values = {
        "journal": journal,
        "play": play,
        "month": month,
        "data": await asyncio.to_thread(pack_rows, rows),
    }
    into = (postgresql if is_postgres(db) else sqlite).insert(GAME_LOG).values(values)
    key = [GAME_LOG.c.journal, GAME_LOG.c.play, GAME_LOG.c.month]
    await db.execute(
        into.on_conflict_do_update(
            index_elements=key, set_={"data": literal_column("excluded.data")}
        )
    )
    columns = ENTRY.c
    ours = (columns.journal == journal) & (columns.play == play) & (columns.month == month)
    await db.execute(delete(ENTRY).where(ours))
    return len(rows)
