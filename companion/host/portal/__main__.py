"""Opens the box's access point if no known network was joined within a minute."""

import logging
import socket
from collections.abc import Callable
from time import monotonic
from typing import Final

from companion.engine.message import Message, say
from companion.host import updater
from companion.host.card import Network
from companion.host.network import CONNECTIONS, SETUP_ADDRESS
from companion.host.portal.nmcli import NetworkManager, WifiNetwork
from companion.host.portal.server import Portal

LONGEST: Final = 15 * 60.0
"""Seconds after which an open network that nobody uses ends; the next start opens it again."""

Ask = Callable[[tuple[WifiNetwork, ...], Message | None], Network | None]
"""Serves the page with the networks in reach and what went wrong; returns what was chosen."""


def set_up(manager: NetworkManager, name: str, ask: Ask, tell: updater.Tell) -> bool:
    """Join the network chosen on a phone; return whether the box is connected.

    Nothing is done on a computer that is already connected, or has no radio.
    """
    links = manager.links()
    if links.connected or not links.wireless:
        return links.connected
    networks, trouble = manager.scan(), None
    while manager.open(name):
        tell(say("no Wi-Fi: to choose one, join the Wi-Fi {name} with a phone", name=name))
        chosen = ask(networks, trouble)
        manager.close()
        if chosen is None:
            tell(None)
            return False
        if manager.join(chosen):
            tell(say("this box is in the Wi-Fi {network} now", network=chosen.name))
            return True
        trouble = say(
            "the box could not join {network}: it is out of range, or the password is wrong",
            network=chosen.name,
        )
    tell(None)
    return False


def main() -> None:
    """Run the Wi-Fi setup on this computer."""
    logging.basicConfig(format="%(message)s", level=logging.INFO)
    places, name = updater.UpdatePaths(), socket.gethostname()
    manager = NetworkManager(updater.run, CONNECTIONS, places.networks)
    end = monotonic() + LONGEST

    def ask(networks: tuple[WifiNetwork, ...], trouble: Message | None) -> Network | None:
        address = (SETUP_ADDRESS, 80)
        with Portal(address, name, updater.language(places), networks, trouble) as portal:
            return portal.wait(lambda: monotonic() > end)

    set_up(manager, name, ask, updater.panel_notifier(places, updater.run, "network"))


if __name__ == "__main__":
    main()
