"""Programs that the tests need besides Python are found, fetched, or named with the remedy."""

import subprocess
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from tools import programs
from tools.programs import CHROMIUM, MICROPYTHON, Program
from tools.unpack import Progress, UnpackError

Way = Callable[[list[Program], Progress], None]


def command(path: Path, status: int = 0) -> Path:
    """Create a program that exits with a status."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return the only folder on the PATH, which is empty; fetched programs go beside it."""
    (tmp_path / "path").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(programs, "FOLDER", tmp_path / "programs")
    monkeypatch.setattr(programs, "PROGRAMS", (CHROMIUM, MICROPYTHON))
    return tmp_path / "path"


@pytest.fixture
def ways(bare: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:  # noqa: ARG001
    """Return a function that replaces the three ways to fetch a program."""

    def set_ways(*replacements: Way) -> None:
        names = ("from_this_release", "from_another_release", "from_playwright")
        for name, way in zip(names, replacements, strict=True):
            monkeypatch.setattr(programs, name, way)

    return set_ways


def brings(*brought: Program) -> Way:
    """Return a way that succeeds for these programs."""

    def way(_missing: list[Program], _progress: Progress) -> None:
        for program in brought:
            command(program.fetched)

    return way


def fails(reason: str) -> Way:
    """Return a way that fails."""

    def way(_missing: list[Program], _progress: Progress) -> None:
        raise UnpackError(reason)

    return way


def test_a_program_on_the_path_is_used_if_it_works(bare: Path) -> None:
    assert CHROMIUM.find() is None
    command(bare / "chromium-headless-shell", status=1)
    assert CHROMIUM.find() is None
    google = command(bare / "google-chrome")
    assert CHROMIUM.find() == str(google)


def test_a_program_that_cannot_be_started_is_not_used(bare: Path) -> None:
    command(bare / "micropython").write_bytes(b"\x7fELF of another processor")
    assert MICROPYTHON.find() is None


def test_a_fetched_program_is_used_if_there_is_no_other(bare: Path) -> None:
    fetched = command(CHROMIUM.fetched)
    assert CHROMIUM.find() == str(fetched)
    installed = command(bare / "chromium")
    assert CHROMIUM.find() == str(installed)


def test_a_program_in_another_place_is_run_from_there(bare: Path) -> None:
    place = bare.parent / "driver" / "node"
    node = replace(CHROMIUM, commands=(str(place),))
    assert node.fetched == bare.parent / "programs" / "bin" / "node"
    assert node.find() is None
    command(place)
    assert node.find() == str(place)


def test_if_nothing_is_missing_nothing_is_fetched_or_printed(
    bare: Path, ways: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    ways(*[fails("not to be tried")] * 3)
    command(bare / "chromium")
    command(bare / "micropython")
    assert programs.main() == 0
    assert capsys.readouterr().out == ""


def test_what_one_way_cannot_fetch_is_left_to_the_next(
    ways: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    ways(brings(CHROMIUM), brings(MICROPYTHON), fails("not needed"))
    assert programs.main() == 0
    assert CHROMIUM.find()
    assert MICROPYTHON.find()
    captured = capsys.readouterr()
    assert captured.out == "Fetching Chromium, MicroPython for the tests ...\nReady after 0 s.\n"
    assert captured.err == ""


def test_if_every_way_fails_the_first_reason_and_the_remedy_are_printed(
    ways: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    ways(fails("no network"), brings(MICROPYTHON), fails("nor there"))
    assert programs.main() == 1
    assert capsys.readouterr().err == (
        "The tests need Chromium, which could not be fetched (no network). "
        "Is there a network? Else:\n"
        "  Chromium: sudo apt install chromium-headless-shell, or put any Chromium on the PATH\n"
    )


def test_a_fetched_program_that_does_not_start_is_reported(
    ways: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_missing: list[Program], _progress: Progress) -> None:
        command(CHROMIUM.fetched, status=127)

    ways(broken, brings(MICROPYTHON), brings())
    assert programs.main() == 1
    assert "(they do not start)" in capsys.readouterr().err


def test_an_incomplete_earlier_attempt_does_no_harm(ways: Callable[..., None]) -> None:
    command(CHROMIUM.fetched, status=127)
    command(MICROPYTHON.fetched)
    ways(brings(CHROMIUM, MICROPYTHON), fails("not needed"), fails("not needed"))
    assert programs.main() == 0


def test_a_wrapper_finds_its_tree_wherever_the_folder_is_moved(bare: Path) -> None:
    folder = bare.parent / "programs"
    shell = command(folder / "tree" / CHROMIUM.path)
    shell.write_text('#!/bin/sh\necho "$FONTCONFIG_FILE"\n', encoding="utf-8")
    programs.write_wrapper(CHROMIUM)
    moved = folder.rename(bare.parent / "a folder with spaces")
    output = subprocess.check_output([moved / "bin" / "chromium-headless-shell"], env={}, text=True)
    assert output == f"{moved}/fonts.conf\n"
