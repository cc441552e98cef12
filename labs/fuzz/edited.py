"""Logs with an edit, so that every target that reads logs meets one."""

from collections.abc import Sequence

from companion.engine.log import Entry, EntryKind, Splice, effective, new_step


def edited(entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """Return a log with an edit that puts the last step in once more, in its own place."""
    steps = effective(entries)
    last, number = steps[-1], len(steps)
    payload = Splice(number - 1, 2, (number - 1, new_step(last, number))).payload
    end = entries[-1]
    edit = Entry(len(entries) + 1, EntryKind.EDIT, last.actor, payload, end.clock, end.wall)
    return (*entries, edit)
