"""Cables, the daemon or the card may fail at a table, and the game goes on."""

from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from labs.vm.machine import STATE, UNIT, Machine, MachineError

TAG = "0415C3A1B2"
CARD = "/dev/ubdb"
PULLS = 100
HUNG = 90.0
"""Seconds in which a daemon that hangs is noticed (WatchdogSec), ended and up again."""


@pytest.fixture(autouse=True)
def _goes_on(box: Machine) -> Iterator[None]:
    """Start each test with everything plugged in and nothing open on the panel."""
    box.plug_panel()
    box.restart()
    yield
    assert box.show("ActiveState") == "active"


def test_a_panel_unplugged_a_hundred_times_comes_back(box: Machine) -> None:
    """Each time it first shows that it was away. B always changes the picture."""
    states = set()
    durations = []
    for _ in range(PULLS):
        box.pull_panel()
        box.bus.traffic()
        box.tap("b")
        box.until(lambda: box.bus.traffic().transactions > 0, "that it is missed")
        dark = box.pixels()
        box.plug_panel()
        durations.append(box.until(lambda: box.pixels() != dark, "the picture"))  # noqa: B023 - used at once
        states.add(box.still())
    assert len(states) == 1
    print(f"\nA panel is back after {max(durations):.1f} s at the latest.")


def test_the_game_goes_on_without_its_panel(box: Machine) -> None:
    box.pull_panel()
    box.act()
    dark = box.pixels()
    box.plug_panel()
    box.until(lambda: box.pixels() != dark, "the picture")


def test_an_unplugged_reader_is_found_again(box: Machine) -> None:
    for _ in range(10):
        picture = box.still()
        box.reader.unplug()
        box.until(lambda: box.pixels() != picture, "that it is missed")  # noqa: B023 - used at once
        box.reader.plug()
        box.until_inside("journalctl -u companion -o cat -n 1 | grep -q '^INFO board: ok'")
        box.tap("b")
    before = box.entries()
    with box.laid(TAG):
        box.until(lambda: box.entries() > before, "the tag")


@pytest.mark.parametrize("signal", ["KILL", "STOP"])
def test_a_daemon_that_dies_or_hangs_is_restarted(box: Machine, signal: str) -> None:
    """A stopped process is the watchdog's business."""
    before = box.entries()
    restarts = int(box.show("NRestarts"))
    box.run(f"systemctl kill --signal={signal} {UNIT}")
    box.until_inside(f"[ $(systemctl show --value -p NRestarts {UNIT}) -gt {restarts} ]", HUNG)
    box.await_unit()
    assert box.entries() == before
    box.act()


def act_unsaved(box: Machine) -> bytes:
    """Take an action that cannot be saved; return the panel's pixels after it."""
    count = "journalctl -u companion -o cat | grep -c '^ERROR not saved' || :"
    before = box.run(count)
    while box.run(count) == before:
        box.tap("a")
    return box.still()


def test_a_full_disk_stops_nobody_and_everything_is_saved_later(box: Machine) -> None:
    before = box.entries()
    box.run("fallocate -l 4G /full || cat /dev/zero >>/full || df / | grep 100%")
    marked = act_unsaved(box)
    assert box.entries() == before
    box.run("rm /full")
    box.until(lambda: box.pixels() != marked, "that the mark is gone")
    assert box.entries() > before


@contextmanager
def kept_on_a_card(box: Machine) -> Iterator[None]:
    """Keep the companion's state on its own file system within a ``with`` block."""
    box.run(
        f"systemctl stop {UNIT}; mkdir -p /mnt/card; mount {CARD} /mnt/card; "
        f"cp -a {STATE}/. /mnt/card; chown --reference={STATE} /mnt/card; umount /mnt/card; "
        f"mount -o errors=remount-ro {CARD} {STATE}; systemctl start {UNIT}"
    )
    box.still()
    try:
        yield
    finally:
        box.run(f"systemctl stop {UNIT}; umount {STATE}; systemctl start {UNIT}")


def test_a_card_that_turns_read_only_stops_nobody_and_keeps_its_games(box: Machine) -> None:
    """So does a worn card: the kernel finds an error on it and allows no more writes."""
    with kept_on_a_card(box):
        box.act()
        before = box.entries()
        box.run("echo worn >/sys/fs/ext4/ubdb/trigger_fs_error")
        with pytest.raises(MachineError, match=r"Input/output error|Read-only file system"):
            box.run(f"touch {STATE}/file")
        marked = act_unsaved(box)
        box.tap("b")
        box.until(lambda: box.pixels() != marked, "that the game goes on")
        assert box.show("ActiveState") == "active"
        box.run(
            f"systemctl stop {UNIT}; umount {STATE}; e2fsck -fy {CARD} || [ $? -eq 1 ]; "
            f"mount {CARD} {STATE}; systemctl start {UNIT}"
        )
        assert box.entries() == before
        box.act()
