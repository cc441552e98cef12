"""What the tests need beside Python is found, or fetched, or named with the remedy."""

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
    """Put a program somewhere that ends with a status."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(f"#!/bin/sh\nexit {status}\n", encoding="utf-8")
    path.chmod(0o755)
    return path


@pytest.fixture
def bare(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Return an empty folder that is all of the PATH; fetched programs come beside it."""
    (tmp_path / "path").mkdir()
    monkeypatch.setenv("PATH", str(tmp_path / "path"))
    monkeypatch.setattr(programs, "FOLDER", tmp_path / "programs")
    monkeypatch.setattr(programs, "PROGRAMS", (CHROMIUM, MICROPYTHON))
    return tmp_path / "path"


@pytest.fixture
def ways(bare: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:  # noqa: ARG001
    """Return what replaces the three ways to fetch a program."""

    def set_ways(*some: Way) -> None:
        names = ("from_this_release", "from_another_release", "from_playwright")
        for name, way in zip(names, some, strict=True):
            monkeypatch.setattr(programs, name, way)

    return set_ways


def brings(*brought: Program) -> Way:
    """Return a way that brings programs."""

    def way(_missing: list[Program], _progress: Progress) -> None:
        for program in brought:
            command(program.fetched)

    return way


def fails(reason: str) -> Way:
    """Return a way that leads nowhere."""

    def way(_missing: list[Program], _progress: Progress) -> None:
        raise UnpackError(reason)

    return way


def test_what_is_on_the_path_serves_if_it_works(bare: Path) -> None:
    assert CHROMIUM.find() is None
    command(bare / "chromium-headless-shell", status=1)
    assert CHROMIUM.find() is None
    google = command(bare / "google-chrome")
    assert CHROMIUM.find() == str(google)


def test_what_cannot_even_be_started_does_not_serve(bare: Path) -> None:
    command(bare / "micropython").write_bytes(b"\x7fELF of another processor")
    assert MICROPYTHON.find() is None


def test_what_was_fetched_serves_where_nothing_else_does(bare: Path) -> None:
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


def test_nothing_is_fetched_or_said_where_nothing_is_missing(
    bare: Path, ways: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    ways(*[fails("not to be tried")] * 3)
    command(bare / "chromium")
    command(bare / "micropython")
    assert programs.main() == 0
    assert capsys.readouterr().out == ""


def test_what_one_way_lacks_the_next_one_brings(
    ways: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    ways(brings(CHROMIUM), brings(MICROPYTHON), fails("not needed"))
    assert programs.main() == 0
    assert CHROMIUM.find()
    assert MICROPYTHON.find()
    captured = capsys.readouterr()
    assert captured.out == "Fetching Chromium, MicroPython for the tests ...\nReady after 0 s.\n"
    assert captured.err == ""


def test_where_no_way_leads_anywhere_the_first_reason_and_the_remedy_are_said(
    ways: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    ways(fails("no network"), brings(MICROPYTHON), fails("nor there"))
    assert programs.main() == 1
    assert capsys.readouterr().err == (
        "The tests need Chromium, which could not be fetched (no network). "
        "Is there a network? Else:\n"
        "  Chromium: sudo apt install chromium-headless-shell, or put any Chromium on the PATH\n"
    )


def test_what_was_fetched_but_does_not_start_is_said(
    ways: Callable[..., None], capsys: pytest.CaptureFixture[str]
) -> None:
    def broken(_missing: list[Program], _progress: Progress) -> None:
        command(CHROMIUM.fetched, status=127)

    ways(broken, brings(MICROPYTHON), brings())
    assert programs.main() == 1
    assert "(they do not start)" in capsys.readouterr().err


def test_half_of_an_earlier_attempt_is_no_obstacle(ways: Callable[..., None]) -> None:
    command(CHROMIUM.fetched, status=127)
    command(MICROPYTHON.fetched)
    ways(brings(CHROMIUM, MICROPYTHON), fails("not needed"), fails("not needed"))
    assert programs.main() == 0


def test_a_wrapper_finds_its_tree_wherever_the_folder_lies(bare: Path) -> None:
    folder = bare.parent / "programs"
    shell = command(folder / "tree" / CHROMIUM.path)
    shell.write_text('#!/bin/sh\necho "$FONTCONFIG_FILE"\n', encoding="utf-8")
    programs.write_wrapper(CHROMIUM)
    moved = folder.rename(bare.parent / "a folder with spaces")
    shown = subprocess.check_output([moved / "bin" / "chromium-headless-shell"], env={}, text=True)
    assert shown == f"{moved}/fonts.conf\n"
