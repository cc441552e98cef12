"""Routes of backup and restore for a host."""

import asyncio
import logging
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from time import localtime, strftime
from typing import Final, TypeGuard

from aiohttp import web

from companion.engine.facets import Secrets
from companion.storage import pending_restore
from companion.table.stage import Stage
from companion.table.table import Table
from companion.web.access.seats import DeniedError

PATH: Final = "/games/backup.tar"
"""Where a host gets it; `companion restore` takes it back."""
RESTORE: Final = "/games/restore"
"""Where a host's page brings it back."""
LARGEST: Final = 64 << 20
"""Bytes of a backup that are taken; fifty games have one or two million."""
_LOG: Final = logging.getLogger(__name__)


def check_secrets(stage: Stage) -> None:
    """Raise ``DeniedError`` while a game with secrets is in progress.

    The journal contains them, and no player may see them.
    """
    if _goes_on(stage) and isinstance(stage.game, Secrets):
        raise DeniedError("game-on", 409)


def check_replaceable(stage: Stage) -> None:
    """Raise ``DeniedError`` while a game is in progress: restoring would discard it."""
    if _goes_on(stage):
        raise DeniedError("play-on", 409)


def _goes_on(stage: Stage) -> TypeGuard[Table]:
    return isinstance(stage, Table) and not stage.is_over


async def backup_response(folder: Path) -> web.Response:
    """Return the backup as an answer. Raises ``DeniedError`` if it cannot be made."""
    content = await asyncio.to_thread(_pack, folder)
    name = strftime("companion-backup-%Y-%m-%d.tar", localtime())
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return web.Response(body=content, content_type="application/x-tar", headers=headers)


async def receive_backup(request: web.Request, folder: Path) -> Path:
    """Return the file of a backup from a browser, verified but not scheduled yet.

    Raises ``DeniedError``, and deletes the file, if it is invalid or cannot be stored.
    """
    file = pending_restore.arriving(folder)
    with _kept(file):
        with file.open("wb") as copy:
            size = 0
            async for chunk in request.content.iter_chunked(1 << 16):
                size += len(chunk)
                if size > LARGEST:
                    raise DeniedError("not-restored", 413)
                await asyncio.to_thread(copy.write, chunk)
        await asyncio.to_thread(_examine, file)
    return file


async def schedule_restore(file: Path) -> Path:
    """Schedule a verified backup for the next start of the box; return its new path.

    Raises ``DeniedError``, and deletes the file, if it cannot be stored or another backup is
    already waiting.
    """
    with _kept(file):
        waiting = await asyncio.to_thread(pending_restore.schedule_restore, file)
        if waiting is None:
            raise DeniedError("restoring", 409)
        return waiting


@contextmanager
def _kept(file: Path) -> Iterator[None]:
    """Remove a file if an operation fails, and report a full disk as such."""
    try:
        yield
    except BaseException as error:
        file.unlink(missing_ok=True)
        if isinstance(error, OSError) and not isinstance(error, ConnectionError):
            raise DeniedError("no-room", 507) from None
        raise


def _examine(file: Path) -> None:
    from companion.records.archive import check_continuable
    from companion.storage import backup  # seldom needed: not in memory before

    try:
        backup.examine(file, check_continuable)
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
