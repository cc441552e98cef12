"""Everything that the box remembers, as a file for the host's phone or computer, and back."""

import asyncio
import logging
from pathlib import Path
from tempfile import TemporaryDirectory
from time import localtime, strftime
from typing import Final

from aiohttp import web

from companion.storage.journal import Journal
from companion.web.seats import DeniedError

PATH: Final = "/games/backup.tar"
"""Where a host gets it; `companion restore` takes it back."""
RESTORE: Final = "/games/restore"
"""Where a host's page brings it back."""
ARRIVED: Final = "restore.tar"
"""The file in the folder of the journal in which a backup waits until the journal is closed."""
LARGEST: Final = 64 << 20
"""Bytes of a backup that are taken; fifty games have one or two million."""
_LOG: Final = logging.getLogger(__name__)


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


async def arrived(request: web.Request, folder: Path) -> Path:
    """Return the file of a backup that a browser has sent, examined.

    Raises ``DeniedError`` if it is not sound, or cannot be kept; then nothing is left of it.
    """
    file = folder / ARRIVED
    try:
        with file.open("wb") as copy:
            size = 0
            async for chunk in request.content.iter_chunked(1 << 16):
                size += len(chunk)
                if size > LARGEST:
                    raise DeniedError("not-restored", 413)
                await asyncio.to_thread(copy.write, chunk)
        await asyncio.to_thread(_examine, file)
    except BaseException as error:
        file.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, ConnectionError):
            raise DeniedError("no-room", 507) from None
        raise
    return file


def _examine(file: Path) -> None:
    from companion.records.archive import on_trial
    from companion.storage import backup  # seldom needed: not in memory before

    try:
        backup.examine(file, on_trial)
    except backup.BackupError as error:
        _LOG.warning("not restored: %s", error)
        raise DeniedError("not-restored", 400) from None


def _pack(folder: Path) -> bytes:
    from companion.storage import backup  # seldom needed: not in memory before

    with TemporaryDirectory(prefix="companion-") as made:
        try:
            backup.make(folder, Path(made) / "backup.tar")
            return (Path(made) / "backup.tar").read_bytes()
        except (backup.BackupError, OSError):
            raise DeniedError("no-backup", 503) from None
