"""What the hub has noted since its start, for the page of its logs."""

import logging
from collections import deque
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Final

import msgspec

LENGTH: Final = 1000
"""Lines that are kept in memory; the system's own log has all."""
_LONGEST: Final = 500


class Note(msgspec.Struct, frozen=True):
    """A line of the log."""

    at: float
    level: int
    room: str
    words: str


@dataclass(slots=True)
class Notes:
    """The newest lines, worth a warning or not."""

    kept: deque[Note] = field(default_factory=lambda: deque(maxlen=LENGTH))

    def listen(self) -> "Handler":
        """Take whatever the program logs from now on; give the result to ``stop``."""
        handler = Handler(self)
        logging.getLogger().addHandler(handler)
        return handler

    def stop(self, handler: "Handler") -> None:
        """Take no more."""
        logging.getLogger().removeHandler(handler)

    def found(self, least: int, words: str) -> Iterator[Note]:
        """Return the notes of a level at least that hold some words, the newest first."""
        wanted = words.casefold()
        for note in reversed(self.kept):
            if note.level >= least and wanted in f"{note.room} {note.words}".casefold():
                yield note


class Handler(logging.Handler):
    """Hands the lines of the log over."""

    def __init__(self, notes: Notes) -> None:
        super().__init__(logging.INFO)
        self._notes = notes

    def emit(self, record: logging.LogRecord) -> None:
        """Keep a line."""
        words = record.getMessage()[:_LONGEST]
        self._notes.kept.append(Note(record.created, record.levelno, record.name, words))
