"""A reader array behind a real pseudo-terminal: it says what the board would, tag for tag.

The words are those of firmware/reader_array/README.md. The board's own program runs in
`tests/firmware`, on models of its chips; here a hand lays tags on zones.
"""

from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from companion.devices.clock import Clock, TimerHandle
from companion.devices.readers.array.protocol import BEAT, OK, VERSION, LineParser, encode
from companion.emulation.emulators import Emulated
from companion.emulation.line import EmulatedLine

FIRMWARE: Final = "1.0.0"
USUAL_GAIN: Final = 4


@dataclass(slots=True)
class EmulatedArray:
    """An array with `count` readers on a line of its own, found at `port` while it is plugged in.

    `version` of the protocol, `firmware` and `health` (a letter for each reader) are what it tells.
    `deaf`: it does not do what it hears, as a board with another program.
    """

    port: Path
    clock: Clock
    count: int = 16
    firmware: str = FIRMWARE
    version: int = VERSION
    deaf: bool = False
    health: str = field(init=False)
    line: EmulatedLine = field(init=False)
    gain: int = USUAL_GAIN
    _tags: dict[str, list[str]] = field(init=False)
    _heard: LineParser = field(default_factory=LineParser)
    _sent: int = 0
    _beat: TimerHandle | None = None

    def __post_init__(self) -> None:
        self.health = OK * self.count
        self._tags = {str(number + 1): [] for number in range(self.count)}
        self.line = EmulatedLine(self.port, self._hear)

    def tags(self, zone: str) -> tuple[str, ...]:
        """Return the tags in a zone."""
        return tuple(self._tags[zone])

    def plug(self) -> None:
        """Plug it in: its port appears, and it says hello."""
        self._heard = LineParser()
        self.line.plug()
        if not self.deaf:
            self._greet()

    def unplug(self) -> None:
        """Pull it out: whoever reads its port gets an error. Tags stay where they are."""
        if self._beat is not None:
            self._beat.cancel()
            self._beat = None
        self.line.unplug()

    def place(self, tag: str, zone: str) -> None:
        """Lay a tag into a zone, beside those that lie there."""
        if tag not in self._tags[zone]:
            self._tags[zone].append(tag)
            self.say("enter", zone, tag)

    def lift(self, tag: str, zone: str) -> None:
        """Take a tag away."""
        if tag in self._tags[zone]:
            self._tags[zone].remove(tag)
            self.say("leave", zone, tag)

    def say(self, *words: str) -> None:
        """Send a line, and a heartbeat when nothing else is said for a time."""
        if not self.line.plugged:
            return
        if self._beat is not None:
            self._beat.cancel()
        self._beat = self.clock.call_at(self.clock.now() + BEAT, lambda: self.say("beat"))
        self.line.send(self.line_of(*words))

    def line_of(self, *words: str) -> bytes:
        """Return its next line."""
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
                case ["gain", gain]:
                    self.gain = int(gain)
                    self._greet()
                case _:
                    pass


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


def emulate(name: str, port: Path, clock: Clock, places: Sequence[str]) -> Emulated:
    """Return an array with a zone for each of its places, or one called as the reader is."""
    array = EmulatedArray(port, clock, max(1, len(places)))
    names = places or (name,)
    return array, {each: ZoneSpot(array, str(1 + i)) for i, each in enumerate(names)}
