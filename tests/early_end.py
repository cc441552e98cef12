"""How people end a game early: with the box's keys."""

from typing import Final

from companion.session.session import Session
from companion.table.command import Command

KEYS: Final = (
    Command.MENU,
    Command.PREVIOUS,
    Command.CONFIRM,
    Command.PREVIOUS,
    Command.CONFIRM,
)
"""The last entry of the menu leaves the game; the last answer to its question ends it."""


async def end_early(session: Session) -> None:
    """Give these keys to the table of a session, whose computer cannot be switched off."""
    for key in KEYS:
        await session.ask(key)
    assert session.table.stopped
