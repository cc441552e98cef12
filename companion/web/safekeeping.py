"""Everything that the box remembers, as a file for the host's phone or computer."""

import asyncio
from pathlib import Path
from tempfile import TemporaryDirectory
from time import localtime, strftime
from typing import Final

from aiohttp import web

from companion.storage.journal import Journal
from companion.web.seats import DeniedError

PATH: Final = "/games/backup.tar"
"""Where a host gets it; `companion restore` takes it back."""


def place(journal: Journal) -> Path:
    """Return the folder that is to be kept. Raises ``DeniedError`` while a game goes on.

    What it knows of that game is for nobody who plays it.
    """
    if any(play.finished is None for play in journal.plays()):
        raise DeniedError("game-on", 409)
    return journal.path.parent


async def packed(folder: Path) -> web.Response:
    """Return the backup as an answer. Raises ``DeniedError`` if it cannot be made."""
    content = await asyncio.to_thread(_pack, folder)
    name = strftime("companion-backup-%Y-%m-%d.tar", localtime())
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=content, content_type="application/x-tar", headers=headers)


def _pack(folder: Path) -> bytes:
    from companion.storage import backup  # seldom needed: not in memory before

    with TemporaryDirectory(prefix="companion-") as made:
        try:
            backup.make(folder, Path(made) / "backup.tar")
            return (Path(made) / "backup.tar").read_bytes()
        except (backup.BackupError, OSError):
            raise DeniedError("no-backup", 503) from None
