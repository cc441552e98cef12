"""How much a device sends, as a pure function of amounts and times."""

from __future__ import annotations

from dataclasses import dataclass, replace


@dataclass(frozen=True, slots=True)
class Meter:
    """Lets `rate` a second pass for ever, and `burst` more at once."""

    rate: float
    burst: float
    level: float = 0.0
    """What has come and was not let pass yet."""
    at: float = 0.0

    def take(self, amount: float, now: float) -> Meter:
        """Take in what comes at a moment."""
        passed = self.rate * max(0.0, now - self.at)
        return replace(self, level=max(0.0, self.level - passed) + amount, at=now)

    @property
    def is_over(self) -> bool:
        """Whether more has come than may."""
        return self.level > self.burst
