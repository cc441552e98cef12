"""Another version is taken between two games, or the box says why not."""

import asyncio
import random
import subprocess
from pathlib import Path

import pytest

from companion.engine.fold import sampler
from companion.fleet.state import Phase, phase_of
from companion.fleet.upgrades import REQUEST, UpgradeRefusal, Upgrades
from tests.fleet.broker import serving
from tests.fleet.scene import BASE, Scene, box, fresh, next_game, until

SCRIPT = Path(__file__).parents[2] / "systemd" / "companion-upgrade"
GAME = fresh("compass-jewels", sampler(random.Random(1)), 2)[0]
LOBBY = next_game(GAME)


def upgrades(folder: Path, wanted: str = "2.0", *, allowed: bool = True) -> Upgrades:
    made = Upgrades(folder, "1.0", allowed, folder / "failed")
    made.want(wanted)
    return made


@pytest.mark.parametrize("wanted", ["", "1.0"])
def test_the_version_that_runs_already_is_no_wish(tmp_path: Path, wanted: str) -> None:
    assert upgrades(tmp_path, wanted).consider(LOBBY) == ""
    assert not (tmp_path / REQUEST).exists()


def test_a_box_that_may_not_be_updated_says_so(tmp_path: Path) -> None:
    assert upgrades(tmp_path, allowed=False).consider(LOBBY) == UpgradeRefusal.NOT_ALLOWED


@pytest.mark.parametrize("wanted", ["x", "2.0; reboot", "2.0\n3", "-1", "2" * 80, "../2", "2.0-1"])
def test_what_is_no_version(tmp_path: Path, wanted: str) -> None:
    assert upgrades(tmp_path, wanted).consider(LOBBY) == UpgradeRefusal.NO_VERSION
    assert not (tmp_path / REQUEST).exists()


def test_never_in_a_game_but_after_it(tmp_path: Path) -> None:
    wish = upgrades(tmp_path)
    assert phase_of(GAME) is Phase.PLAYING
    assert wish.consider(GAME) == UpgradeRefusal.IN_GAME
    assert not (tmp_path / REQUEST).exists()
    assert wish.consider(LOBBY) == ""
    assert (tmp_path / REQUEST).read_text() == "2.0"


def test_it_is_asked_for_once_and_a_failure_is_told(tmp_path: Path) -> None:
    wish = upgrades(tmp_path)
    wish.consider(LOBBY)
    (tmp_path / REQUEST).unlink()
    assert wish.consider(LOBBY) == ""
    assert not (tmp_path / REQUEST).exists()
    (tmp_path / "failed").write_text("1.9 something older\n")
    assert wish.consider(LOBBY) == ""
    (tmp_path / "failed").write_text("2.0 E: Version '2.0' was not found\n")
    assert wish.consider(GAME) == "E: Version '2.0' was not found"
    wish.want("2.1")
    assert wish.consider(LOBBY) == ""
    assert (tmp_path / REQUEST).read_text() == "2.1"


def test_a_wish_that_is_taken_back_leaves_no_request(tmp_path: Path) -> None:
    wish = upgrades(tmp_path)
    wish.consider(LOBBY)
    wish.want("")
    assert wish.consider(LOBBY) == ""
    assert not (tmp_path / REQUEST).exists()


def test_a_disk_that_takes_no_request(tmp_path: Path) -> None:
    assert upgrades(tmp_path / "gone").consider(LOBBY) == UpgradeRefusal.NOT_SAVED


def test_the_box_reports_why_not_and_asks_when_the_game_has_gone(tmp_path: Path) -> None:
    async def scene(there: Scene) -> None:
        await there.join()
        desired = {"id": "9", "settings": {}, "version": "2.0"}
        there.broker.publish(f"{BASE}cfg/desired", desired, retain=True)
        await until(lambda: there.broker.last("/cfg/reported")["of"] == "9")
        assert there.broker.last("/cfg/reported")["refused"] == {"version": "in-game"}
        there.session.stage = LOBBY
        there.member.follow(LOBBY, ())
        await there.tell()
        await until(lambda: there.broker.last("/cfg/reported")["refused"] == {})
        assert (there.folder / REQUEST).read_text() == "2.0"

    async def whole() -> None:
        async with serving() as broker, box(tmp_path, broker, updates=True) as there:
            await scene(there)

    asyncio.run(whole())


def installed(folder: Path, request: str, apt: str) -> subprocess.CompletedProcess[str]:
    """Run the program of the unit with a package manager that does what is given."""
    (folder / REQUEST).write_text(request)
    manager = folder / "apt-get"
    manager.write_text(f'#!/bin/sh\necho "$@" >>{folder}/calls\n{apt}\n')
    manager.chmod(0o755)
    return subprocess.run(
        [SCRIPT, folder, folder],
        env={"PATH": f"{folder}:/usr/bin:/bin"},
        capture_output=True,
        text=True,
        timeout=20,
        check=False,
    )


def test_the_unit_installs_just_that_version(tmp_path: Path) -> None:
    assert installed(tmp_path, "2.0", "exit 0").returncode == 0
    calls = (tmp_path / "calls").read_text().splitlines()
    assert calls[0] == "update"
    assert calls[1].startswith("install ")
    assert calls[1].endswith(" compass-companion=2.0-*")
    assert not (tmp_path / REQUEST).exists()


def test_the_unit_leaves_word_of_a_failure(tmp_path: Path) -> None:
    assert installed(tmp_path, "2.0", "echo E: no such version; exit 1").returncode == 1
    assert (tmp_path / "failed").read_text() == "2.0 E: no such version\n"


@pytest.mark.parametrize("request_", ["", "$(reboot)", "2.0 curl", "-o=x", "/etc/shadow"])
def test_the_unit_takes_nothing_that_is_no_version(tmp_path: Path, request_: str) -> None:
    assert installed(tmp_path, request_, "exit 0").returncode == 2
    assert not (tmp_path / "calls").exists()
    assert not (tmp_path / REQUEST).exists()
