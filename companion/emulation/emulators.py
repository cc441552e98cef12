"""Readers that can be emulated, and the spots where a hand lays tags on them."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType
from typing import Final, Protocol

from companion.devices.clock import Clock
from companion.emulation.array import EmulatedArray
from companion.emulation.hid import EmulatedHid
from companion.emulation.pn532 import EmulatedPn532
from companion.emulation.rdm6300 import EmulatedRdm6300


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


@dataclass(frozen=True, slots=True)
class ZoneSpot:
    """A zone of an array, for one tag."""

    array: EmulatedArray
    zone: str

    @property
    def tag(self) -> str | None:
        """The tag that lies there."""
        return next(iter(self.array.tags(self.zone)), None)

    def place(self, tag: str) -> None:
        """Lay a tag there, in place of the one that lies there."""
        self.lift()
        self.array.place(tag, self.zone)

    def lift(self) -> None:
        """Take the tag away."""
        for tag in self.array.tags(self.zone):
            self.array.lift(tag, self.zone)


Made = tuple[EmulatedReader, Mapping[str, Spot]]
"""A reader and its spots by name."""


def _array(name: str, port: Path, clock: Clock, places: Sequence[str]) -> Made:
    array = EmulatedArray(port, clock, max(1, len(places)))
    names = places or (name,)
    return array, {each: ZoneSpot(array, str(1 + i)) for i, each in enumerate(names)}


def _hid(name: str, port: Path, clock: Clock, _places: Sequence[str]) -> Made:
    reader = EmulatedHid(port, clock)
    return reader, {name: reader}


def _pn532(name: str, port: Path, _clock: Clock, _places: Sequence[str]) -> Made:
    reader = EmulatedPn532(port)
    return reader, {name: reader}


def _rdm6300(name: str, port: Path, clock: Clock, _places: Sequence[str]) -> Made:
    reader = EmulatedRdm6300(port, clock)
    return reader, {name: reader}


EMULATORS: Final[Mapping[str, Callable[[str, Path, Clock, Sequence[str]], Made]]] = (
    MappingProxyType({"array": _array, "hid": _hid, "pn532": _pn532, "rdm6300": _rdm6300})
)
"""Driver → what makes a reader of a name at a port; an array has a zone for each of its places."""
