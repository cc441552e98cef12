"""Sheets of a club: boxes send them, and other boxes take them."""

import asyncio
from dataclasses import dataclass
from typing import Final

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from companion.protocol.payload import NotUnderstoodError
from companion.schema.mistakes import Invalid
from companion.sheets.sheet import read_sheet
from companion.storage.sheet_book import SheetError, checked
from companion_hub.message_parsing import BoxId
from companion_hub.schema import SHEET
from companion_hub.store import Store

MOST: Final = 1000
"""The most sheets of a hub."""
OF_BOX: Final = 100
"""The most sheets of one box."""


class ReceivedSheet(msgspec.Struct, frozen=True):
    """A sheet in the list: the id of its game, its title, and who has sent it when."""

    name: str
    title: str | dict[str, str]
    site: str
    box: str
    at: float

    @property
    def origin(self) -> BoxId:
        """The box that has sent it."""
        return BoxId(self.site, self.box)


@dataclass(slots=True)
class SheetLibrary:
    """The sheets in a hub's database."""

    store: Store

    async def add(self, origin: BoxId, text: str) -> None:
        """Store a sheet of a box; one that is there stays.

        Raises ``NotUnderstoodError`` for a sheet with mistakes, or one too many.
        """
        try:
            name, text = await asyncio.to_thread(checked, text)
        except (Invalid, SheetError):
            raise NotUnderstoodError("sheet") from None
        values = {
            "name": name,
            "title": read_sheet(text, "").title,
            "text": text,
            "site": origin.site,
            "box": origin.box,
            "at": self.store.now(),
        }
        async with self.store.writing() as db:
            if await _count(db, SHEET.c.name == name):
                return
            of_box = (SHEET.c.site == origin.site) & (SHEET.c.box == origin.box)
            if await _count(db) >= MOST or await _count(db, of_box) >= OF_BOX:
                raise NotUnderstoodError("too-many-sheets")
            await db.execute(insert(SHEET).values(values))

    async def listed(self) -> list[ReceivedSheet]:
        """Return all sheets, the newest first."""
        columns = (SHEET.c.name, SHEET.c.title, SHEET.c.site, SHEET.c.box, SHEET.c.at)
        wanted = select(*columns).order_by(SHEET.c.at.desc(), SHEET.c.name)
        async with self.store.engine.connect() as db:
            return [ReceivedSheet(*row) for row in await db.execute(wanted)]

    async def text(self, name: str) -> tuple[BoxId, str] | None:
        """Return a sheet with the box that has sent it, ``None`` if there is none of this name."""
        wanted = select(SHEET.c.site, SHEET.c.box, SHEET.c.text).where(SHEET.c.name == name)
        async with self.store.engine.connect() as db:
            found = (await db.execute(wanted)).one_or_none()
        return None if found is None else (BoxId(found.site, found.box), found.text)

    async def remove(self, name: str) -> bool:
        """Delete a sheet; return whether it was there."""
        async with self.store.writing() as db:
            done = await db.execute(delete(SHEET).where(SHEET.c.name == name))
        return done.rowcount > 0


async def _count(db: AsyncConnection, *wanted: object) -> int:
    """Return how many sheets there are that fit."""
    counted = select(func.count()).select_from(SHEET).where(*wanted)  # type: ignore[arg-type]
    number: int = (await db.execute(counted)).scalar_one()
    return number
