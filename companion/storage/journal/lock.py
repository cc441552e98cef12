"""Lock file that ensures a single writer of a journal."""

import fcntl
import os
from pathlib import Path
from typing import Self

from companion.engine.message import Message, say
from companion.storage import durable
from companion.storage.journal.rows import JournalError


class JournalInUseError(JournalError):
    """Another process has locked the journal; ``holder`` is its process id."""

    def __init__(self, path: Path, holder: str) -> None:
        """Store the journal and the process."""
        super().__init__(_in_use(path, holder))
        self.holder = holder


class Lock:
    """A held lock. The file remains after release, as removing it would cause a race."""

    def __init__(self, descriptor: int) -> None:
        """Take over the open ``descriptor``, on which the lock is held."""
        self._descriptor = descriptor

    @classmethod
    def acquire(cls, path: Path) -> Self:
        """Lock the journal at ``path``. Raises JournalError if another process holds it."""
        descriptor = os.open(f"{path}.lock", os.O_RDWR | os.O_CREAT | os.O_CLOEXEC, 0o644)
        try:
            fcntl.flock(descriptor, fcntl.LOCK_EX | fcntl.LOCK_NB)
            durable.give_to_owner(Path(f"{path}.lock"), path.parent)
            os.ftruncate(descriptor, 0)
            os.pwrite(descriptor, f"{os.getpid()}\n".encode("ascii"), 0)
        except BlockingIOError as error:
            holder = os.read(descriptor, 32).decode("ascii", "replace").strip()
            os.close(descriptor)
            raise JournalInUseError(path, holder) from error
        except BaseException:
            os.close(descriptor)  # else this process would keep itself out for ever
            raise
        return cls(descriptor)

    def release(self) -> None:
        """Release the lock, so that others can open the journal."""
        os.close(self._descriptor)


def _in_use(path: Path, holder: str) -> Message:
    """Return the message that another process holds the lock."""
    return say(
        "{path}: another companion (process {holder}) uses this journal: "
        "stop it (the service: sudo systemctl stop companion), or give this one another "
        "state folder",
        path=path,
        holder=holder,
    )
