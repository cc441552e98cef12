"""Where a mistake is in a text."""

from companion.engine.message import say
from companion.records.jsonl import RecordError


def misplaced(text: str, at: int, message: str) -> RecordError:
    """Return the error of a mistake at the offset ``at``: line, column, what is wrong."""
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    told = say("line {line}, column {column}: {message}", line=line, column=column, message=message)
    return RecordError(told)
