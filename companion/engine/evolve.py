"""Frozen records with some fields changed, twice as fast as the standard library does it.

Every action makes two or three new records of twenty fields, so this is what play at random spends
most of its time on.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar

R = TypeVar("R")


def replace(record: R, **changes: object) -> R:
    """Return a frozen dataclass with some fields changed, as ``dataclasses.replace`` does.

    The class has at least two fields, all of them arguments of its constructor.
    """
    cls: type = type(record)
    read, places = _layout(cls)
    values = list(read(record))
    for name, value in changes.items():
        values[places[name]] = value
    changed: R = cls(*values)
    return changed


@lru_cache(maxsize=64)
def _layout(cls: type) -> tuple[Callable[[Any], tuple[Any, ...]], Mapping[str, int]]:
    """Return a reader of all fields at once, and the place of each."""
    names = [each.name for each in fields(cls)]
    return attrgetter(*names), {name: place for place, name in enumerate(names)}
