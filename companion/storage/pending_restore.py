"""A backup uploaded by a page, applied at the next start of the box.

The page is told that the backup is taken once the file is durable. Whatever ends the process then,
the next start restores it.
"""

import logging
import os
from contextlib import suppress
from pathlib import Path
from typing import TYPE_CHECKING, Final

from companion.engine.message import Message, reason, say
from companion.i18n.system_errors import describe_error
from companion.storage import durable
from companion.storage.journal import JournalError

if TYPE_CHECKING:
    from companion.storage.backup import Trial

FILE: Final = "restore.tar"
"""The file's name in the state folder."""
_ARRIVING: Final = "restore-{}.new"
"""Its name until it is whole and examined: another one for each."""
_RANDOM: Final = 4
"""Bytes of randomness in that name."""
_LOG: Final = logging.getLogger(__name__)


def arriving(state: Path) -> Path:
    """Return a file in the state folder for an incoming backup."""
    return state / _ARRIVING.format(os.urandom(_RANDOM).hex())


def schedule_restore(arrived: Path) -> Path | None:
    """Let an examined backup wait for the next start, durably; return its new path.

    Return ``None`` if another backup waits already: it stays. If it is the same one, only the copy
    that ``arrived`` goes. Of two calls the second must come after the first has returned.
    """
    waiting = arrived.with_name(FILE)
    if waiting.exists():
        from filecmp import cmp  # hardly ever two backups wait

        if not cmp(arrived, waiting, shallow=False):
            return None
        arrived.unlink()
    else:
        durable.replace_file(arrived, waiting)
    return waiting


def restore(state: Path, trial: "Trial") -> Message | None:
    """Restore the pending backup of a state folder, if it exists and passes a ``trial``.

    Return why it could not be restored after all: then everything is as it was, and the backup has
    another name. On a disk that nobody can write it waits: no game is stored there meanwhile.
    """
    for interrupted in filter(Path.is_file, state.glob(_ARRIVING.format("*"))):
        with suppress(OSError):
            interrupted.unlink()
    waiting = state / FILE
    if not waiting.is_file():
        return None
    from companion.storage import backup  # seldom needed

    why = ""
    try:
        _, aside = backup.restore(waiting, state, trial)
        _LOG.info("a backup was restored; what was here before: %s", ", ".join(aside))
    except (backup.BackupError, JournalError) as error:
        why = reason(error)
    except OSError as error:
        why = describe_error(error)
    except Exception as error:  # noqa: BLE001 - whatever a file holds, the box has to start
        _LOG.exception("the backup cannot be restored")
        why = str(error)
    if not why:
        waiting.unlink(missing_ok=True)
        return None
    _LOG.error("no backup was restored: %s", why)
    try:
        kept = durable.set_aside(waiting).name
    except OSError:
        kept = waiting.name
    return say(
        "no backup was restored, everything is as it was: {why}; the backup is kept as {kept}",
        why=why,
        kept=kept,
    )
