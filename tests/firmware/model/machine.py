"""A replacement for MicroPython's `machine`: pins, SPI and watchdog on models of the chips.

`READERS` in the environment is the number of chips, `VERSION` is theirs. Commands for them (such as
`place 3 04A1B2C3`) arrive as lines at the file descriptor `SIDE`; each is answered by a line there.
"""

import os
import sys
from select import POLLIN, poll
from time import ticks_diff, ticks_ms, ticks_us

from card import Card
from chip import Chip

RESTART = 42
"""Exit code when the program resets the board."""
STARVED = 43
"""Exit code when the watchdog was not fed in time."""

MOST_CHIPS = 16
"""Pins from this number on select no chip."""


class Board:
    """The chips by the pin of their chip select, and the selected one."""

    def __init__(self) -> None:
        self.chips = {i: Chip() for i in range(int(os.getenv("READERS") or 8))}
        for chip in self.chips.values():
            chip.version = int(os.getenv("VERSION") or "92", 16)
            chip.reset()
        self.selected: "int | None" = None
        self.slowness = 0
        self.clock = 0
        self.fastest = 10_000_000
        """Bits in a second from which on the wires spoil what they carry."""
        side = int(os.getenv("SIDE") or -1)
        self._side = None if side < 0 else (open(side, "rb"), open(side, "wb"))
        self._poll = poll()
        if self._side:
            self._poll.register(self._side[0], POLLIN)

    def select(self, number: int, level: int) -> None:
        """Set the level of a chip select; low selects its chip."""
        if number >= MOST_CHIPS:
            return
        if not level:
            if self.selected is not None:
                raise RuntimeError("two chips are selected")
            self._listen()
            self.selected = number
        elif self.selected == number:
            self.selected = None

    def transfer(self, sent: bytes) -> bytes:
        """Exchange bytes with the selected chip; without one, the line floats high."""
        if self.slowness:
            began = ticks_us()
            while ticks_diff(ticks_us(), began) < self.slowness * len(sent):
                pass
        chip = self.chips.get(-1 if self.selected is None else self.selected)
        if chip is None:
            return bytes([0xFF] * len(sent))
        if self.clock > self.fastest:
            sent = bytes([byte ^ (i % 3 == 1) for i, byte in enumerate(sent)])
        return chip.transfer(sent)

    def _listen(self) -> None:
        if self._side and self._poll.poll(0):
            words = self._side[0].readline().decode().split()
            if words:
                self._obey(words)
                self._side[1].write(b"done\n")

    def _obey(self, words: "list[str]") -> None:
        if words[0] == "slow":
            self.slowness = int(words[1])
            return
        if words[0] == "fastest":
            self.fastest = int(words[1])
            return
        chip = self.chips.setdefault(int(words[1]) - 1, Chip())
        if words[0] == "place":
            number = bytes([int(words[2][i : i + 2], 16) for i in range(0, len(words[2]), 2)])
            chip.cards[number] = Card(number)
        elif words[0] == "clear":
            chip.cards = {}
        elif words[0] in ("garbled", "damaged", "shortened"):
            setattr(chip, words[0], int(words[2]))
        elif words[0] == "brownout":
            chip.reset()
        else:
            setattr(chip, words[0], words[2] == "on")


BOARD = Board()


class Pin:
    """A pin: a chip select selects its chip, all others do nothing."""

    IN = 0
    OUT = 1

    def __init__(self, number: int, _mode: int = IN, value: int = 1) -> None:
        self._number = number
        self(value)

    def __call__(self, value: int) -> None:
        BOARD.select(self._number, value)


class SPI:
    """The bus that all chips share."""

    def __init__(self, _number: int, *, baudrate: int, sck: Pin, mosi: Pin, miso: Pin) -> None:
        self.init(baudrate=baudrate)

    def init(self, *, baudrate: int) -> None:
        BOARD.clock = baudrate

    def write(self, sent: bytes) -> None:
        BOARD.transfer(sent)

    def write_readinto(self, sent: bytes, answer: bytearray) -> None:
        answer[:] = BOARD.transfer(sent)


class WDT:
    """The watchdog, which ends the program if it was fed too late."""

    def __init__(self, timeout: int) -> None:
        self._timeout = timeout
        self._fed = ticks_ms()

    def feed(self) -> None:
        if ticks_diff(ticks_ms(), self._fed) > self._timeout:
            sys.exit(STARVED)
        self._fed = ticks_ms()


def reset() -> None:
    """Restart the board: end the program with the exit code for it."""
    sys.exit(RESTART)
