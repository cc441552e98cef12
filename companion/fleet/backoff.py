"""Delay before a reconnection, randomised so that ten thousand boxes do not return at once."""

from dataclasses import dataclass
from random import Random
from typing import Final

# Seconds: limits of the first wait, and of all after nine failures.
SHORTEST: Final = 1.0
LONGEST: Final = 300.0


@dataclass(slots=True)
class Backoff:
    """Delays of random length ("full jitter"), whose limit doubles with each failure."""

    chance: Random
    limit: float = SHORTEST

    def wait(self) -> float:
        """Return the seconds until the next attempt."""
        seconds = self.chance.uniform(0, self.limit)
        self.limit = min(2 * self.limit, LONGEST)
        return seconds

    def reset(self) -> None:
        """Reset the delay after a success."""
        self.limit = SHORTEST
