"""Applies the card's settings at each start: name, networks, keys and settings of the box.

It runs as root before the box and the network, and never fails because of a setting on the card.
"""

import logging
import os
import re
import shutil
import socket
import sys
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Final
from zoneinfo import ZoneInfo

import msgspec

from companion.engine import registry
from companion.engine.message import say
from companion.host import notices, updater
from companion.host.card import FILE, Card, read_card
from companion.host.network import CONNECTIONS, key_files, network_problem
from companion.host.portal.nmcli import NetworkManager
from companion.host.time_zone import TimeZoneFiles
from companion.settings.reading import FindGame

KEYS: Final = "authorized_keys"
"""The name of the file on the card with the owner's public keys, and of the one made of it."""
_LOG: Final = logging.getLogger(__name__)
_PUBLIC_KEY: Final = re.compile(r"(ssh-|ecdsa-|sk-)\S+ [A-Za-z0-9+/=]+( .*)?")
_LARGEST: Final = 100_000
"""Bytes of a file on the card that are read."""
_SERIAL_DIGITS: Final = 4
"""Digits of the serial number in the name of a box."""
HOSTS: Final = "127.0.0.1 localhost\n127.0.1.1 {name}\n::1 localhost ip6-localhost\n"
"""What the system's /etc/hosts, a link to here, says: nobody else is asked for the own name."""


class SetupPaths(msgspec.Struct, frozen=True):
    """The paths of a computer; tests have their own."""

    card: Path = Path("/boot/card")
    run: Path = notices.FOLDER
    kept: Path = Path("/var/lib/companion-host")
    usual: Path = Path("/etc/compass-companion/companion.yaml")
    connections: Path = CONNECTIONS
    zones: Path = Path("/usr/share/zoneinfo")
    serial: Path = Path("/proc/device-tree/serial-number")
    machine: Path = Path("/etc/machine-id")
    regulatory: Path = Path("/sys/module/cfg80211/parameters/ieee80211_regdom")


def setup(
    places: SetupPaths,
    find_game: FindGame,
    name: Callable[[str], None] = socket.sethostname,
) -> Card:
    """Apply everything; mistakes on the card become notices."""
    (places.run / "notices").mkdir(parents=True, exist_ok=True)
    content, unreadable = _card(places.card / FILE)
    card = read_card(content, places.usual.read_text(encoding="utf-8"), find_game, is_zone)
    settings = places.run / FILE
    settings.touch(mode=0o640)
    settings.write_text(card.settings, encoding="utf-8")
    shutil.chown(settings, group=places.usual.parent.group())
    own = card.computer.name or box_name(_serial(places))
    name(own)
    (places.run / "hosts").write_text(HOSTS.format(name=own), encoding="ascii")
    _networks(card, places)
    _zone(card, places)
    _keys(places)
    (places.run / "language").write_text(f"{card.language}\n", encoding="ascii")
    sentences = [problem.sentence for problem in card.problems]
    notices.write(places.run / "notices", "card", (*unreadable, *sentences), card.language)
    for sentence in sentences:
        _LOG.warning("%s", sentence)
    return card


def box_name(serial: str) -> str:
    """Return the name of a box: the end of its serial number, which is unique nearby."""
    digits = re.sub(r"[^0-9a-z]", "", serial.lower())
    return f"companion-{digits[-_SERIAL_DIGITS:]}" if digits else "companion"


def is_zone(name: str) -> bool:
    """Return whether a time zone exists, without listing all six hundred files."""
    try:
        ZoneInfo(name)
    except (KeyError, OSError, ValueError):  # not there, a folder, a path that leads elsewhere
        return False
    return True


def _serial(places: SetupPaths) -> str:
    """Return the serial number of the board, or the machine id without one."""
    for file in (places.serial, places.machine):
        try:
            return file.read_text(encoding="ascii", errors="replace").strip("\0\n ")
        except OSError:
            continue
    return ""


def _card(file: Path) -> tuple[str, tuple[str, ...]]:
    """Return the text of the card's file, and any error of the file itself."""
    try:
        with file.open("rb") as stream:
            content = stream.read(_LARGEST)
    except FileNotFoundError:
        return "", ()
    except OSError:
        return "", (say("{file} on the card cannot be read: write the card again", file=FILE),)
    try:
        # Editors on Windows may begin a file with a mark.
        return content.decode("utf-8-sig"), ()
    except UnicodeDecodeError:
        return "", (say("{file} on the card is not UTF-8 text: save it as UTF-8", file=FILE),)


def _networks(card: Card, places: SetupPaths) -> None:
    places.connections.mkdir(parents=True, exist_ok=True)
    for old in places.connections.glob("card-*"):
        old.unlink()
    for file, content in key_files(card.computer):
        path = places.connections / file
        path.touch(mode=0o600)
        path.write_text(content, encoding="utf-8")
    if card.computer.country and places.regulatory.exists():
        places.regulatory.write_text(card.computer.country, encoding="ascii")


def _zone(card: Card, places: SetupPaths) -> None:
    """Set the time zone of the card, or the one that a host has chosen since."""
    TimeZoneFiles(places.run, places.kept, places.zones).begin(card.computer.time_zone)


def _keys(places: SetupPaths) -> None:
    """Install the SSH keys on the card; without any, the SSH server stays off."""
    text, _ = _card(places.card / KEYS)
    keys = [line for line in text.splitlines() if _PUBLIC_KEY.fullmatch(line.strip())]
    file = places.run / KEYS
    if not keys:
        file.unlink(missing_ok=True)
        return
    file.write_text("\n".join((*keys, "")), encoding="utf-8")
    file.chmod(0o644)


def watch(places: SetupPaths, find_game: FindGame, tell: updater.Tell, devices: str) -> None:
    """Add a notice if none of the card's networks responds after a while."""
    content, _ = _card(places.card / FILE)
    card = read_card(content, places.usual.read_text(encoding="utf-8"), find_game, is_zone)
    tell(network_problem(card.computer.wifi, devices))


def main(arguments: Sequence[str]) -> None:
    """Set the computer up, or check its network (``network``)."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    os.umask(0o022)
    updates = updater.UpdatePaths()
    if arguments == ["network"]:
        listed = updater.run(("/usr/bin/nmcli", "--terse", "--fields", "TYPE,STATE", "device"))
        tell = updater.panel_notifier(updates, updater.run, "network")
        watch(SetupPaths(), registry.load, tell, listed.stdout)
        return
    setup(SetupPaths(), registry.load)
    NetworkManager(updater.run, SetupPaths().connections, updates.networks).remember()
    updater.settle(updates, updater.panel_notifier(updates, updater.run), ready=False)


if __name__ == "__main__":
    main(sys.argv[1:])
