"""What a command logs: on a terminal with its level in words, in the journal with its priority.

The journal takes the priority of a line from a prefix such as ``<4>`` (sd-daemon(3)), so that
``journalctl --priority warning`` shows what wants attention, and nothing else.
"""

import logging
import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TextIO

STREAM: Final = "JOURNAL_STREAM"
"""The variable that names device and inode of what leads to the journal (systemd.exec(5))."""
_TERMINAL: Final = "%(levelname)s %(message)s"
_PRIORITIES: Final[Mapping[int, int]] = MappingProxyType(
    {
        logging.DEBUG: 7,
        logging.INFO: 6,
        logging.WARNING: 4,
        logging.ERROR: 3,
        logging.CRITICAL: 2,
    }
)
"""The priorities of syslog(3)."""


class JournalFormatter(logging.Formatter):
    """Marks every line, also of a traceback, with its priority."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the lines of a record."""
        return marked(super().format(record), record.levelno)


def marked(said: str, level: int) -> str:
    """Return lines with the priority of a level before each."""
    priority = _PRIORITIES[level]
    return "\n".join(f"<{priority}>{line}" for line in said.splitlines())


def leads_to_journal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Tell whether the journal takes what is written to a stream, and nobody else."""
    try:
        found = os.fstat(stream.fileno())
    except (OSError, ValueError):  # closed, or no file at all
        return False
    return environment.get(STREAM) == f"{found.st_dev}:{found.st_ino}"


def begin(stream: TextIO, environment: Mapping[str, str]) -> None:
    """Log to a stream from now on."""
    handler = logging.StreamHandler(stream)
    if leads_to_journal(stream, environment):
        handler.setFormatter(JournalFormatter("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter(_TERMINAL))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
