"""The last draw of the box, for pages that show it until somebody plays on."""

from collections.abc import Iterator, Sequence
from typing import Any

from companion.engine.draws.notes import Reveal, last_commitment, note_of
from companion.engine.log import PLAYED, Entry, EntryKind
from companion.table.state import LogStep, Table
from companion.table.voice import Voice
from companion.web.views.picture import emblem_view

_ENDS = PLAYED | {EntryKind.UNDO, EntryKind.EDIT}


def draw_view(table: Table, voice: Voice) -> dict[str, Any] | None:
    """Return what was drawn, with what the box was bound to before and its secret.

    ``None`` once somebody has played on, or if nothing public was drawn.
    """
    found = _last_reveal(table.entries)
    if found is None:
        return None
    at, reveal = found
    bound = last_commitment(table.entries[:at])
    drawn = [
        {
            "text": voice.long(words),
            **emblem_view(table.game.emblem(log_step.state, words)),
        }
        for log_step in _drawn(table, at)
        for words in (table.game.action_name(log_step.action),)
    ]
    if bound is None or not drawn:
        return None
    return {
        "n": table.entries[at].sequence,
        "bound": bound.commitment,
        "secret": reveal.secret,
        "drawn": drawn,
    }


def _last_reveal(entries: Sequence[Entry]) -> tuple[int, Reveal] | None:
    """Return the place and the note of the last draw, unless something was played after it."""
    for at in range(len(entries) - 1, -1, -1):
        if entries[at].kind in _ENDS:
            return None
        found = note_of(entries[at])
        if found is not None:
            return (at, found) if isinstance(found, Reveal) else None
    return None


def _drawn(table: Table, at: int) -> Iterator[LogStep]:
    """Yield the steps drawn just before an entry, in order, except those that are secret."""
    first = at
    while first > 0 and table.entries[first - 1].kind is EntryKind.CHANCE:
        first -= 1
    numbers = {entry.sequence for entry in table.entries[first:at]}
    for log_step in table.steps[-len(numbers) :] if numbers else ():
        public = table.game.audience(log_step.state, log_step.action) is None
        if log_step.sequence in numbers and public:
            yield log_step
