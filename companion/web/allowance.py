"""How many messages a client may send: a token bucket."""

from dataclasses import dataclass
from typing import Final

from companion.devices.clock import Clock

_BURST: Final = 40
"""How many messages a client may send at once."""
_A_SECOND: Final = 20
"""How many messages a client may send in each second after such a burst."""


@dataclass(slots=True)
class Allowance:
    """How many messages a client may still send: a token bucket."""

    clock: Clock
    left: float = _BURST
    at: float = 0.0

    def take(self) -> bool:
        """Use up one message; tell whether there was one left."""
        now = self.clock.now()
        self.left = min(_BURST, self.left + (now - self.at) * _A_SECOND)
        self.at = now
        if self.left < 1:
            return False
        self.left -= 1
        return True
