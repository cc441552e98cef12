"""Registry of emulated readers and of the zones on which tags can be placed.

An emulator is found through its entry point in the group `companion.emulators`, under the name of
the driver whose readers it emulates: `<driver> = "<module>:<name>"` loads an `Emulator`. Emulators
of other packages work the same way.
"""

from collections.abc import Mapping, Sequence
from importlib.metadata import entry_points
from pathlib import Path
from typing import Protocol, TypeAlias

from companion.devices.clock import Clock
from companion.devices.readers import EMULATORS


class Spot(Protocol):
    """A place for a single tag."""

    @property
    def tag(self) -> str | None:
        """The tag in the spot, ``None`` if it is empty."""

    def place(self, tag: str) -> None:
        """Place a tag in the spot, replacing any other."""

    def lift(self) -> None:
        """Remove the tag."""


class EmulatedReader(Protocol):
    """A reader that can be plugged in and unplugged."""

    @property
    def port(self) -> Path:
        """The port that exists while the reader is plugged in."""

    def plug(self) -> None:
        """Plug the reader in."""

    def unplug(self) -> None:
        """Unplug the reader."""


Emulated: TypeAlias = tuple[EmulatedReader, Mapping[str, Spot]]
"""A reader and its spots by name."""


class Emulator(Protocol):
    """Creates a reader with a name, at a port, with a spot for each of its places."""

    def __call__(self, name: str, port: Path, clock: Clock, places: Sequence[str]) -> Emulated:
        """Return the reader, not plugged in yet, and its spots."""


def emulator(driver: str) -> Emulator:
    """Return the emulator of a driver. Raises `KeyError` if there is none."""
    loaded: Emulator = entry_points(group=EMULATORS)[driver].load()
    return loaded
