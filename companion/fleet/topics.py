"""The names of topics; they are also subjects of NATS, which takes letters, digits, - and _."""

from typing import Final

import msgspec

VERSION: Final = 1
"""The version of all payloads, in each of them and in the topics."""

STATUS: Final = "status"
"""Retained: whether the box is there; the broker tells it of a box that is lost."""
STATE: Final = "state"
"""Retained: whose turn it is, points, clock, for automations and lists."""
VIEW: Final = "view"
"""Retained: the page of the table as spectators see it."""
PICTURE: Final = "picture"
"""Retained: what never moves on that page."""
EVENT: Final = "event"
"""What has just happened, for automations."""
LOG: Final = "log"
"""Entries of the journal, each game below its number."""
RESULT: Final = "result"
"""How a game has ended."""
HEALTH: Final = "health"
"""Retained: devices, disk, temperature."""
ACK: Final = "ack"
"""From the hub, retained: how far it has stored the journal."""
WANT: Final = "want"
"""From the hub: what is to be told again."""
DESIRED: Final = "cfg/desired"
"""From the hub, retained: how the box is to be set."""
REPORTED: Final = "cfg/reported"
"""Retained: how the box is set, and what it has refused."""
COMMAND: Final = "cmd"
"""What somebody asks of the table now; never retained."""
REPLY: Final = "reply"
"""What has become of a command."""


class Topics(msgspec.Struct, frozen=True):
    """The topics of a box."""

    site: str
    box: str

    def of(self, name: str) -> str:
        """Return the whole topic."""
        return f"companion/v{VERSION}/{self.site}/{self.box}/{name}"

    @property
    def heard(self) -> tuple[str, ...]:
        """The topics that a box listens to."""
        return tuple(map(self.of, (ACK, WANT, DESIRED, COMMAND)))

    def name(self, topic: str) -> str:
        """Return the part of a topic that ``of`` was given."""
        return topic.removeprefix(self.of(""))
