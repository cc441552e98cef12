"""Polls the readers of an array in turn, and detects which tags arrived and left.

Pure except for the readers: the time is passed in, in milliseconds. Each poll needs a field that
was off before, so that no tag still sleeps from the last one. A field takes about 60 mA, and tags
answer only after 5 ms of it, so two fields are on at a time: that of the reader being polled, and
that of the next one.
"""

from math import ceil, log

from mfrc522 import Mfrc522
from protocol import ABSENT, DEAD, OK

SETTLE = 6
"""Milliseconds of field before a tag answers: 5 (ISO 14443-3, section 6.2.3), and one because
times are cut off to whole milliseconds."""
REST = 2
"""Milliseconds without a field after which a tag has forgotten its state, one of them for the same
reason."""
MISSES = 3
"""The fewest times in a row that a tag has to be missed before it has left."""
SILENCE = 350
"""Milliseconds for which a tag has to be silent before it has left."""
CHANCE = 1e-7
"""How likely it may be that a tag which lies still is silent for as many asks as it takes to leave:
a weak one is asked about 200,000 times in an hour."""
WEAKEST = 0.75
"""The share of silent asks from which on a tag counts no weaker."""
_RECENT = 1 / 32
"""The weight of the last ask in that share."""
USUAL_GAIN = 4
"""The antennas' gain at the start: 33 dB, the chip's default."""
_HALF = 1 << 29
"""Half of the milliseconds after which MicroPython's ticks wrap around."""


class Zone:
    """A reader and the tags on it."""

    def __init__(self, number: int, reader: Mfrc522) -> None:
        self.name = str(number)
        self.reader = reader
        self.health = ABSENT
        self.ready = 0
        self.lit = False
        """Whether the field is on, and the reader has not been asked in it yet."""
        self.dark_since = -REST
        self.silent_share = 0.0
        """How many of the asks in which a tag lay there it was silent in, lately."""
        self._misses: dict[str, int] = {}
        """How many times in a row each tag was missed."""
        self._silent: dict[str, int] = {}
        """For how many milliseconds each tag has been silent, without those of damaged asks."""
        self._asked = 0

    @property
    def tags(self) -> "list[str]":
        """The tags that are considered present."""
        return sorted(self._misses)

    @property
    def has_missed_tags(self) -> bool:
        """Whether a tag was missed but may still be present."""
        return any(self._misses.values())

    @property
    def dark(self) -> bool:
        """Whether its field has to be switched on before it can be polled."""
        return self.health == OK and not self.lit

    def power(self, now: int) -> None:
        """Switch the field on, if it was off for long enough."""
        if not self.dark:
            return
        rested = _until(now, self.dark_since)
        if rested < REST:
            self.ready = self.dark_since + REST
            return
        self.reader.field(True)
        self.lit = True
        self.ready = now + SETTLE

    def switch_off(self) -> None:
        """Switch the field off."""
        self.lit = False
        if self.health == OK:
            self.reader.field(False)

    def revive(self, gain: int) -> "list[tuple[str, ...]]":
        """Set the reader up if it answers; return the resulting words of the protocol."""
        if not self.reader.start(gain):
            return []
        self.health = OK
        return [("health",)]

    def ask(self, gain: int, now: int) -> "list[tuple[str, ...]]":
        """Poll the reader and return the changes; while it is dead, its tags stay."""
        passed = _until(now, self._asked)
        self._asked = now
        if not self.reader.alive():
            if self.reader.start(gain):
                return []
            self.health = DEAD
            for tag in self._misses:
                self._misses[tag] = self._silent[tag] = 0
            return [("health",)]
        numbers, complete = self.reader.tags()
        return self._take([_hexadecimal(number) for number in numbers], complete, passed)

    def _take(self, found: "list[str]", complete: bool, passed: int) -> "list[tuple[str, ...]]":
        news: list[tuple[str, ...]] = [
            ("enter", self.name, tag) for tag in found if tag not in self._misses
        ]
        for tag in self.tags if complete else ():
            if tag in found:
                continue
            self._misses[tag] += 1
            self._silent[tag] += passed
            if self._silent[tag] >= SILENCE and self._misses[tag] >= self._misses_to_leave():
                del self._misses[tag], self._silent[tag]
                news.append(("leave", self.name, tag))
        for tag in found:
            self._hear(self._misses.get(tag, 0))
            self._misses[tag] = self._silent[tag] = 0
        return news

    def _hear(self, misses: int) -> None:
        """Learn the weakness of this reader's tags from one that answers after several misses.

        The misses of a tag that leaves are never learned from.
        """
        answering = (1 - self.silent_share) * (1 - _RECENT) ** misses
        self.silent_share = (1 - answering) * (1 - _RECENT)

    def _misses_to_leave(self) -> int:
        """Return how often a tag has to be missed to count as gone: more often for weak tags."""
        share = min(WEAKEST, max(self.silent_share, 0.001))
        return max(MISSES, ceil(log(CHANCE) / log(share)))


class ReaderArray:
    """All readers. `now` is always in milliseconds, which wrap around as MicroPython's ticks do."""

    def __init__(self, readers: "list[Mfrc522]") -> None:
        zones = [Zone(i + 1, reader) for i, reader in enumerate(readers)]
        self.zones = zones
        self.gain = USUAL_GAIN
        self._turns = zones[::2] + zones[1::2]
        self._turn = 0
        self._doubtful: list[Zone] = []
        self._asked_again = False
        self._asked: "Zone | None" = None
        """The reader that was asked last; from the next step on, its field counts as off."""
        for zone in zones:
            zone.revive(self.gain)

    @property
    def health(self) -> str:
        """A letter for each reader; see `protocol`."""
        return "".join([zone.health for zone in self.zones])

    def set_gain(self, gain: int, now: int) -> None:
        """Set the gain of all antennas, 0 (18 dB) to 7 (48 dB)."""
        self.gain = gain
        for zone in self.zones:
            if zone.health == OK:
                zone.reader.start(gain)
                zone.lit = False
                zone.dark_since = now

    def wrong_bytes(self, pattern: bytes, rounds: int) -> int:
        """Return how many bytes of ``rounds`` of a pattern all readers return wrong.

        They have to be started anew then, by `set_gain`.
        """
        working_zones = [zone.reader for zone in self.zones if zone.health == OK]
        return sum([reader.wrong(pattern) for reader in working_zones for _ in range(rounds)])

    def pause(self, now: int) -> int:
        """Return the milliseconds until `step` has something to do."""
        return max(0, _until(self._next().ready, now))

    def step(self, now: int) -> "list[tuple[str, ...]]":
        """Poll one reader and return the changes, as words of the protocol."""
        if self._asked is not None:
            self._asked.dark_since = now
            self._asked = None
        zone = self._next()
        if zone.dark:
            zone.power(now)
            return []
        if self._asks_again():
            self._doubtful.pop(0)
            self._asked_again = True
        else:
            self._turn = (self._turn + 1) % len(self._turns)
            self._asked_again = False
        self._turns[self._turn].power(now)
        if zone.health != OK:
            zone.ready = now + SETTLE
            return zone.revive(self.gain)
        news = zone.ask(self.gain, now)
        zone.switch_off()
        self._asked = zone
        if zone.has_missed_tags and zone not in self._doubtful:
            self._doubtful.append(zone)
        return news

    def _asks_again(self) -> bool:
        """Return whether a reader that missed a tag is polled next: every second time."""
        return bool(self._doubtful) and not self._asked_again

    def _next(self) -> Zone:
        return self._doubtful[0] if self._asks_again() else self._turns[self._turn]


def _until(when: int, now: int) -> int:
    return ((when - now + _HALF) & (2 * _HALF - 1)) - _HALF


def _hexadecimal(number: bytes) -> str:
    return "".join(["{:02X}".format(byte) for byte in number])
