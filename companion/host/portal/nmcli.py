"""Interface to NetworkManager by nmcli(1), in its terse format."""

from collections.abc import Iterator
from pathlib import Path
from typing import Final

import msgspec

from companion.host.card import Network
from companion.host.network import access_point, key_file
from companion.host.updater import Run
from companion.storage import durable

PROGRAM: Final = "/usr/bin/nmcli"
OWN: Final = "companion-setup"
"""The id of the box's own network."""
CHOSEN: Final = "phone"
"""The name of the file of the network that a phone has named."""
PATIENCE: Final = 45
"""Seconds for a network to let the box in."""
_CONNECTED: Final = "connected"
_MOST: Final = 12
"""The most networks in a list: a phone's screen, and a house with many neighbours."""


class WifiNetwork(msgspec.Struct, frozen=True):
    """A network in range; one that is not ``locked`` needs no password."""

    name: str
    locked: bool


class Links(msgspec.Struct, frozen=True):
    """The computer's network connections."""

    wireless: bool
    """Whether it has a radio that may be used."""
    connected: bool
    """Whether it is in any network, by whatever way."""


class NetworkManager(msgspec.Struct, frozen=True):
    """NetworkManager, called through ``run``; its files are in ``folder``, cleared at each start.

    A network chosen on a phone is also stored permanently in ``kept``.
    """

    run: Run
    folder: Path
    kept: Path

    def links(self) -> Links:
        """Return how this computer is connected."""
        listed = self._ask("--fields", "TYPE,STATE", "device")
        states = [line.partition(":")[::2] for line in listed.splitlines()]
        here = [(kind, state) for kind, state in states if kind not in {"loopback", "wifi-p2p"}]
        return Links(
            wireless=any(kind == "wifi" and state != "unavailable" for kind, state in here),
            connected=any(state.startswith(_CONNECTED) for _, state in here),
        )

    def scan(self) -> tuple[WifiNetwork, ...]:
        """Scan and return the networks in range, the strongest first, each name once.

        A radio cannot scan while it runs an access point.
        """
        fields = ("--fields", "SIGNAL,SECURITY,SSID")
        listed = self._ask(*fields, "device", "wifi", "list", "--rescan", "yes")
        found = sorted(_networks(listed), key=lambda each: -each[0])
        return tuple({networks.name: networks for _, networks in reversed(found)}.values())[::-1][
            :_MOST
        ]

    def open(self, name: str) -> bool:
        """Open the box's access point; return whether it succeeded."""
        return self._put(OWN, access_point(name)) and self._up(OWN)

    def close(self) -> None:
        """Close the box's access point."""
        self.run((PROGRAM, "connection", "down", OWN))

    def join(self, network: Network) -> bool:
        """Join a network, and store it on success; else delete it."""
        content = key_file(network, 0)
        file = self.folder / f"{CHOSEN}.nmconnection"
        if self._put(CHOSEN, content) and self._up("card-0"):
            _write(self.kept / file.name, content)
            return True
        file.unlink(missing_ok=True)
        self.run((PROGRAM, "connection", "reload"))
        return False

    def remember(self) -> None:
        """Copy the networks once chosen on a phone to NetworkManager's folder."""
        file = self.kept / f"{CHOSEN}.nmconnection"
        if file.exists():
            _write(self.folder / file.name, file.read_text(encoding="utf-8"))

    def _put(self, name: str, content: str) -> bool:
        file = self.folder / f"{name}.nmconnection"
        _write(file, content)
        return self.run((PROGRAM, "connection", "load", str(file))).returncode == 0

    def _up(self, name: str) -> bool:
        command = (PROGRAM, "--wait", str(PATIENCE), "connection", "up", name)
        return self.run(command).returncode == 0

    def _ask(self, *words: str) -> str:
        return self.run((PROGRAM, "--terse", *words)).stdout


def _write(file: Path, content: str) -> None:
    """Write a file with a password: NetworkManager only accepts files unreadable by others."""
    file.parent.mkdir(parents=True, exist_ok=True)
    durable.write(file, content, private=True)


def _networks(listed: str) -> Iterator[tuple[int, WifiNetwork]]:
    """Yield strengths and networks; nmcli escapes colons and backslashes in names."""
    for line in listed.splitlines():
        strength, _, rest = line.partition(":")
        security, _, escaped = rest.partition(":")
        name = escaped.replace("\\:", ":").replace("\\\\", "\\")
        if name and strength.isdecimal():
            yield int(strength), WifiNetwork(name, locked=security not in {"", "--"})
