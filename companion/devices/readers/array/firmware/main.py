"""The reader array: MFRC522 readers on a Raspberry Pi Pico, reported over USB; see README.md."""

import os
import sys
from select import POLLIN, poll
from time import sleep_ms, ticks_add, ticks_diff, ticks_ms

import machine
from machine import SPI, WDT, Pin
from mfrc522 import Mfrc522
from pins import CHIP_SELECTS, CLOCK, FROM_READERS, RESET, TO_READERS
from polling import ReaderArray
from protocol import ABSENT, BEAT, LONGEST, OK, VERSION, LineParser, encode

FIRMWARE = "1.3.0"
USUAL_CLOCK = 1000
"""The clock of the bus in kHz, until the host sets another; the chips bear 10,000."""
SLOWEST, FASTEST = 100, 10_000
PATTERN = bytes([(0x55, 0xAA, 0x00, 0xFF)[i % 4] ^ (i // 4) for i in range(64)])
"""What is sent to and fro to try a clock: many edges, and every byte another."""
ROUNDS = 8
WATCHDOG = 4000
"""Milliseconds without a step after which the board restarts."""
UPDATE = "update"
"""A command, and the name of a file: a board that starts with it waits for new firmware."""


class Bus:
    """The SPI bus of all readers, and its clock in kHz."""

    def __init__(self, clock: int) -> None:
        self.clock = clock
        self.spi = SPI(
            0,
            baudrate=1000 * clock,
            sck=Pin(CLOCK),
            mosi=Pin(TO_READERS),
            miso=Pin(FROM_READERS),
        )

    def set(self, clock: int) -> None:
        """Switch to another clock."""
        self.clock = clock
        self.spi.init(baudrate=1000 * clock)

    def tried(self, clock: int, array: ReaderArray) -> int:
        """Return how many bytes are wrong at another clock, then switch back."""
        self.spi.init(baudrate=1000 * clock)
        wrong = array.wrong_bytes(PATTERN, ROUNDS)
        self.set(self.clock)
        array.set_gain(array.gain, ticks_ms())
        return wrong


class Link:
    """Lines to and from the host, through standard input and output."""

    def __init__(self) -> None:
        self._input = poll()
        self._input.register(sys.stdin, POLLIN)
        self._parser = LineParser()
        self._sent = 0
        self.quiet_since = ticks_ms()

    def say(self, *words: str) -> None:
        """Send a line; a hello restarts the numbering."""
        if words[0] == "hello":
            self._sent = 0
        sys.stdout.buffer.write(encode(self._sent, *words))
        self._sent += 1
        self.quiet_since = ticks_ms()

    def heard(self, patience: int) -> "list[list[str]]":
        """Return the words of the lines received within `patience` milliseconds."""
        lines = []
        for _ in range(LONGEST):
            if not self._input.poll(patience):
                break
            received = sys.stdin.buffer.read(1)
            if not received:
                break
            lines += [words for _, words in self._parser.feed(received)]
            patience = 0
        return lines


def greet(link: Link, array: ReaderArray, bus: Bus) -> None:
    """Send a hello, the clock, the chips that are not made by NXP, and the tags on every reader."""
    link.say("hello", str(VERSION), FIRMWARE, array.health, str(array.gain))
    link.say("clock", str(bus.clock))
    for zone in array.zones:
        stranger = zone.reader.stranger() if zone.health == OK else ""
        if stranger:
            link.say("chip", zone.name, stranger)
    show(link, array)


def show(link: Link, array: ReaderArray) -> None:
    """Send the tags on every reader that answers or has answered."""
    for zone in array.zones:
        if zone.health != ABSENT:
            link.say("zone", zone.name, *zone.tags)


def run_command(words: "list[str]", link: Link, array: ReaderArray, bus: Bus) -> None:
    """Carry out a command of the host; unknown ones are ignored."""
    if words == ["hello"]:
        greet(link, array, bus)
    elif words == ["snapshot"]:
        show(link, array)
    elif words[0] == "gain" and len(words) == 2 and words[1] in "01234567":
        array.set_gain(int(words[1]), ticks_ms())
        greet(link, array, bus)
    elif words[0] in ("clock", "try") and len(words) == 2 and is_clock(words[1]):
        clock = int(words[1])
        if words[0] == "try":
            link.say("tried", words[1], str(bus.tried(clock, array)))
            return
        bus.set(clock)
        array.set_gain(array.gain, ticks_ms())
        link.say("clock", str(bus.clock))
    elif words == [UPDATE]:
        open(UPDATE, "w").close()
        machine.reset()


def is_clock(word: str) -> bool:
    """Return whether a word is a clock in kHz that the chips may support."""
    return word.isdigit() and len(word) < 6 and SLOWEST <= int(word) <= FASTEST


def run() -> None:
    """Ask the readers and report to the host, forever."""
    reset = Pin(RESET, Pin.OUT, value=0)
    sleep_ms(1)
    reset(1)
    sleep_ms(50)
    bus = Bus(USUAL_CLOCK)
    selects = [Pin(number, Pin.OUT, value=1) for number in CHIP_SELECTS]
    watchdog = WDT(timeout=WATCHDOG)
    link = Link()
    array = ReaderArray([Mfrc522(bus.spi, select) for select in selects])
    greet(link, array, bus)
    while True:
        watchdog.feed()
        for words in link.heard(array.pause(ticks_ms())):
            run_command(words, link, array, bus)
        for news in array.step(ticks_ms()):
            if news == ("health",):
                link.say("health", array.health)
            else:
                link.say(*news)
        if ticks_diff(ticks_ms(), ticks_add(link.quiet_since, 1000 * BEAT)) > 0:
            link.say("beat")


if UPDATE in os.listdir():
    os.remove(UPDATE)
else:
    run()
