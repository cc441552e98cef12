"""The start of the service: it is ready once its pages listen, every time, and logs little."""

import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress

import pytest

from labs.nspawn.conftest import CONFIG, ROOT, STATE, Installation

RUNS = int(os.environ.get("RUNS", "3"))
PORT = 8080


@pytest.fixture(scope="module", autouse=True)
def _port_is_taken_outside() -> Iterator[None]:
    """Take the pages' port on this computer, to show that it does not matter in the container."""
    with socket.socket() as taken:
        taken.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        with suppress(OSError):
            taken.bind(("0.0.0.0", PORT))  # noqa: S104 - all addresses, to be in the way
            taken.listen()
        yield


@pytest.mark.parametrize("run", range(1, RUNS + 1))
def test_a_box_that_is_ready_shows_its_page(box: Installation, run: int) -> None:
    """`systemctl restart` returns when the unit is ready, so the page is requested at once."""
    box.restart()
    page = box.show_page()
    print(f"run {run} of {RUNS}: started, ready, page of {len(page)} characters")


@pytest.mark.parametrize("run", range(1, RUNS + 1))
def test_a_box_that_is_switched_on_shows_its_page(box: Installation, run: int) -> None:
    """The service starts while the system boots, along with everything else."""
    with box.booted_again() as again:
        again.container.until(lambda: again.container.show("ActiveState") != "activating")
        assert again.container.show("ActiveState") == "active"
        page = again.show_page()
    box.restart()
    print(f"boot {run} of {RUNS}: ready, page of {len(page)} characters")


@contextmanager
def taken_port(box: Installation) -> Iterator[None]:
    """Let another program in the container have the port."""
    box.container.do(
        f"systemctl stop companion; systemd-run --quiet --unit other"
        f" python3 -m http.server --bind 127.0.0.1 {PORT}"
    )
    box.container.until(lambda: _listening(box))
    try:
        yield
    finally:
        box.container.do("systemctl stop other")


def _listening(box: Installation) -> bool:
    return f":{PORT:04X} " in box.container.do("cat /proc/net/tcp")


def test_a_taken_port_is_reported_and_tried_again(box: Installation) -> None:
    with taken_port(box):
        box.restart()
        assert box.container.show("ActiveState") == "active"
        assert "no pages for browsers: 127.0.0.1:8080: Address already in use" in box.log()
    box.container.until(lambda: "pages for browsers: http://127.0.0.1:8080/" in box.log())
    assert box.show_page()


def test_a_mistake_in_the_settings_is_reported_once(box: Installation) -> None:
    container = box.container
    config = container.root / "etc/compass-companion/companion.yaml"
    config.write_text(f"{CONFIG}colour: red\n", encoding="utf-8")
    try:
        container.run("systemctl restart companion")
        container.until(lambda: container.show("ActiveState") == "failed")
        assert container.show("ExecMainStatus") == "2"
        assert container.show("NRestarts") == "0"
        log = container.do("journalctl --unit companion --priority err --output cat --lines 3")
        assert "companion.yaml:9: colour: is unknown" in log
    finally:
        config.write_text(CONFIG, encoding="utf-8")
        box.restart()


def test_the_log_warns_only_of_what_needs_attention(box: Installation) -> None:
    """On a box without hardware each device logs one line, and no library adds its own."""
    container = box.container
    config = container.root / "etc/compass-companion/companion.yaml"
    usual = ROOT / "debian" / "companion.yaml"
    config.write_text(usual.read_text(encoding="utf-8"), encoding="utf-8")
    try:
        box.restart()
        invocation = container.show("InvocationID")
        log = container.do(
            "journalctl --priority warning --output cat --no-pager"
            f" _SYSTEMD_INVOCATION_ID={invocation}"
        )
    finally:
        config.write_text(CONFIG, encoding="utf-8")
        box.restart()
    subjects = [line.partition(":")[0] for line in log.splitlines()]
    assert sorted(subjects) == [
        "buttons",
        "no line events, gpiozero chooses its pins",
        "panel",
    ]
    assert "PinFactoryFallback" not in log


def test_libraries_leave_no_pipes_in_the_state_folder(box: Installation) -> None:
    """lgpio makes them in the working directory."""
    number = box.container.show("MainPID")
    assert box.container.do(f"readlink /proc/{number}/cwd") == "/run/compass-companion"
    assert box.container.do(f"find {STATE} -type p") == ""
