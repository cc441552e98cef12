"""What the daemon reports to systemd."""

import socket
from collections.abc import Iterator
from pathlib import Path

import pytest

from companion.daemon.systemd import ALIVE, READY, Notifier


@pytest.fixture(params=["path", "abstract"])
def manager(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[tuple[str, socket.socket]]:
    """Yield a service manager's address, and the socket on which it listens."""
    with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as listener:
        if request.param == "path":
            address = str(tmp_path / "notify")
            listener.bind(address)
        else:
            address = f"@companion-test-{tmp_path.name}-{id(listener)}"
            listener.bind("\0" + address[1:])
        listener.settimeout(5)
        yield address, listener


def test_lines_arrive_in_one_datagram(manager: tuple[str, socket.socket]) -> None:
    address, listener = manager
    Notifier(address).tell(READY, "STATUS=Ann is on turn")
    assert listener.recv(1024) == b"READY=1\nSTATUS=Ann is on turn"
    Notifier(address).tell(ALIVE)
    assert listener.recv(1024) == b"WATCHDOG=1"


def test_without_a_manager_nothing_is_reported(tmp_path: Path) -> None:
    Notifier().tell(READY)
    Notifier(str(tmp_path / "nobody")).tell(READY)


@pytest.mark.parametrize(
    ("environment", "expected"),
    [
        ({}, Notifier()),
        ({"NOTIFY_SOCKET": "/run/x"}, Notifier("/run/x")),
        ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000"}, Notifier("/run/x", 30.0)),
        (
            {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "7"},
            Notifier("/run/x", 30.0),
        ),
        (
            {"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "30000000", "WATCHDOG_PID": "8"},
            Notifier("/run/x"),
        ),
        ({"NOTIFY_SOCKET": "/run/x", "WATCHDOG_USEC": "soon"}, Notifier("/run/x")),
        ({"WATCHDOG_USEC": "30000000"}, Notifier()),
    ],
)
def test_the_environment_names_the_listener_and_the_watchdog(
    environment: dict[str, str], expected: Notifier
) -> None:
    assert Notifier.of(environment, 7) == expected
