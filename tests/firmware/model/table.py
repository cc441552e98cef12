"""Tags that come, lie and go at random on readers of every kind of mood; runs under MicroPython.

`table.py ASKS SEED` prints how many asks there were and whatever was wrong with the news: a tag
that does not move never leaves unless it was silent in three asks and for long enough since it last
could be heard, and never enters twice.
Time is simulated.
"""

import random
import sys

import chip
import machine
from card import Card
from machine import SPI, Pin
from mfrc522 import Mfrc522
from polling import MISSES, SILENCE, ReaderArray

READERS = 4
MOST = 3
"""Tags on one reader."""
MOVE, SILENT, SPOILT, BROWNOUT = 0.02, 0.1, 0.1, 0.002
"""How likely it is that a tag moves before a step, that in an ask a tag is silent or something is
damaged, and that a reader has lost its settings before a step."""


class Clock:
    """The simulated time in microseconds."""

    def __init__(self) -> None:
        self.now = 0

    def ticks_us(self) -> int:
        """Return the time; looking at it takes some, as each access to a chip does."""
        self.now += 10
        return self.now


class Shy(Card):
    """A tag that may be silent for a whole ask."""

    def __init__(self, number: bytes) -> None:
        super().__init__(number)
        self.silent = False
        self.silences = 0
        """In how many asks it has been silent since it last could be heard."""
        self.heard = 0
        """When it last could be heard, in microseconds."""
        self.known = False
        """Whether its reader has said that it is there."""

    def answer(self, sent: bytes, last_bits: int) -> "list[int] | None":
        """Return the bits of its answer, or None."""
        return None if self.silent else super().answer(sent, last_bits)


def number() -> bytes:
    """Return a number of 4, 7 or 10 bytes; those of phones begin with 08 and change."""
    length = random.choice((4, 7, 10))
    first = random.choice((0x08, 0x04, 0xDE)) if length == 4 else 0x04
    return bytes([first] + [random.randrange(0x88) for _ in range(length - 1)])


class Watched(Mfrc522):
    """A reader whose asks are preceded by a disturbance."""

    def __init__(self, spi: SPI, select: Pin, place: "Place") -> None:
        super().__init__(spi, select)
        self._place = place

    def tags(self) -> "tuple[list[bytes], bool]":
        """Return the numbers of the tags, and whether these are all of them."""
        self._place.disturb()
        return super().tags()


class Place:
    """A reader's chip, the tags that lie there, and what disturbs them."""

    def __init__(self, number: int, clock: Clock) -> None:
        self._clock = clock
        self.chip = machine.BOARD.chips[number]
        self.tags: dict[bytes, Shy] = {}
        self.asks = 0
        self.calm = False
        """Whether nothing disturbs them any more."""

    def disturb(self) -> None:
        """Change the mood before an ask."""
        self.asks += 1
        spoilt = self._happens(SPOILT)
        self.chip.parity = random.random() < 0.5
        self.chip.garbled = self.chip.damaged = self.chip.shortened = 0
        if spoilt:
            damage = random.choice(("garbled", "damaged", "shortened"))
            setattr(self.chip, damage, random.randrange(1, 4))
        for tag in self.tags.values():
            tag.silent = self._happens(SILENT)
            if tag.silent:
                tag.silences += 1
            elif not spoilt:
                tag.silences = 0
                tag.heard = self._clock.ticks_us()

    def _happens(self, chance: float) -> bool:
        return not self.calm and random.random() < chance

    def move(self) -> None:
        """Take a tag away, or lay one."""
        if len(self.tags) == MOST or (self.tags and random.random() < 0.5):
            gone = random.choice(list(self.tags))
            del self.tags[gone], self.chip.cards[gone]
        else:
            tag = Shy(number())
            self.tags[tag.number] = self.chip.cards[tag.number] = tag


class Table:
    """An array, the tags on it, and a judge of its news."""

    def __init__(self) -> None:
        self.clock = Clock()
        chip.ticks_us = self.clock.ticks_us  # type: ignore[attr-defined]  # where chips look
        spi = SPI(0, baudrate=1, sck=Pin(18), mosi=Pin(19), miso=Pin(16))
        self.places = [Place(i, self.clock) for i in range(READERS)]
        selects = [Pin(i, Pin.OUT, value=1) for i in range(READERS)]
        self.array = ReaderArray([Watched(spi, selects[i], self.places[i]) for i in range(READERS)])
        self.wrong: list[str] = []

    @property
    def asks(self) -> int:
        """How many asks there have been."""
        return sum([place.asks for place in self.places])

    def step(self) -> None:
        """Let time pass until the array has something to do, and judge what it says."""
        self.clock.now += 1000 * self.array.pause(self.clock.now // 1000)
        news = self.array.step(self.clock.now // 1000)
        awake = [place for place in self.places if place.chip.set_up and not place.chip.asleep]
        if len(awake) > 2:
            self.wrong.append("more than two readers are awake")
        for word, *rest in news:
            if word in ("enter", "leave"):
                self._judge(word, self.places[int(rest[0]) - 1].tags.get(bytes.fromhex(rest[1])))

    def _judge(self, word: str, tag: "Shy | None") -> None:
        if tag is None:
            if word == "enter":
                self.wrong.append("a tag that is not there entered")
        elif word == "leave":
            if tag.silences < MISSES or self.clock.now - tag.heard < 1000 * SILENCE:
                self.wrong.append("a tag left that lay still and answered")
            tag.known = False
        elif tag.known:
            self.wrong.append("a tag entered twice")
        else:
            tag.known = True

    def settle(self) -> None:
        """Let everything lie still and answer: what the array then believes must be true."""
        for place in self.places:
            place.calm = True
        for _ in range(20 * READERS * MISSES):
            self.step()
        for zone in self.array.zones:
            tags = self.places[int(zone.name) - 1].tags
            if zone.tags != sorted([number.hex().upper() for number in tags]):
                self.wrong.append("what lies there is not what is believed")


random.seed(int(sys.argv[2]))
table = Table()
while table.asks < int(sys.argv[1]):
    place = random.choice(table.places)
    if random.random() < MOVE:
        place.move()
    if random.random() < BROWNOUT:
        place.chip.reset()
    table.step()
table.settle()
kinds = ", ".join(sorted(set(table.wrong)))
sys.stdout.write("; ".join([str(table.asks), str(len(table.wrong)), kinds]))
