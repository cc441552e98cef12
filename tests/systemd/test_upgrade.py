"""What root does when a box asks for a version; `apt-get` is a script, the folders are hostile."""

import os
import subprocess
from pathlib import Path
from typing import Final

import pytest

SCRIPT: Final = Path(__file__).parents[2] / "systemd" / "companion-upgrade"
PRECIOUS: Final = "precious\n"


class Scene:
    """Folders of a box, and an `apt-get` that notes how it is called."""

    def __init__(self, folder: Path, *, apt: str = "exit 0") -> None:
        self.state, self.run_folder, self.bin = (folder / name for name in ("state", "run", "bin"))
        for made in (self.state, self.run_folder, self.bin):
            made.mkdir()
        self.called = folder / "called"
        self.outside = folder / "outside"
        self.outside.write_text(PRECIOUS, encoding="ascii")
        program = self.bin / "apt-get"
        program.write_text(f'#!/bin/sh\necho "$@" >>{self.called}\n{apt}\n', encoding="ascii")
        program.chmod(0o755)

    @property
    def request(self) -> Path:
        return self.state / "upgrade.request"

    @property
    def failed(self) -> Path:
        return self.run_folder / "failed"

    def run(self) -> "subprocess.CompletedProcess[str]":
        environment = {"PATH": f"{self.bin}:/usr/bin:/bin"}
        command = [str(SCRIPT), str(self.state), str(self.run_folder)]
        return subprocess.run(
            command, env=environment, capture_output=True, text=True, check=False, timeout=20
        )


def test_a_version_is_installed(tmp_path: Path) -> None:
    scene = Scene(tmp_path)
    scene.request.write_text("2.1\n", encoding="ascii")
    assert scene.run().returncode == 0
    assert "compass-companion=2.1-*" in scene.called.read_text(encoding="ascii")
    assert not scene.request.exists()


def test_what_has_failed_is_told_to_the_box(tmp_path: Path) -> None:
    scene = Scene(tmp_path, apt="echo E: no such version >&2; exit 100")
    scene.request.write_text("9.9\n", encoding="ascii")
    assert scene.run().returncode == 1
    assert scene.failed.read_text(encoding="ascii") == "9.9 E: no such version\n"
    assert scene.failed.stat().st_mode & 0o777 == 0o644
    assert [file.name for file in scene.run_folder.iterdir()] == ["failed"]


@pytest.mark.parametrize("leads_to", ["outside", "folder", "nothing"])
def test_no_link_is_followed_when_a_failure_is_written(tmp_path: Path, leads_to: str) -> None:
    """Not even one that is laid there while apt works."""
    (tmp_path / "folder").mkdir()
    target = tmp_path / leads_to
    scene = Scene(tmp_path, apt=f"ln -sfn {target} {tmp_path}/run/failed; exit 100")
    scene.request.write_text("9.9\n", encoding="ascii")
    assert scene.run().returncode == 1
    assert scene.outside.read_text(encoding="ascii") == PRECIOUS
    assert not (tmp_path / "nothing").exists()
    assert list((tmp_path / "folder").iterdir()) == []
    assert not scene.failed.is_symlink()
    assert scene.failed.read_text(encoding="ascii").startswith("9.9 ")


@pytest.mark.parametrize("kind", ["link", "pipe", "folder", "nothing"])
def test_what_is_no_file_is_no_request(tmp_path: Path, kind: str) -> None:
    scene = Scene(tmp_path)
    if kind == "link":
        scene.outside.write_text("2.1\n", encoding="ascii")
        scene.request.symlink_to(scene.outside)
    elif kind == "pipe":
        os.mkfifo(scene.request)
    elif kind == "folder":
        scene.request.mkdir()
    assert scene.run().returncode != 0
    assert not scene.called.exists()
    assert scene.outside.exists()


@pytest.mark.parametrize("asked", ["", "x", "2.1 3", "2.1;reboot", "-o=x", "$(reboot)", "9" * 101])
def test_what_is_no_version_is_refused(tmp_path: Path, asked: str) -> None:
    scene = Scene(tmp_path)
    scene.request.write_text(f"{asked}\n", encoding="ascii")
    done = scene.run()
    if len(asked) > 100:  # what is too long is cut; apt does not know it
        assert done.returncode == 0
    else:
        assert done.returncode == 2
        assert not scene.called.exists()
