"""Readers that can be emulated, and the spots where a hand lays tags on them.

An emulator is found by its entry point in the group `companion.emulators`, under the name of the
driver that it stands in for: `<driver> = "<module>:<name>"` leads to an `Emulator`. Those of
others come by the same door.
"""

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol, TypeAlias

from companion.devices.clock import Clock
from companion.devices.readers import EMULATORS


class Spot(Protocol):
    """Where one tag can lie."""

    @property
    def tag(self) -> str | None:
        """The tag that lies there."""

    def place(self, tag: str) -> None:
        """Lay a tag there, in place of the one that lies there."""

    def lift(self) -> None:
        """Take the tag away."""


class EmulatedReader(Protocol):
    """A reader that is plugged in and pulled out."""

    @property
    def port(self) -> Path:
        """Where it is found while it is plugged in."""

    def plug(self) -> None:
        """Plug it in."""

    def unplug(self) -> None:
        """Pull it out."""


Emulated: TypeAlias = tuple[EmulatedReader, Mapping[str, Spot]]
"""A reader and its spots by name."""


class Emulator(Protocol):
    """What makes a reader of a name, found at a port, with a spot for each of its places."""

    def __call__(self, name: str, port: Path, clock: Clock, places: Sequence[str]) -> Emulated:
        """Return the reader, not plugged in yet, and its spots."""


def emulator(driver: str) -> Emulator:
    """Return the emulator of a driver. Raises `KeyError`."""
    found: Emulator = entry_points(group=EMULATORS)[driver].load()
    return found
