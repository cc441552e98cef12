"""Emulated reader array on a pseudo-terminal.

The words are those of firmware/reader_array/README.md. The board's own firmware runs in
`tests/firmware`, on models of its chips; here tags are placed in zones directly.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import msgspec

from companion.devices.clock import Clock, TimerHandle
from companion.devices.readers.array.protocol import BEAT, OK, VERSION, LineParser, encode
from companion.emulation.emulators import Emulated
from companion.emulation.serial_line import EmulatedLine

FIRMWARE: Final = "1.0.0"
USUAL_GAIN: Final = 4


@dataclass(slots=True)
class EmulatedArray:
    """An array with `count` readers on its own line, which exists at `port` while it is plugged in.

    It reports the `version` of the protocol, `firmware` and `health` (a letter for each reader). A
    `deaf` array ignores all commands, like a board with another program.
    """

    port: Path
    clock: Clock
    count: int = 16
    firmware: str = FIRMWARE
    version: int = VERSION
    deaf: bool = False
    fastest: int = 10_000
    """The clock in kHz from which on its bus makes errors."""
    health: str = field(init=False)
    line: EmulatedLine = field(init=False)
    gain: int = USUAL_GAIN
    _tags: dict[str, list[str]] = field(init=False)
    _heard: LineParser = field(default_factory=LineParser)
    _sent: int = 0
    _heartbeat: TimerHandle | None = None

    def __post_init__(self) -> None:
        self.health = OK * self.count
        self._tags = {str(number + 1): [] for number in range(self.count)}
        self.line = EmulatedLine(self.port, self._hear)

    def tags(self, zone: str) -> tuple[str, ...]:
        """Return the tags in a zone."""
        return tuple(self._tags[zone])

    def plug(self) -> None:
        """Plug the array in: its port appears, and it says hello."""
        self._heard = LineParser()
        self.line.plug()
        if not self.deaf:
            self._greet()

    def unplug(self) -> None:
        """Unplug the array: readers of its port get an error. Tags stay in place."""
        if self._heartbeat is not None:
            self._heartbeat.cancel()
            self._heartbeat = None
        self.line.unplug()

    def place(self, tag: str, zone: str) -> None:
        """Place a tag in a zone, in addition to those already there."""
        if tag not in self._tags[zone]:
            self._tags[zone].append(tag)
            self.say("enter", zone, tag)

    def lift(self, tag: str, zone: str) -> None:
        """Remove a tag from a zone."""
        if tag in self._tags[zone]:
            self._tags[zone].remove(tag)
            self.say("leave", zone, tag)

    def say(self, *words: str) -> None:
        """Send a line, and a heartbeat if nothing else is sent for a while."""
        if not self.line.plugged:
            return
        if self._heartbeat is not None:
            self._heartbeat.cancel()
        self._heartbeat = self.clock.call_at(self.clock.now() + BEAT, lambda: self.say("beat"))
        self.line.send(self.line_of(*words))

    def line_of(self, *words: str) -> bytes:
        """Return the array's next line with these words."""
        self._sent += 1
        return encode(self._sent - 1, *words)

    def _greet(self) -> None:
        self._sent = 0
        self.say("hello", str(self.version), self.firmware, self.health, str(self.gain))
        self._show()

    def _show(self) -> None:
        for zone, tags in self._tags.items():
            self.say("zone", zone, *tags)

    def _hear(self, received: bytes) -> None:
        for _, words in () if self.deaf else self._heard.feed(received):
            match words:
                case ["hello"]:
                    self._greet()
                case ["snapshot"]:
                    self._show()
                case ["try", khz]:
                    self.say("tried", khz, str(64 * (int(khz) > self.fastest)))
                case ["gain", gain]:
                    self.gain = int(gain)
                    self._greet()
                case _:
                    pass


class ZoneSpot(msgspec.Struct, frozen=True):
    """A zone of an array that holds a single tag."""

    array: EmulatedArray
    zone: str

    @property
    def tag(self) -> str | None:
        """The tag in the zone, ``None`` if it is empty."""
        return next(iter(self.array.tags(self.zone)), None)

    def place(self, tag: str) -> None:
        """Place a tag in the zone, replacing any other."""
        self.lift()
        self.array.place(tag, self.zone)

    def lift(self) -> None:
        """Remove the tag."""
        for tag in self.array.tags(self.zone):
            self.array.lift(tag, self.zone)


def emulate(name: str, port: Path, clock: Clock, places: Sequence[str]) -> Emulated:
    """Return an array with a zone for each of its places, or one zone with its name."""
    array = EmulatedArray(port, clock, max(1, len(places)))
    names = places or (name,)
    return array, {spot: ZoneSpot(array, str(1 + i)) for i, spot in enumerate(names)}
