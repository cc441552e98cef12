"""Bounded YAML parsing: rejects documents that nest too deeply or expand without limit.

A few lines can expand to more values than fit into memory (each alias repeats a list of aliases),
and a long row of brackets crashes the process inside libyaml.
"""

from collections.abc import Iterable
from typing import Any, Final

import yaml

from companion.schema.message import Message, say

LOADER: Final = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
"""The C parser where there is one: it is ten times as fast."""
DEEPEST: Final = 64
"""The most levels of nesting; no file of ours has ten."""
LARGEST: Final = 20_000
"""The most values in a document, with all that its aliases stand for."""


def compose(text: str) -> yaml.Node | None:
    """Return the document in a text, ``None`` if it is empty. Raises ``yaml.YAMLError``."""
    _check(yaml.parse(text, Loader=LOADER))
    document: yaml.Node | None = yaml.compose(text, Loader=LOADER)
    return document


def _check(events: Iterable[yaml.Event]) -> None:
    """Raise ``yaml.YAMLError`` if a document is nested too deeply or expands too much."""
    sizes: dict[str | None, int] = {}
    inside: list[tuple[str | None, int]] = []
    size = 0
    for event in events:
        if isinstance(event, yaml.CollectionEndEvent):
            anchor, before = inside.pop()
            sizes[anchor] = size - before
            continue
        if isinstance(event, yaml.AliasEvent):
            if any(event.anchor == anchor for anchor, _ in inside):
                raise _refused(event, say("an alias stands for a value that contains it"))
            size += sizes.get(event.anchor, 0)
        elif isinstance(event, yaml.NodeEvent):
            size += 1
            sizes[event.anchor] = 1
            if isinstance(event, yaml.CollectionStartEvent):
                inside.append((event.anchor, size))
        if len(inside) > DEEPEST:
            raise _refused(event, say("values are nested too deeply"))
        if size > LARGEST:
            raise _refused(event, say("aliases stand for too many values"))


def _refused(event: yaml.Event, problem: Message) -> yaml.MarkedYAMLError:
    mark: Any = event.start_mark  # of the C parser or of the other one
    return yaml.MarkedYAMLError(problem=problem, problem_mark=mark)
