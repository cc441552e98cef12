"""Buffer of the hub's log lines since its start, for a page."""

import logging
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import msgspec

LENGTH: Final = 1000
"""Lines that are kept in memory; the system's own log has all."""
_LONGEST: Final = 500


class BufferedLine(msgspec.Struct, frozen=True):
    """A line of the log."""

    at: float
    level: int
    room: str
    words: str


@dataclass(slots=True)
class LogBuffer:
    """The newest lines, with warnings and others separately."""

    kept: deque[BufferedLine] = field(default_factory=lambda: deque(maxlen=LENGTH))

    def listen(self) -> "BufferHandler":
        """Start to collect the program's log; pass the result to ``stop``."""
        handler = BufferHandler(self)
        logging.getLogger().addHandler(handler)
        return handler

    def stop(self, handler: "BufferHandler") -> None:
        """Stop collecting."""
        logging.getLogger().removeHandler(handler)

    def found(self, least: int, words: str) -> Iterator[BufferedLine]:
        """Return the lines at or above a level that contain some words, the newest first."""
        wanted = words.casefold()
        for note in reversed(self.kept):
            if note.level >= least and wanted in f"{note.room} {note.words}".casefold():
                yield note


class BufferHandler(logging.Handler):
    """Passes on the lines of the log."""

    def __init__(self, notes: LogBuffer) -> None:
        super().__init__(logging.INFO)
        self._notes = notes

    def emit(self, record: logging.LogRecord) -> None:
        """Store a line."""
        words = record.getMessage()[:_LONGEST]
        self._notes.kept.append(BufferedLine(record.created, record.levelno, record.name, words))
