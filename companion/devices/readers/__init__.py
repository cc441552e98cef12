"""Readers of tags: a folder each, with a page about wiring and settings.

A driver is found by its entry point in the group `companion.devices`, `<driver> =
"<module>:<name>"`, which leads to a `ReaderDriver`; those of others come by the same door.
"""

from asyncio import AbstractEventLoop
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from importlib.metadata import entry_points
from types import MappingProxyType
from typing import Final

from companion.devices import TagReader
from companion.devices.clock import Clock
from companion.devices.usb import located

GROUP: Final = "companion.devices"
EMULATORS: Final = "companion.emulators"
"""The group of what stands in for a driver's reader; see `companion.emulation.emulators`."""


@dataclass(frozen=True, slots=True)
class Key:
    """A setting of a driver's own: a truth value, or a whole number from `low` to `high`."""

    default: bool | int
    low: int = 0
    high: int = 0


@dataclass(frozen=True, slots=True)
class Fitting:
    """What a reader is made with: its name, its port and the keys of its own.

    `used`: how many of its zones, from the first on, lie under places.
    """

    name: str
    port: str
    clock: Clock
    loop: AbstractEventLoop
    options: Mapping[str, bool | int]
    used: int = 0


@dataclass(frozen=True, slots=True)
class ReaderDriver:
    """How readers of one kind are made, what zones one of a name has, and which keys it knows.

    `find` leads from a port to its device file or raises `companion.devices.usb.NotFoundError`.
    `emulated` is not read any more: an entry point in `EMULATORS` says so. It goes with 0.3.
    """

    make: Callable[[Fitting], TagReader]
    zones: Callable[[str], tuple[str, ...]]
    keys: Mapping[str, Key] = field(default_factory=lambda: MappingProxyType({}))
    emulated: bool = False
    find: Callable[[str], str] = located


def names() -> tuple[str, ...]:
    """Return the names of the drivers that are installed, in alphabetical order."""
    return tuple(sorted(entry_points(group=GROUP).names))


def driver(name: str) -> ReaderDriver:
    """Return the driver of a name. Raises `KeyError`."""
    found: ReaderDriver = entry_points(group=GROUP)[name].load()
    return found


def is_emulated(name: str) -> bool:
    """Tell whether something can stand in for the reader of a driver."""
    return name in entry_points(group=EMULATORS).names


def one_zone(name: str) -> tuple[str, ...]:
    """Return the zones of a reader that has one: it is called as the reader is."""
    return (name,)
