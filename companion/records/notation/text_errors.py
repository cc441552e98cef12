"""Locates mistakes in a text."""

from companion.engine.message import say
from companion.records.jsonl import RecordError


def error_at(text: str, at: int, message: str) -> RecordError:
    """Return the error for a mistake at offset ``at``: its line, its column and the message."""
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return RecordError(
        say("line {line}, column {column}: {message}", line=line, column=column, message=message)
    )
