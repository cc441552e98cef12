"""An edit of the log as one word: ``%[13,2,[14,["row_ep",1,75310,1795287852.345,13]]]``.

As in JSON: the first replaced step, the number of replaced steps, and their replacement: numbers of
kept steps, and new ones, each with the word for its action, its actor, the times of an entry, and
optionally the number of the step whose time it keeps.
"""

import json
from collections.abc import Callable, Mapping
from typing import Any, Final, TypeAlias

import msgspec

from companion.engine.log import Entry, EntryKind, NewStep, Splice, new_step, splice_of
from companion.engine.message import say
from companion.records.jsonl import RecordError
from companion.schema.bounds import Broad, Count, Many, Positive, Prose, Whole, Wide
from companion.schema.mistakes import Invalid
from companion.schema.reading import read_json

MARK: Final = "%"
ActionOf: TypeAlias = Callable[[str], tuple[EntryKind, Mapping[str, Any]]]
"""Reads the word for an action. Raises ``ValueError``."""


class _Step(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """A new step: the word for its action, and the other fields of ``NewStep``."""

    action: Prose
    actor: Whole
    clock: Wide
    wall: Broad
    was: Positive | None


class _Word(msgspec.Struct, frozen=True, array_like=True, forbid_unknown_fields=True):
    """The fields of ``Splice``."""

    first: Positive
    replaced: Count
    steps: Many[Positive | _Step]


def write_edit(edit: Entry, word_of: Callable[[Entry], str]) -> str:
    """Return an edit as one word; ``word_of`` writes an action. Raises ``ValueError``."""
    splice = splice_of(edit)
    steps = [
        step if isinstance(step, int) else _edit_words(edit, step, word_of) for step in splice.steps
    ]
    word = json.dumps([splice.first, splice.replaced, steps], separators=(",", ":"))
    return f"{MARK}{word}"


def _edit_words(edit: Entry, step: NewStep, word_of: Callable[[Entry], str]) -> list[object]:
    word = word_of(Entry(edit.sequence, step.kind, step.actor, step.payload))
    return [word, step.actor, step.clock, step.wall, step.was]


def read_edit(notation: str, action_of: ActionOf) -> dict[str, object]:
    """Return the payload of the edit in a word without its mark.

    ``action_of`` reads an action. Raises ``ValueError``.
    """
    try:
        word = read_json(_Word, notation)
    except Invalid as error:
        message = say("{word!r} edits nothing; see docs/records.md", word=f"{MARK}{notation}")
        raise RecordError(message) from error
    steps = (step if isinstance(step, int) else _read(step, action_of) for step in word.steps)
    return Splice(word.first, word.replaced, tuple(steps)).payload


def _read(step: _Step, action_of: ActionOf) -> NewStep:
    kind, payload = action_of(step.action)
    return new_step(Entry(0, kind, step.actor, payload, step.clock, step.wall), step.was)
