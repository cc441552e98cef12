"""Driver of USB readers that appear as a keyboard and type a tag's digits and Enter.

Keys come from the kernel as `struct input_event` (linux/input.h), with its key codes
(linux/input-event-codes.h). They are read without the package `evdev`, which has no wheels: each
box would need a compiler for the sake of a hundred lines. The device is grabbed, so that nothing is
typed anywhere else.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from struct import Struct
from types import MappingProxyType
from typing import Final

from companion.devices.input_device import keyboard_at, open_keyboard
from companion.devices.link import DeviceFile
from companion.devices.presence import Presence
from companion.devices.readers import Fitting, ReaderDriver, one_zone
from companion.devices.readers.base import OneZoneReader, Parser

EVENT: Final = Struct("@llHHi")
"""Seconds, microseconds, kind, code, value; its size depends on the machine's `long`."""
HOLD_OFF: Final = 0.5
"""Seconds within which reads of the same number are one swipe."""
PAUSE: Final = 0.2
"""Seconds after which a key no longer belongs to the same number as the one before."""
_SYN, _KEY = 0, 1
_DROPPED: Final = 3
"""SYN_DROPPED: the kernel's queue was full, and all keys up to the next report are lost."""
_PRESSED: Final = 1
"""The value of a key that goes down; 0 is up, 2 repeated (linux, input/event-codes.rst)."""
# Codes of keys (linux/input-event-codes.h): both shifts, enter, and enter of the keypad.
_SHIFTS: Final = frozenset({42, 54})
_ENTERS: Final = frozenset({28, 96})
_ROW: Final[Mapping[int, str]] = MappingProxyType(
    {code: digit for code, digit in enumerate("1234567890", start=2)}  # noqa: C416 - by code
)
"""The digits above the letters, which are signs with shift."""
_OTHERS: Final[Mapping[int, str]] = MappingProxyType(
    dict(zip((82, 79, 80, 81, 75, 76, 77, 71, 72, 73), "0123456789", strict=True))
    | dict(zip((30, 48, 46, 32, 18, 33), "ABCDEF", strict=True))
)
"""The digits of the keypad, and the letters of hexadecimal numbers."""
_SHORTEST, _LONGEST = 8, 20
"""The fewest and the most digits of a tag's number."""


class KeyParser:
    """Finds numbers in the events of a keyboard, which may be split anywhere.

    `bad` counts lines that are not numbers: with other keys, too few or too many digits, keys that
    the kernel has dropped, or a pause in between.
    """

    def __init__(self, bad: int = 0) -> None:
        self.bad = bad
        self._rest = b""
        self._typed = ""
        self._spoiled = False
        self._shifts: frozenset[int] = frozenset()
        self._dropping = False
        self._at = 0.0

    def feed(self, received: bytes) -> list[str]:
        """Return the numbers whose Enter comes within `received`, in capital letters."""
        self._rest += received
        whole = len(self._rest) - len(self._rest) % EVENT.size
        events, self._rest = self._rest[:whole], self._rest[whole:]
        tags: list[str] = []
        for seconds, micros, kind, code, value in EVENT.iter_unpack(events):
            if kind == _SYN:
                self._synchronise(code)
            elif kind == _KEY and not self._dropping:
                tags += self._key(code, value, seconds + micros / 1e6)
        return tags

    def _synchronise(self, code: int) -> None:
        self._dropping = code == _DROPPED
        if self._dropping:
            self._spoiled, self._shifts = True, frozenset()

    def _key(self, code: int, value: int, at: float) -> list[str]:
        if code in _SHIFTS:
            self._shifts = self._shifts | {code} if value else self._shifts - {code}
        elif value == _PRESSED:
            if not 0 <= at - self._at <= PAUSE:
                self._drop()
            self._at = at
            return self._press(code)
        return []

    def _press(self, code: int) -> list[str]:
        if code in _ENTERS:
            return self._enter()
        digit = _OTHERS.get(code) or (None if self._shifts else _ROW.get(code))
        if digit is None or len(self._typed) == _LONGEST:
            self._spoiled = True
        else:
            self._typed += digit
        return []

    def _enter(self) -> list[str]:
        typed = self._typed
        if self._spoiled or len(typed) < _SHORTEST:
            self._drop()
            return []
        self._typed = ""
        return [typed]

    def _drop(self) -> None:
        self.bad += bool(self._typed or self._spoiled)
        self._typed, self._spoiled = "", False


@dataclass(slots=True, eq=False)
class HidReader(OneZoneReader[str]):
    """A reader that types, on `port`. It only reports swipes: nothing is typed when tags leave."""

    most = 80_000

    @property
    def presence(self) -> bool:
        """Whether the reader notices that a tag has left: always false."""
        return False

    def _tags(self) -> Presence:
        return Presence(HOLD_OFF, leaves=False)

    @staticmethod
    def _parser_after(bad: int) -> Parser[str]:
        return KeyParser(bad)

    def _attach(self) -> DeviceFile:
        return open_keyboard(self.port)

    def _begin(self) -> None:
        self._serves()

    def _take(self, frame: str) -> None:
        self._watch.read(frame)


def make(fitting: Fitting) -> HidReader:
    """Create a reader; the entry point of the driver uses it."""
    return HidReader(fitting.name, fitting.port, fitting.clock, fitting.loop)


DRIVER: Final = ReaderDriver(make, one_zone, find=keyboard_at)
