"""Sound values of declared types, so that a message that is declared is fuzzed as well."""

import math
from collections.abc import Callable, Mapping
from random import Random
from typing import Any, Final

from companion.schema.reading import fits
from companion.schema.type_structure import (
    alternatives,
    children,
    constraints,
    fields,
    is_even,
    origin,
    words,
)

_TEXTS: Final = ("a", "undo", "board", "de", "", "Ann B.", "1", "j1")
_FEW: Final = 3
"""The most items of a list or mapping, unless it needs more."""


def value_of(kind: Any, source: Random) -> Any:  # noqa: ANN401 - of any type
    """Return a JSON value that a type takes."""
    single = source.choice(alternatives(kind))
    known = words(single)
    if known is not None:
        return source.choice(known)
    if fields(single):
        return object_of(single, source)
    make = _MAKE.get(origin(single))
    return None if make is None else make(single, source)


def object_of(kind: Any, source: Random) -> dict[str, Any]:  # noqa: ANN401 - a class of records
    """Return a JSON object that a type takes, with the fields that it needs and some others."""
    tagged = origin(kind).__struct_config__
    head = {} if tagged.tag_field is None else {tagged.tag_field: tagged.tag}
    given = {
        field.encode_name: value_of(field.type, source)
        for field in fields(kind)
        if field.required or source.random() < 0.7
    }
    return {**head, **given}


def _number(kind: Any, source: Random) -> Any:  # noqa: ANN401
    bounds = constraints(kind)
    least = max(bounds.get("ge", -100), bounds.get("gt", -math.inf) + 1)
    most = min(bounds.get("le", 100), bounds.get("lt", math.inf) - 1, least + 5)
    return origin(kind)(source.choice([least, least + 1 if least < most else least, most]))


def _truth(_kind: Any, source: Random) -> bool:  # noqa: ANN401
    return source.random() < 0.5


def _text(kind: Any, source: Random) -> str:  # noqa: ANN401
    return next(text for text in source.sample(_TEXTS, len(_TEXTS)) if fits(kind, text))


def _mapping(kind: Any, source: Random) -> dict[str, Any]:  # noqa: ANN401
    parts = [child for _, child in children(kind)]
    return {
        value_of(parts[0], source): value_of(parts[1], source) for _ in range(source.randrange(3))
    }


def _list(kind: Any, source: Random) -> list[Any]:  # noqa: ANN401
    parts, bounds = [child for _, child in children(kind)], constraints(kind)
    if not is_even(kind):
        return [value_of(part, source) for part in parts]
    least = bounds.get("min_length", 0)
    most = min(bounds.get("max_length", _FEW), least + _FEW)
    return [value_of(parts[0], source) for _ in range(source.randint(least, most))]


_MAKE: Final[Mapping[Any, Callable[[Any, Random], Any]]] = {
    int: _number,
    float: _number,
    bool: _truth,
    str: _text,
    dict: _mapping,
    list: _list,
    tuple: _list,
}
"""How values are made, by the class of their type."""
