"""Copies of frozen records with some fields changed, twice as fast as ``dataclasses.replace``.

Every action makes two or three new records of twenty fields, so random play spends most of its
time here.
"""

from collections.abc import Callable, Mapping
from dataclasses import fields
from functools import lru_cache
from operator import attrgetter
from typing import Any, TypeVar

R = TypeVar("R")


def replace(record: R, **changes: object) -> R:
    """Return a frozen dataclass with some fields changed, as ``dataclasses.replace`` does.

    The class must have at least two fields, all of them arguments of its constructor.
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
    """Return a function that reads all fields of a class at once, and the index of each field."""
    names = [field.name for field in fields(cls)]
    return attrgetter(*names), {name: place for place, name in enumerate(names)}
