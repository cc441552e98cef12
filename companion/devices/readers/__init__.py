"""Tag readers: a folder for each, with a page about wiring and settings.

A driver is found through its entry point in the group `companion.devices`, `<driver> =
"<module>:<name>"`, which loads a `ReaderDriver`; drivers of other packages work the same way.
"""

import sys
from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from functools import lru_cache
from importlib.metadata import EntryPoints, entry_points
from types import MappingProxyType
from typing import Final

import msgspec

from companion.devices import TagReader
from companion.devices.clock import Clock
from companion.devices.usb import find_device

GROUP: Final = "companion.devices"
"""The group of entry points of drivers."""
EMULATORS: Final = "companion.emulators"
"""The group of entry points of emulated readers; see `companion.emulation.emulators`."""


class Key(msgspec.Struct, frozen=True):
    """A driver's own setting: a boolean, or an integer from `low` to `high`."""

    default: bool | int
    low: int = 0
    high: int = 0


class Fitting(msgspec.Struct, frozen=True):
    """Arguments of a new reader: its name, its port and its driver's own settings.

    `used` is how many of its zones, from the first on, lie under places of the game.
    """

    name: str
    port: str
    clock: Clock
    loop: AbstractEventLoop
    options: Mapping[str, bool | int]
    used: int = 0


class ReaderDriver(msgspec.Struct, frozen=True):
    """Creates readers of one kind, and returns a reader's zones by name and settings.

    `find` returns the device file of a port or raises `companion.devices.usb.NotFoundError`.
    `emulated` is no longer used, as an entry point in `EMULATORS` says the same; 0.3 removes it.
    """

    make: Callable[[Fitting], TagReader]
    zones: Callable[[str], tuple[str, ...]]
    keys: Mapping[str, Key] = msgspec.field(default_factory=lambda: MappingProxyType({}))
    emulated: bool = False
    find: Callable[[str], str] = find_device


def names() -> tuple[str, ...]:
    """Return the names of the installed drivers, in alphabetical order."""
    return tuple(sorted(_installed(GROUP, tuple(sys.path)).names))


def driver(name: str) -> ReaderDriver:
    """Return the driver with this name. Raises `KeyError` if it is not installed."""
    loaded: ReaderDriver = _installed(GROUP, tuple(sys.path))[name].load()
    return loaded


def is_emulated(name: str) -> bool:
    """Return whether the readers of a driver can be emulated."""
    return name in _installed(EMULATORS, tuple(sys.path)).names


@lru_cache(maxsize=4)
def _installed(group: str, _path: tuple[str, ...]) -> EntryPoints:
    """Return the entry points installed on a path, cached: a search takes 20 ms."""
    return entry_points(group=group)


def one_zone(name: str) -> tuple[str, ...]:
    """Return the zone of a single-zone reader, which has the reader's name."""
    return (name,)
