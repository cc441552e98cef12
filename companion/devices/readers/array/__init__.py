"""Driver of the reader array: a microcontroller with up to 16 MFRC522 on a serial port.

The array does the reading and reports which tags enter and leave, in the lines of `protocol`; its
program is in `firmware`. A lost line is detected by its number, and a snapshot replaces it.
"""

import logging
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.devices import State, TagEvent
from companion.devices.clock import TimerHandle
from companion.devices.readers import Fitting, Key, ReaderDriver
from companion.devices.readers.array import protocol
from companion.devices.readers.base import LinkedReader, Parser
from companion.devices.tag_number import TAG_NUMBER
from companion.engine.message import say

USUAL_CLOCK: Final = 1000
"""The clock of the readers' bus, in kHz: slow enough for half a metre of wires."""
CLOCKS: Final = (100, 500, 1000, 2000, 4000, 6000, 8000, 10_000)
"""Clocks in kHz that are worth a try; the MFRC522 bears 10 MHz (data sheet, section 8.1.2)."""
PATIENCE: Final = 1.5
"""Seconds that the array may take to answer a hello."""
SILENCE: Final = 2.5 * protocol.BEAT
"""Seconds after which a silent array is asked whether it is still there."""
ZONES: Final = tuple(str(1 + i) for i in range(protocol.MOST_ZONES))
_HELLO: Final = 5
"""How many words a hello has: itself, version, firmware, health and gain."""
_LOG: Final = logging.getLogger(__name__)
Line: TypeAlias = tuple[int, list[str]]
"""The number and the words of a line."""


@dataclass(slots=True, eq=False)
class ArrayReader(LinkedReader[Line]):
    """The array on `port`; its zones are `1` to `16`.

    `gain` is the antennas' gain, 0 to 7, `spi_khz` the clock of their bus; the first `used` readers
    have to be present. While a single reader is dead, its tags still count as present.
    """

    gain: int = 4
    used: int = 0
    spi_khz: int = USUAL_CLOCK
    baudrate = 115_200
    """USB ignores it."""
    most = 8_000
    _held: dict[str, set[str]] = field(init=False)
    """The tags in each zone."""
    _expected: int | None = None
    """The number of the next line; `None` until the array has said hello."""
    _sent: int = 0
    _firmware: str = ""
    _timer: TimerHandle | None = None
    _heard_at: float = 0.0
    _tried: dict[int, int] = field(default_factory=dict)
    """How many bytes were wrong at each clock, in kHz, that was tried."""

    def __post_init__(self) -> None:
        LinkedReader.__post_init__(self)
        self._held = {zone: set() for zone in ZONES}

    @property
    def zones(self) -> tuple[str, ...]:
        """One zone for each reader that an array can have."""
        return ZONES

    @property
    def firmware(self) -> str:
        """The version of the array's firmware, empty until its hello."""
        return self._firmware

    @property
    def tried(self) -> Mapping[int, int]:
        """The number of wrong bytes at each clock that was tried, in kHz."""
        return self._tried

    def try_clock(self, khz: int) -> None:
        """Have the array try a clock; the result is in ``tried`` some tenths of a second later.

        Firmware before 1.2 does not answer.
        """
        self._say("try", str(khz))

    @staticmethod
    def _parser_after(bad: int) -> Parser[Line]:
        return protocol.LineParser(bad)

    def _begin(self) -> None:
        self._tell_state(State.STARTING)
        self._greet()

    def _pause(self) -> None:
        self._expected = None
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _greet(self) -> None:
        self._say("hello")
        self._wait(PATIENCE, self._unanswered)

    def _unanswered(self) -> None:
        why = say("no reader array answers on {port}: companion firmware install", port=self.port)
        self._tell_state(State.DEGRADED, why)
        self._greet()

    def _check(self) -> None:
        """Keep waiting while lines arrive; poll the array if none has come for too long."""
        since = self.clock.now() - self._heard_at
        if since >= SILENCE:
            self._greet()
        else:
            self._wait(SILENCE - since, self._check)

    def _take(self, frame: Line) -> None:
        number, words = frame
        self._heard_at = self.clock.now()
        if words[0] == "hello" and len(words) == _HELLO:
            self._firmware = words[2]
            self._welcome(number, words[1], words[3], words[4])
            return
        if self._expected is None:
            return
        if number != self._expected:
            self._say("snapshot")
        self._expected = (number + 1) % protocol.SEQUENCE
        match words:
            case ["enter" | "leave" as way, zone, tag] if self._knows(zone, [tag]):
                self._set(zone, self._held[zone] - {tag} | ({tag} if way == "enter" else set()))
            case ["zone", zone, *tags] if self._knows(zone, tags):
                self._set(zone, set(tags))
            case ["health", health]:
                self._judge(health)
            case ["clock", khz] if khz != str(self.spi_khz):
                self._say("clock", str(self.spi_khz))
            case ["tried", khz, wrong] if khz.isdecimal() and wrong.isdecimal():
                self._tried[int(khz)] = int(wrong)
            case ["chip", zone, version]:
                _LOG.info("%s: reader %s has a clone's chip, version %s", self.name, zone, version)
            case _:
                pass

    def _welcome(self, number: int, version: str, health: str, gain: str) -> None:
        if version != str(protocol.VERSION):
            why = say(
                "the array speaks version {version} of its protocol, this is {ours}: "
                "companion firmware install",
                version=version,
                ours=protocol.VERSION,
            )
            self._tell_state(State.DEGRADED, why)
            self._wait(SILENCE, self._greet)
            return
        self._expected = (number + 1) % protocol.SEQUENCE
        self._wait(SILENCE, self._check)
        self._judge(health)
        if gain != str(self.gain):
            self._say("gain", str(self.gain))

    def _judge(self, health: str) -> None:
        """Report the readers' health; an absent reader counts only if it lies under a place."""
        states = dict(zip(ZONES, health, strict=False))
        working_zones = tuple(zone for zone, state in states.items() if state == protocol.OK)
        needed = ZONES[: self.used]
        dead = [
            zone
            for zone in ZONES
            if states.get(zone) == protocol.DEAD or (zone in needed and zone not in working_zones)
        ]
        if not working_zones:
            why = say("the array has no reader that answers: check its wires")
            self._tell_state(State.DEGRADED, why)
        elif dead:
            why = say(
                "reader {numbers} of the array does not answer: check its wires",
                numbers=", ".join(dead),
            )
            self._tell_state(State.DEGRADED, why, working_zones)
        else:
            self._tell_state(State.OK, working_zones=working_zones)

    @staticmethod
    def _knows(zone: str, tags: Sequence[str]) -> bool:
        return zone in ZONES and all(TAG_NUMBER.fullmatch(tag) for tag in tags)

    def _set(self, zone: str, tags: set[str]) -> None:
        before = self._held[zone]
        self._held[zone] = tags
        for tag in sorted(before - tags):
            self._tell(TagEvent(self.name, zone, tag, present=False))
        for tag in sorted(tags - before):
            self._tell(TagEvent(self.name, zone, tag, present=True))

    def _say(self, *words: str) -> None:
        self._link.write(protocol.encode(self._sent, *words))
        self._sent += 1

    def _wait(self, seconds: float, then: Callable[[], None]) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self.clock.call_at(self.clock.now() + seconds, then)


def make(fitting: Fitting) -> ArrayReader:
    """Create an array; the entry point of the driver uses it."""
    gain, khz = (int(fitting.options[key]) for key in ("gain", "spi_khz"))
    name, port, used = fitting.name, fitting.port, fitting.used
    return ArrayReader(name, port, fitting.clock, fitting.loop, gain=gain, used=used, spi_khz=khz)


def _zones(_name: str) -> tuple[str, ...]:
    return ZONES


_KEYS: Final = MappingProxyType(
    {"gain": Key(4, 0, 7), "spi_khz": Key(USUAL_CLOCK, CLOCKS[0], CLOCKS[-1])}
)
DRIVER: Final = ReaderDriver(make, _zones, _KEYS)
