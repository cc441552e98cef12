"""Packages are fetched by the real apt from a package source in a folder, and unpacked."""

import hashlib
import shutil
import subprocess
from pathlib import Path

import pytest

from tools import sources, unpack
from tools.unpack import Apt, UnpackError

pytestmark = pytest.mark.skipif(not shutil.which("apt-get"), reason="this is not Debian")
PACKAGES = {"game": "board, box", "board": "", "box": "carton", "carton": ""}
"""Their names, and what each depends on."""


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return a folder with a source of `PACKAGES`, the only one that apt knows."""
    folder = tmp_path / "a folder"
    source = tmp_path / "source"
    source.mkdir()
    entries = [package(source, name, needs) for name, needs in PACKAGES.items()]
    (source / "Packages").write_text("\n".join(entries), encoding="utf-8")

    def write(release: str, place: Path) -> bool:
        place.mkdir(parents=True)
        lists = f"deb [trusted=yes] copy:{source} ./\n"
        (place / "a.list").write_text(lists if release == "known" else "", encoding="utf-8")
        return release == "known"

    monkeypatch.setattr(sources, "write", write)
    return folder


def package(source: Path, name: str, needs: str) -> str:
    """Build a package in a folder and return its entry in the list of packages."""
    tree = source / name
    (tree / "DEBIAN").mkdir(parents=True)
    (tree / "DEBIAN").chmod(0o755)  # dpkg-deb insists on it, whatever the umask
    control = (
        f"Package: {name}\nVersion: 1\nArchitecture: all\nMaintainer: nobody\nDescription: none\n"
    ) + (f"Depends: {needs}\n" if needs else "")
    (tree / "DEBIAN" / "control").write_text(control, encoding="utf-8")
    (tree / name).touch()
    file = source / f"{name}.deb"
    program = shutil.which("dpkg-deb")
    assert program
    subprocess.run([program, "--build", tree, file], check=True, capture_output=True)
    sha256 = hashlib.sha256(file.read_bytes()).hexdigest()
    return f"{control}Filename: ./{file.name}\nSize: {file.stat().st_size}\nSHA256: {sha256}\n"


@pytest.mark.slow
def test_a_package_comes_with_its_dependencies(folder: Path) -> None:
    messages: list[str] = []
    apt = Apt.of_another("known", folder)
    apt.update()
    assert apt.has("game")
    assert not apt.has("chess")
    unpack.unpack(apt.fetch(["game"], messages.append), folder / "tree", messages.append)
    assert {path.name for path in (folder / "tree").iterdir()} == set(PACKAGES)
    assert messages[-1] == "4 of 4 packages unpacked"


@pytest.mark.slow
def test_installed_and_unwanted_packages_are_left_out(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    installed = folder.parent / "status"
    installed.write_text(unpack.PRESENT.format("board"), encoding="utf-8")
    monkeypatch.setattr(unpack, "INSTALLED", installed)
    known = Apt.of_another("known", folder).options[-2:]
    apt = Apt.of_this_release(folder.parent / "here", ["box"])
    apt = Apt(apt.folder, (*apt.options, *known))
    apt.update()
    fetched = apt.fetch(["game"], lambda _: None)
    assert [package.name.partition("_")[0] for package in fetched] == ["game"]


@pytest.mark.slow
def test_a_failure_of_apt_is_reported_in_its_words(folder: Path) -> None:
    apt = Apt.of_another("known", folder)
    apt.update()
    with pytest.raises(UnpackError, match="Unable to locate package chess"):
        apt.fetch(["chess"], lambda _: None)


def test_a_release_without_a_source_is_reported(folder: Path) -> None:
    with pytest.raises(UnpackError, match="has a Debian hamlet"):
        Apt.of_another("hamlet", folder)


def test_a_computer_without_apt_is_reported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(unpack, "INSTALLED", tmp_path / "none")
    with pytest.raises(UnpackError, match="this is not Debian"):
        Apt.of_this_release(tmp_path, [])
