"""The reader array: a microcontroller with up to sixteen MFRC522 readers, on a serial port.

It does the reading and tells which tags enter and leave; what it says is in `protocol`, its
program in `firmware`. A lost line is found by its number, and a snapshot makes up for it.
"""

import re
from asyncio import AbstractEventLoop
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final

from companion.clock import Clock, TimerHandle
from companion.devices import DeviceStatus, Sink, State, TagEvent
from companion.devices.readers import Fitting, Key, ReaderDriver
from companion.devices.readers.array import protocol
from companion.devices.serial_link import SerialLink
from companion.engine.message import Message, say

BAUDRATE: Final = 115_200
"""USB takes any."""
PATIENCE: Final = 1.5
"""Seconds for an answer to a hello."""
SILENCE: Final = 2.5 * protocol.BEAT
"""Seconds after which an array that says nothing is asked whether it is there."""
ZONES: Final = tuple(str(1 + i) for i in range(protocol.MOST_ZONES))
_HELLO: Final = 5
"""Words of a hello: with version, firmware, health, gain."""
_TAG: Final = re.compile(r"[0-9A-F]{8,20}")


@dataclass(slots=True)
class ArrayReader:
    """The array on `port`; a `companion.devices.TagReader` whose zones are `1` to `16`.

    `gain` is that of the antennas, 0 to 7. While the port is away, and while a single reader is
    dead, the tags there count as still there.
    """

    name: str
    port: str
    clock: Clock
    loop: AbstractEventLoop
    gain: int = 4
    _sink: Sink | None = None
    _status: DeviceStatus | None = None
    """As it was told last."""
    _link: SerialLink = field(init=False)
    _lines: protocol.LineParser = field(default_factory=protocol.LineParser)
    _tags: dict[str, set[str]] = field(init=False)
    _expected: int | None = None
    """The number of the next line; `None` until it has said hello."""
    _sent: int = 0
    _timer: TimerHandle | None = None
    _heard_at: float = 0.0

    def __post_init__(self) -> None:
        self._tags = {zone: set() for zone in ZONES}
        self._link = SerialLink(
            self.port, BAUDRATE, self.clock, self.loop, self._received, self._changed
        )

    @property
    def presence(self) -> bool:
        """It tells that a tag has left."""
        return True

    @property
    def zones(self) -> tuple[str, ...]:
        """One for each reader that can be there."""
        return ZONES

    @property
    def bad_frames(self) -> int:
        """Damaged lines so far."""
        return self._lines.bad

    def start(self, sink: Sink) -> None:
        """Look for the port and report tags from now on."""
        self._sink = sink
        self._link.open()

    def close(self) -> None:
        """Give the port back; nothing is reported afterwards."""
        self._sink = None
        self._link.close()
        self._stop_waiting()

    def _changed(self, state: State, why: str) -> None:
        self._stop_waiting()
        self._expected = None
        if state is State.OK:
            self._tell(DeviceStatus(self.name, State.STARTING, why))
            self._lines = protocol.LineParser(self._lines.bad)
            self._greet()
        else:
            self._tell(DeviceStatus(self.name, state, why))

    def _greet(self) -> None:
        self._say("hello")
        self._wait(PATIENCE, self._unanswered)

    def _unanswered(self) -> None:
        told = say("no reader array answers on {port}: companion firmware install", port=self.port)
        self._degrade(told)
        self._greet()

    def _check(self) -> None:
        """Wait on while lines come, ask when none does."""
        since = self.clock.now() - self._heard_at
        if since >= SILENCE:
            self._greet()
        else:
            self._wait(SILENCE - since, self._check)

    def _received(self, received: bytes) -> None:
        for number, words in self._lines.feed(received):
            self._heard_at = self.clock.now()
            self._take_line(number, words)

    def _take_line(self, number: int, words: Sequence[str]) -> None:
        if words[0] == "hello" and len(words) == _HELLO:
            self._welcome(number, words[1], words[3], words[4])
            return
        if self._expected is None:
            return
        if number != self._expected:
            self._say("snapshot")
        self._expected = (number + 1) % protocol.SEQUENCE
        match words:
            case ["enter" | "leave" as way, zone, tag] if self._knows(zone, [tag]):
                self._set(zone, self._tags[zone] - {tag} | ({tag} if way == "enter" else set()))
            case ["zone", zone, *tags] if self._knows(zone, tags):
                self._set(zone, set(tags))
            case ["health", health]:
                self._judge(health)
            case _:
                pass

    def _welcome(self, number: int, version: str, health: str, gain: str) -> None:
        if version != str(protocol.VERSION):
            told = say(
                "the array speaks version {version} of its protocol, this is {ours}: "
                "companion firmware install",
                version=version,
                ours=protocol.VERSION,
            )
            self._degrade(told)
            self._wait(SILENCE, self._greet)
            return
        self._expected = (number + 1) % protocol.SEQUENCE
        self._wait(SILENCE, self._check)
        self._judge(health)
        if gain != str(self.gain):
            self._say("gain", str(self.gain))

    def _judge(self, health: str) -> None:
        dead = [zone for zone, each in zip(ZONES, health, strict=False) if each == protocol.DEAD]
        if dead:
            told = say(
                "reader {numbers} of the array does not answer any more: check its wires",
                numbers=", ".join(dead),
            )
            self._degrade(told)
        elif protocol.OK not in health:
            self._degrade(say("the array has no reader that answers: check its wires"))
        else:
            self._tell(DeviceStatus(self.name, State.OK, self.port))

    @staticmethod
    def _knows(zone: str, tags: Sequence[str]) -> bool:
        return zone in ZONES and all(_TAG.fullmatch(tag) for tag in tags)

    def _set(self, zone: str, tags: set[str]) -> None:
        before = self._tags[zone]
        self._tags[zone] = tags
        for tag in sorted(before - tags):
            self._tell(TagEvent(self.name, zone, tag, present=False))
        for tag in sorted(tags - before):
            self._tell(TagEvent(self.name, zone, tag, present=True))

    def _degrade(self, why: Message) -> None:
        self._tell(DeviceStatus(self.name, State.DEGRADED, why))

    def _say(self, *words: str) -> None:
        self._link.write(protocol.encode(self._sent, *words))
        self._sent += 1

    def _tell(self, news: DeviceStatus | TagEvent) -> None:
        """Report; a state only if it differs from the one before."""
        if isinstance(news, DeviceStatus):
            if news == self._status:
                return
            self._status = news
        if self._sink is not None:
            self._sink(news)

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        self._stop_waiting()
        self._timer = self.clock.call_at(self.clock.now() + seconds, then)

    def _stop_waiting(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


def make(fitting: Fitting) -> ArrayReader:
    """Return the array that a box is fitted with."""
    name, port, gain = fitting.name, fitting.port, int(fitting.options["gain"])
    return ArrayReader(name, port, fitting.clock, fitting.loop, gain)


def _zones(_name: str) -> tuple[str, ...]:
    return ZONES


DRIVER: Final = ReaderDriver(make, _zones, MappingProxyType({"gain": Key(4, 0, 7)}))
