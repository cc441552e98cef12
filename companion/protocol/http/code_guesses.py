"""Throttles guesses of codes, and counts them for the host."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from ipaddress import IPv6Address, IPv6Network, ip_address
from math import ceil
from typing import Final, Protocol

WRONG: Final = 5
"""How many wrong codes an address may send before it is barred."""
WRONG_OF_ALL: Final = 30
"""How many wrong codes all addresses together may send before everybody is barred."""
PAUSE: Final = 60.0
"""Seconds that a bar lasts, and for which a wrong code counts."""
HOUR: Final = 3600.0
"""Seconds for which the host hears of a wrong code: patient guessers are never barred."""
ALL: Final = ""
"""Stands for all addresses together."""
_NEIGHBOURS: Final = 64
"""Bits of an IPv6 address that identify a household's network; its devices choose the others."""


class MonotonicTime(Protocol):
    """The part of a clock that is used here; times are in seconds."""

    def now(self) -> float:
        """Return the time."""

    def call_at(self, due: float, callback: Callable[[], None], /) -> object:
        """Call a function at a time."""


@dataclass(slots=True)
class CodeGuesses:
    """Counts the wrong codes of each address, and blocks guessers."""

    clock: MonotonicTime
    notify: Callable[[], None]
    """Called after each wrong code, and when a bar ends."""
    _wrong: dict[str, list[float]] = field(default_factory=dict)
    _guesses: dict[str, list[float]] = field(default_factory=dict)
    _until: dict[str, float] = field(default_factory=dict)

    def go_on(self, barred: Iterable[str], wrong: Mapping[str, int]) -> None:
        """Restore the state of an earlier run: its blocks start again, its wrong codes count."""
        now = self.clock.now()
        for address in barred:
            self._bar(address)
        for address, count in wrong.items():
            self._wrong[address] = [now] * min(count, _limit(address) - 1)

    def wait(self, address: str) -> int:
        """Return the seconds for which an address is still blocked, 0 if it is not."""
        now = self.clock.now()
        due = max(self._until.get(source, now) for source in (household(address), ALL))
        return ceil(due - now)

    def paused(self) -> tuple[str, ...]:
        """Return the currently blocked addresses."""
        now = self.clock.now()
        return tuple(address for address, until in self._until.items() if until > now)

    def counting(self) -> Mapping[str, int]:
        """Return how many wrong codes of each address count now, including those of ``ALL``."""
        self._wrong = _within(self._wrong, self.clock.now() - PAUSE)
        return {address: len(times) for address, times in self._wrong.items()}

    def of_an_hour(self) -> Mapping[str, int]:
        """Return how many wrong codes each address has sent within an hour."""
        self._guesses = _within(self._guesses, self.clock.now() - HOUR)
        return {address: len(times) for address, times in self._guesses.items()}

    def wrong(self, address: str) -> None:
        """Record a wrong code."""
        now, network = self.clock.now(), household(address)
        self._guesses = _within(self._guesses, now - HOUR)
        self._guesses.setdefault(network, []).append(now)
        self._wrong = _within(self._wrong, now - PAUSE)
        for source in (network, ALL):
            times = self._wrong.setdefault(source, [])
            times.append(now)
            if len(times) >= _limit(source):
                del self._wrong[source]
                self._bar(source)
        self.notify()

    def _bar(self, address: str) -> None:
        due = self.clock.now() + PAUSE
        self._until[address] = due
        self.clock.call_at(due, self._free)

    def _free(self) -> None:
        now = self.clock.now()
        self._until = {address: until for address, until in self._until.items() if until > now}
        self.notify()


def _limit(address: str) -> int:
    return WRONG_OF_ALL if address == ALL else WRONG


def _within(times: Mapping[str, list[float]], since: float) -> dict[str, list[float]]:
    """Return the times after a given one, without addresses that have none."""
    recent = {
        address: [time for time in times_of if time > since] for address, times_of in times.items()
    }
    return {address: times_of for address, times_of in recent.items() if times_of}


def household(address: str) -> str:
    """Return the key of an address for counting: for IPv6, its network of 64 bits."""
    try:
        parsed = ip_address(address)
    except ValueError:
        return address
    if isinstance(parsed, IPv6Address) and parsed.ipv4_mapped is not None:
        return str(parsed.ipv4_mapped)
    if isinstance(parsed, IPv6Address):
        return str(IPv6Network((int(parsed) >> _NEIGHBOURS << _NEIGHBOURS, _NEIGHBOURS)))
    return str(parsed)
