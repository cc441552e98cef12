"""The actual package under a real systemd: install, use, crash, hang, upgrade, remove, purge."""

import os
import re
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from companion.emulation.rdm6300 import frame
from labs.nspawn.conftest import GAME, STATE, Installation

SADNESS = "0415C3A1B2"


def test_one_command_installs_it_and_it_runs(fresh: Installation) -> None:
    container = fresh.container
    assert container.show("ActiveState") == "active"
    assert container.show("UnitFileState") == "enabled"
    assert "companion" in container.do("id --name --groups companion")


def test_the_doctor_finds_nothing_but_missing_hardware(fresh: Installation) -> None:
    result = fresh.container.run("runuser --user companion -- companion doctor")
    missing = re.findall(r"^FIX  (\S+)", result.text, re.MULTILINE)
    assert set(missing) <= {"buttons", "lamps", "buzzer", "panel", "tags"}, result.text


def test_it_reports_ready_only_when_it_is(fresh: Installation) -> None:
    assert fresh.container.show("Type") == "notify"
    log = fresh.container.do("journalctl --unit companion --output cat --no-pager")
    assert log.index("buttons: absent") < log.index("Started companion.service")


def test_it_runs_as_its_own_user_without_other_rights(fresh: Installation) -> None:
    container = fresh.container
    number = container.show("MainPID")
    status = dict(
        line.split(":\t", 1)
        for line in container.do(f"cat /proc/{number}/status").splitlines()
        if ":\t" in line
    )
    assert status["Uid"].split() == [container.do("id --user companion")] * 4
    assert {key: int(status[key], 16) for key in ("CapEff", "CapBnd", "CapAmb")} == {
        "CapEff": 0,
        "CapBnd": 0,
        "CapAmb": 0,
    }
    assert (status["NoNewPrivs"], status["Seccomp"]) == ("1", "2")


def test_it_can_write_its_state_and_nothing_else(fresh: Installation) -> None:
    container = fresh.container
    inside = f"nsenter --target {container.show('MainPID')} --mount --"
    assert container.run(f"{inside} touch {STATE}/tried").status == 0
    container.do(f"rm {STATE}/tried")
    for place in ("/etc/tried", "/usr/tried", "/opt/tried", "/var/tried"):
        assert "Read-only file system" in container.run(f"{inside} touch {place}").text
    assert (
        "Permission denied"
        in container.run(f"{inside} setpriv --reuid companion ls /home /root").text
    )


def test_a_second_instance_says_why_and_exits(fresh: Installation) -> None:
    result = fresh.container.run("runuser --user companion -- companion run", most=20)
    assert result.status != 0
    assert "another companion (process" in result.text


def test_a_tag_on_a_real_port_becomes_an_action(box: Installation) -> None:
    box.container.until(lambda: "board: ok" in box.log())
    before = box.entries
    box.port.send(frame(SADNESS))
    box.container.until(lambda: box.entries > before)


def test_after_a_crash_it_resumes_with_every_action(box: Installation) -> None:
    before, restarts = box.entries, int(box.container.show("NRestarts"))
    box.container.do("systemctl kill --signal KILL companion")
    _wait_for_restart(box, restarts)
    assert box.entries == before
    assert "goes on" in box.log()


def test_the_watchdog_restarts_it_when_it_hangs(box: Installation) -> None:
    before, restarts = box.entries, int(box.container.show("NRestarts"))
    box.container.do("systemctl kill --signal STOP companion")
    _wait_for_restart(box, restarts)
    log = box.container.do("journalctl --unit companion --output cat --no-pager")
    assert "Watchdog timeout" in log
    assert box.entries == before


def test_a_box_that_starts_on_a_read_only_card_resumes_its_game(box: Installation) -> None:
    container = box.container
    with _disk(box, "size=8m"):
        before = box.entries
        container.do("systemctl stop companion")
        _remount(box, "ro")
        box.restart()
        assert "goes on" in box.log()
        assert "Not saved yet" in box.show_page()
        _remount(box, "rw")
        container.until(lambda: "Not saved yet" not in box.show_page())
        assert box.entries >= before


def test_on_a_full_card_the_game_goes_on_under_a_warning(box: Installation) -> None:
    container = box.container
    with _disk(box, "size=256k"):
        container.run(f"head -c 1M /dev/zero > {STATE}/filler")
        box.port.send(frame(SADNESS))
        container.until(lambda: "Not saved yet" in box.show_page())
        container.do(f"rm {STATE}/filler")
        container.until(lambda: "Not saved yet" not in box.show_page())


def test_the_game_goes_on_after_an_upgrade(box: Installation) -> None:
    container = box.container
    before, number = box.entries, container.show("MainPID")
    _make_newer(container.root)
    container.do("dpkg --install /newer.deb")
    assert container.do("dpkg-query --show --showformat '${Version}' compass-companion") == "9.9"
    container.until(lambda: container.show("MainPID") not in ("0", number))
    container.until(lambda: container.show("ActiveState") == "active")
    assert box.entries == before
    assert "players: [Ada, Ben]" in container.do("cat /etc/compass-companion/companion.yaml")


@contextmanager
def _disk(box: Installation, options: str) -> Iterator[None]:
    """Put the box's state on its own disk, with a game that has just been laid out."""
    container = box.container
    folder = f"mode=700,uid=$(id --user companion),gid=$(id --group companion),{options}"
    container.do(
        f"systemctl stop companion && mount -t tmpfs -o {folder} state {STATE} &&"
        f" cp {GAME} {STATE}/journal.sqlite3 && chown companion: {STATE}/journal.sqlite3"
    )
    box.restart()
    container.until(lambda: "board: ok" in box.log())
    try:
        yield
    finally:
        container.do(f"systemctl stop companion; umount {STATE}")
        box.restart()


def _remount(box: Installation, mode: str) -> None:
    """Remount the disk, including the running unit's view of it.

    Remount to `ro` only while nobody has a file open for writing.
    """
    mount = f"mount -o remount,{mode} {STATE}"
    box.container.do(mount)
    number = box.container.show("MainPID")
    if number != "0":
        box.container.do(f"nsenter --target {number} --mount -- {mount}")


def _wait_for_restart(box: Installation, restarts: int) -> None:
    container = box.container
    container.until(lambda: int(container.show("NRestarts")) > restarts)
    container.until(lambda: container.show("ActiveState") == "active")


def _make_newer(root: Path) -> None:
    """Repack the package with a higher version."""
    unpacked = root.parent / "newer"
    shutil.rmtree(unpacked, ignore_errors=True)
    _dpkg_deb("--raw-extract", os.environ["PACKAGE"], unpacked)
    control = unpacked / "DEBIAN" / "control"
    words = control.read_text(encoding="utf-8")
    newer = re.sub(r"^Version: .*$", "Version: 9.9", words, flags=re.MULTILINE)
    control.write_text(newer, encoding="utf-8")
    _dpkg_deb("-Znone", "--build", unpacked, root / "newer.deb")


def _dpkg_deb(*arguments: str | Path) -> None:
    program = shutil.which("dpkg-deb")
    assert program
    subprocess.run([program, *arguments], check=True, capture_output=True)
