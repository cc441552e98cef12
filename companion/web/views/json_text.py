"""JSON texts for clients: compact, with lists sent as changes."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any, Final, Self, TypeAlias

import msgspec


def _plain(value: Any) -> str:  # noqa: ANN401 - any other type
    """Return an instance of a subclass of ``str`` as a plain string. Raises ``TypeError``."""
    if isinstance(value, str):
        return "".join(value)
    raise TypeError(f"{type(value).__name__} cannot be written as JSON")


_ENCODER: Final = msgspec.json.Encoder(enc_hook=_plain)


def to_json(message: object) -> str:
    """Return a message as compact JSON."""
    return _ENCODER.encode(message).decode()


class JsonObject(dict[str, Any]):
    """An object that is never changed again, so that it is serialized only once."""

    @cached_property
    def json(self) -> str:
        """The object as JSON."""
        return to_json(self)


class JsonList(msgspec.Struct, frozen=True):
    """A list of objects, each as JSON. It is joined only when sent whole, which is rare."""

    objects: tuple[str, ...]

    def __len__(self) -> int:
        """Return the number of characters of the whole list."""
        return sum(map(len, self.objects)) + max(len(self.objects) + 1, len("[]"))

    def __str__(self) -> str:
        """Return the list as JSON."""
        return f"[{','.join(self.objects)}]"

    @classmethod
    def of(cls, objects: Iterable[Mapping[str, Any]]) -> Self:
        """Serialize objects."""
        return cls(
            tuple(
                [each.json if isinstance(each, JsonObject) else to_json(each) for each in objects]
            )
        )

    def since(self, before: "JsonList") -> str:
        """Return a patch from an older list to this one, as JSON.

        The patch lists new objects, and ``[first, count]`` for runs of objects in the older list.
        """
        return f"[{','.join(_steps(before.objects, self.objects))}]"


Json: TypeAlias = str | JsonList
"""Anything as JSON."""


def _steps(before: Sequence[str], after: Sequence[str]) -> Iterator[str]:
    places = {each: place for place, each in enumerate(before)}
    start = end = 0
    for each in after:
        if end < len(before) and before[end] == each:
            end += 1
            continue
        yield from _kept(start, end)
        if each in places:
            start = places[each]
            end = start + 1
        else:
            yield each
            start = end
    yield from _kept(start, end)


def _kept(start: int, end: int) -> Iterator[str]:
    if start < end:
        yield f"[{start},{end - start}]"
