"""Notifies systemd of readiness, of the watchdog's heartbeat, and of shutdown (sd_notify(3)).

The protocol is that of sd_notify(3): datagrams of ``KEY=value`` lines to the socket named in the
environment. Without one nothing is sent.
"""

import os
import socket
from collections.abc import Mapping
from typing import Final

import msgspec

READY: Final = "READY=1"
ALIVE: Final = "WATCHDOG=1"
STOPPING: Final = "STOPPING=1"
_MICROSECONDS: Final = 1_000_000


class Notifier(msgspec.Struct, frozen=True):
    """Reports to the service manager; ``address`` is empty if there is none.

    ``watchdog`` is the seconds within which it expects a report, 0 if it expects none.
    """

    address: str = ""
    watchdog: float = 0.0

    @classmethod
    def of(cls, environment: Mapping[str, str], pid: int) -> "Notifier":
        """Return the notifier described by the environment that systemd gives to its services.

        A watchdog that is meant for another process (``WATCHDOG_PID``) is ignored.
        """
        address = environment.get("NOTIFY_SOCKET", "")
        wait = environment.get("WATCHDOG_USEC", "0")
        ours = environment.get("WATCHDOG_PID", str(pid)) == str(pid)
        seconds = int(wait) / _MICROSECONDS if ours and wait.isdecimal() else 0.0
        return cls(address, seconds if address else 0.0)

    def tell(self, *lines: str) -> None:
        """Send lines; do nothing if the manager is gone."""
        if not self.address:
            return
        # An address that begins with "@" is in the abstract namespace (unix(7)).
        name = "\0" + self.address[1:] if self.address.startswith("@") else self.address
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_CLOEXEC) as sender:
            try:
                sender.connect(name)
                sender.send("\n".join(lines).encode())
            except OSError:
                return


def process_notifier() -> Notifier:
    """Return the notifier of this process."""
    return Notifier.of(os.environ, os.getpid())
