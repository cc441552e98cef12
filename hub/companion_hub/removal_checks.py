"""Checks whether a game or a name is removed."""

from collections.abc import Iterable
from typing import Final

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncConnection

from companion_hub.message_parsing import BoxId
from companion_hub.players import fold_name
from companion_hub.schema import REMOVAL

MISFIT: Final = "misfit"
"""No page could show its result."""
REMOVED: Final = "removed"
"""An operator has removed it, or its box."""
HIDDEN: Final = "–"
"""Stands for a name that an operator has removed."""


async def removal_reason(db: AsyncConnection, origin: BoxId, journal: str, play: int) -> str:
    """Return why a valid result's game is hidden, empty if it is shown."""
    columns = REMOVAL.c
    box = (columns.kind == "box") & (columns.subject == f"{origin.site}/{origin.box}")
    result = (columns.kind == "result") & (columns.subject == f"{journal}/{play}")
    found = (await db.execute(select(columns.kind).where(box | result))).first()
    return "" if found is None else REMOVED


async def is_box_removed(db: AsyncConnection, origin: BoxId) -> bool:
    """Return whether an operator has removed a box."""
    this = (REMOVAL.c.kind == "box") & (REMOVAL.c.subject == f"{origin.site}/{origin.box}")
    return (await db.execute(select(REMOVAL.c.subject).where(this))).first() is not None


async def hidden_names(db: AsyncConnection) -> frozenset[str]:
    """Return the removed names in normalised form."""
    wanted = select(REMOVAL.c.subject).where(REMOVAL.c.kind == "player")
    return frozenset((await db.execute(wanted)).scalars())


def mask_names(names: Iterable[str], hidden: frozenset[str]) -> list[str]:
    """Return names, without those that are hidden."""
    return [HIDDEN if fold_name(name) in hidden else name for name in names]
