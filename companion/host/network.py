"""Wireless networks as NetworkManager key files, and diagnosis when none can be joined.

The format is that of nm-settings-keyfile(5).
"""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Final

from companion.engine.message import Message, say
from companion.host.card import ComputerSettings, Network

CONNECTIONS: Final = Path("/run/NetworkManager/system-connections")
"""NetworkManager's files that are forgotten at each start."""
SETUP_ADDRESS: Final = "10.42.0.1"
"""The box's own address in its network for setting up; NetworkManager's usual one."""
_CONNECTED: Final = "connected"
_WIRELESS: Final = "wifi"


def key_files(computer: ComputerSettings) -> Iterator[tuple[str, str]]:
    """Yield names and contents of NetworkManager's files; earlier networks are preferred."""
    for number, network in enumerate(computer.wifi):
        yield f"card-{number}.nmconnection", key_file(network, len(computer.wifi) - number)


def key_file(network: Network, priority: int) -> str:
    """Return the file of one network. Its name is written as bytes, which need no escapes."""
    ssid = "".join(f"{byte};" for byte in network.name.encode())
    lines = [
        "[connection]",
        f"id=card-{priority}",
        "type=wifi",
        f"autoconnect-priority={priority}",
        "autoconnect-retries=0",
        "",
        "[wifi]",
        f"ssid={ssid}",
        "",
    ]
    if network.password:
        lines += ["[wifi-security]", "key-mgmt=wpa-psk", f"psk={_escaped(network.password)}", ""]
    lines += ["[ipv4]", "method=auto", "", "[ipv6]", "method=auto", ""]
    return "\n".join(lines)


def _escaped(value: str) -> str:
    """Return a value escaped for GKeyFile: backslashes, and blanks at its ends."""
    value = value.replace("\\", "\\\\")
    blanks = len(value) - len(value.lstrip(" "))
    return "\\s" * blanks + value[blanks:]


def access_point(name: str) -> str:
    """Return the file of the open network for setting the box up by phone."""
    return "\n".join(
        (
            "[connection]",
            "id=companion-setup",
            "type=wifi",
            "autoconnect=false",
            "",
            "[wifi]",
            "mode=ap",
            f"ssid={''.join(f'{byte};' for byte in name.encode())}",
            "",
            "[ipv4]",
            "method=shared",
            f"address1={SETUP_ADDRESS}/24",
            "",
            "[ipv6]",
            "method=disabled",
            "",
        )
    )


def network_problem(networks: Sequence[Network], devices: str) -> Message | None:
    """Return a notice about a missing network, ``None`` if there is no problem.

    ``devices`` is what ``nmcli --terse --fields TYPE,STATE device`` prints. A box without
    configured wireless networks, or with a cable, has no problem.
    """
    states = [line.partition(":")[::2] for line in devices.splitlines()]
    if not networks or any(
        state.startswith(_CONNECTED) and kind != "loopback" for kind, state in states
    ):
        return None
    names = ", ".join(network.name for network in networks)
    if not any(kind == _WIRELESS for kind, _ in states):
        return say("this computer has no Wi-Fi, so it cannot join {names}", names=names)
    return say(
        "no Wi-Fi: {names} is out of range, or its password is wrong; correct "
        "companion.yaml on the card",
        names=names,
    )
