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

FIRMWARE = "1.1.0"
BITS_A_SECOND = 4_000_000
WATCHDOG = 4000
"""Milliseconds without a step after which the board restarts."""
UPDATE = "update"
"""A command, and the name of a file: a board that starts with it waits for new firmware."""


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
        """Return the words of the lines that have come, after at most `patience` milliseconds."""
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


def greet(link: Link, array: ReaderArray) -> None:
    """Send a hello, which chips are none of NXP's, and what lies on every reader."""
    link.say("hello", str(VERSION), FIRMWARE, array.health, str(array.gain))
    for zone in array.zones:
        stranger = zone.reader.stranger() if zone.health == OK else ""
        if stranger:
            link.say("chip", zone.name, stranger)
    show(link, array)


def show(link: Link, array: ReaderArray) -> None:
    """Send what lies on every reader that answers or once did."""
    for zone in array.zones:
        if zone.health != ABSENT:
            link.say("zone", zone.name, *zone.tags)


def obey(words: "list[str]", link: Link, array: ReaderArray) -> None:
    """Carry out a command of the host; unknown ones are ignored."""
    if words == ["hello"]:
        greet(link, array)
    elif words == ["snapshot"]:
        show(link, array)
    elif words[0] == "gain" and len(words) == 2 and words[1] in "01234567":
        array.set_gain(int(words[1]), ticks_ms())
        greet(link, array)
    elif words == [UPDATE]:
        open(UPDATE, "w").close()
        machine.reset()


def run() -> None:
    """Ask the readers and report to the host, forever."""
    reset = Pin(RESET, Pin.OUT, value=0)
    sleep_ms(1)
    reset(1)
    sleep_ms(50)
    spi = SPI(
        0,
        baudrate=BITS_A_SECOND,
        sck=Pin(CLOCK),
        mosi=Pin(TO_READERS),
        miso=Pin(FROM_READERS),
    )
    selects = [Pin(number, Pin.OUT, value=1) for number in CHIP_SELECTS]
    watchdog = WDT(timeout=WATCHDOG)
    link = Link()
    array = ReaderArray([Mfrc522(spi, select) for select in selects])
    greet(link, array)
    while True:
        watchdog.feed()
        for words in link.heard(array.pause(ticks_ms())):
            obey(words, link, array)
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
