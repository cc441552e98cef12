"""HTML as values: everything except markup is escaped."""

from collections.abc import Iterable
from html import escape
from typing import Final

_VOID: Final = frozenset({"input", "link", "meta", "br"})


class Markup(str):
    """Text that is already HTML."""

    __slots__ = ()


Child = Markup | str | int | Iterable["Markup"]


def tag(name: str, /, *children: Child, **given: str | int | bool | None) -> Markup:
    """Return an element. Attributes that are ``None`` or false are omitted.

    An underscore within a name becomes a hyphen; one at the end, as in ``class_``, is dropped.
    """
    attributes = "".join(_attribute(key, value) for key, value in given.items())
    if name in _VOID:
        return Markup(f"<{name}{attributes}>")
    return Markup(f"<{name}{attributes}>{join(*children)}</{name}>")


def join(*children: Child) -> Markup:
    """Return children concatenated."""
    return Markup("".join(_rendered(child) for child in children))


def _rendered(child: Child) -> str:
    if isinstance(child, Markup):
        return child
    if isinstance(child, str | int):
        return escape(str(child))
    return "".join(child)


def _attribute(key: str, value: str | int | None) -> str:
    if value is None or value is False:
        return ""
    name = key.rstrip("_").replace("_", "-")
    return f" {name}" if value is True else f' {name}="{escape(str(value))}"'
