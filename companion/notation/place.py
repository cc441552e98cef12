"""Where a mistake is in a text."""

from companion.record import RecordError


def misplaced(text: str, at: int, message: object) -> RecordError:
    """Return the error of a mistake at the offset ``at``: line, column, what is wrong."""
    line = text.count("\n", 0, at) + 1
    column = at - text.rfind("\n", 0, at)
    return RecordError(f"line {line}, column {column}: {message}")
