"""Weak tags, which are silent in a share of all asks, on many readers; runs under MicroPython.

`weak_tags.py lying READERS PERCENT SECONDS SEED` lays one that is silent so often, and prints how
often it was asked and how often it left. `weak_tags.py lifted READERS PERCENT TIMES SEED` lifts and
lays such a tag anew on one reader after the other, and prints after how many milliseconds it left:
half of the times and 99 of 100 times at most. The firmware's polling is real, the readers are not:
they only take their time, which is simulated.
"""

import random
import sys

from mfrc522 import Mfrc522
from polling import ReaderArray

EMPTY, HEARD = 2, 6
"""Milliseconds that an ask takes at least, without a tag and with one that answers: a millisecond
of silence, and what a number of seven bytes takes on a bus of 1 MHz."""


class Clock:
    """The simulated time in milliseconds."""

    now = 0


class Reader(Mfrc522):
    """A reader that takes its time, and the tag on it."""

    def __init__(self) -> None:
        self.number = b""
        self.silence = 0.0
        """How likely it is that the tag is silent in an ask."""
        self.asks = 0

    def alive(self) -> bool:
        """Return whether it answers."""
        return True

    def start(self, _gain: int) -> bool:
        """Set it up; return whether it answers."""
        return True

    def field(self, on: bool) -> None:
        """Switch its field."""

    def tags(self) -> "tuple[list[bytes], bool]":
        """Return the numbers of the tags that answer, and that these are all of them."""
        heard = self.number and random.random() >= self.silence
        self.asks += 1
        Clock.now += HEARD if heard else EMPTY
        return [self.number] if heard else [], True


class Table:
    """An array, and the news it gives."""

    def __init__(self, readers: int) -> None:
        self.readers = [Reader() for _ in range(readers)]
        self.array = ReaderArray(list(self.readers))

    def step(self) -> "list[tuple[str, ...]]":
        """Let time pass until the array has something to do; return what it says."""
        Clock.now += self.array.pause(Clock.now)
        return self.array.step(Clock.now)

    def until(self, end: int) -> int:
        """Go on until a time; return how many tags have left."""
        left = 0
        while Clock.now < end:
            left += len([news for news in self.step() if news[0] == "leave"])
        return left

    def await_news(self, word: str) -> int:
        """Return how long it takes until a tag enters or leaves."""
        began = Clock.now
        while not [news for news in self.step() if news[0] == word]:
            pass
        return Clock.now - began


def lying(readers: int, silence: float, seconds: int) -> str:
    """Return how often a weak tag that lies still was asked, and how often it left."""
    table = Table(readers)
    table.readers[0].number, table.readers[0].silence = b"\x04weak!!", silence
    left = table.until(1000 * seconds)
    return "{} {}".format(table.readers[0].asks, left)


def lifted(readers: int, silence: float, times: int) -> str:
    """Return how long it takes until a tag that is lifted has left."""
    table = Table(readers)
    took = []
    for i in range(times):
        reader = table.readers[i % readers]
        reader.number, reader.silence = b"\x04weak!!", silence
        table.await_news("enter")
        table.until(Clock.now + random.randrange(2000, 4000))
        reader.number = b""
        took.append(table.await_news("leave"))
    took.sort()
    return "{} {}".format(took[times // 2], took[times * 99 // 100])


readers, percent, count, seed = [int(word) for word in sys.argv[2:]]
random.seed(seed)
run = lying if sys.argv[1] == "lying" else lifted
sys.stdout.write(run(readers, percent / 100, count))
