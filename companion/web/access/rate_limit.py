"""Rate limits of messages and requests: token buckets."""

from dataclasses import dataclass, field
from typing import Final

from companion.devices.clock import Clock

_BURST: Final = 40
"""How many messages a client may send at once."""
_A_SECOND: Final = 20
"""How many messages a client may send in each second after such a burst."""
GUESTS_BURST: Final = 120
"""How many requests and messages all guests together may send at once."""
GUESTS_A_SECOND: Final = 60
"""How many in each second after that: pages that only look say something every five seconds."""


@dataclass(slots=True)
class TokenBucket:
    """The number of messages still allowed; initially a whole ``burst``."""

    clock: Clock
    burst: int = _BURST
    a_second: int = _A_SECOND
    left: float = field(init=False)
    at: float = field(init=False)

    def __post_init__(self) -> None:
        """Start with a full bucket."""
        self.left, self.at = self.burst, self.clock.now()

    def take(self) -> bool:
        """Consume one token; return whether there was one left."""
        now = self.clock.now()
        self.left = min(self.burst, self.left + (now - self.at) * self.a_second)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
