"""Delta between two views as JSON."""

from collections.abc import Iterator, Mapping
from typing import TypeAlias

import msgspec

from companion.web.views.json_text import Json, JsonList

Parts: TypeAlias = Mapping[str, Json]
"""A view: each of its keys with the JSON of its value."""


class Common(msgspec.Struct, frozen=True, eq=False):
    """Parts common to all readers of a language; equality is identity, which is cheap."""

    parts: Parts


class Delta(msgspec.Struct, frozen=True):
    """The parts that differ: their keys, and the members of the JSON objects to send."""

    keys: tuple[str, ...] = ()
    whole: tuple[str, ...] = ()
    """Parts as they are now."""
    steps: tuple[str, ...] = ()
    """How to make lists of those before, where that is shorter."""

    def and_of(self, other: "Delta") -> "Delta":
        """Return the union of both."""
        return Delta(
            (*self.keys, *other.keys), (*self.whole, *other.whole), (*self.steps, *other.steps)
        )


def delta(old: Parts | None, new: Parts, *, in_steps: bool) -> Delta:
    """Return the changes, or everything; ``in_steps`` for clients that can patch lists."""
    keys = tuple(new if old is None else changed_keys(old, new))
    whole, steps = [], []
    for key in keys:
        before, after = None if old is None else old.get(key), new.get(key, "null")
        made = _made_of(before, after) if in_steps else None
        if made is None:
            whole.append(f'"{key}":{after}')
        else:
            steps.append(f'"{key}":{made}')
    return Delta(keys, tuple(whole), tuple(steps))


def changed_keys(old: Parts, new: Parts) -> Iterator[str]:
    """Yield the keys of parts that differ, including those that are gone."""
    return (key for key in {**old, **new} if old.get(key) != new.get(key))


def _made_of(before: Json | None, after: Json) -> str | None:
    """Return a list as a patch of the previous one, if that is shorter."""
    if not isinstance(before, JsonList) or not isinstance(after, JsonList):
        return None
    steps = after.since(before)
    return steps if len(steps) < len(after) else None
