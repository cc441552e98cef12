"""Leaky bucket: limits the rate of a device, as a pure function of amounts and times."""

from __future__ import annotations

import msgspec
from msgspec.structs import replace


class LeakyBucket(msgspec.Struct, frozen=True):
    """A leaky bucket: it drains at `rate` per second and holds at most `burst`."""

    rate: float
    burst: float
    level: float = 0.0
    """The amount in the bucket at the moment `at`."""
    at: float = 0.0

    def take(self, amount: float, now: float) -> LeakyBucket:
        """Add an amount that arrived at `now`."""
        passed = self.rate * max(0.0, now - self.at)
        return replace(self, level=max(0.0, self.level - passed) + amount, at=now)

    @property
    def is_over(self) -> bool:
        """Whether the bucket is over its limit."""
        return self.level > self.burst
