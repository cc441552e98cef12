"""Log formatting: levels as words on a terminal, as priorities in the system journal.

The journal takes the priority of a line from a prefix such as ``<4>`` (sd-daemon(3)), so that
``journalctl --priority warning`` shows only what needs attention.
"""

import logging
import os
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final, TextIO

STREAM: Final = "JOURNAL_STREAM"
"""The variable with device and inode of the stream to the journal (systemd.exec(5))."""
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
"""The priority in syslog(3) of each level."""


class JournalFormatter(logging.Formatter):
    """Marks every line, including those of tracebacks, with its priority."""

    def format(self, record: logging.LogRecord) -> str:
        """Return the marked lines of a record."""
        return with_priority(super().format(record), record.levelno)


def with_priority(message: str, level: int) -> str:
    """Prefix each line of a message with the priority of a level."""
    priority = _PRIORITIES[level]
    return "\n".join(f"<{priority}>{line}" for line in message.splitlines())


def leads_to_journal(stream: TextIO, environment: Mapping[str, str]) -> bool:
    """Return whether a stream is connected directly to the journal."""
    try:
        status = os.fstat(stream.fileno())
    except (OSError, ValueError):  # closed, or without a file descriptor
        return False
    return environment.get(STREAM) == f"{status.st_dev}:{status.st_ino}"


def begin(stream: TextIO, environment: Mapping[str, str]) -> None:
    """Log to a stream from now on, in the format that suits it."""
    handler = logging.StreamHandler(stream)
    if leads_to_journal(stream, environment):
        handler.setFormatter(JournalFormatter("%(message)s"))
    else:
        handler.setFormatter(logging.Formatter(_TERMINAL))
    logging.basicConfig(level=logging.INFO, handlers=[handler])
