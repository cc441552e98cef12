"""`companion firmware install` with the real mpremote and MicroPython behind a raw REPL."""

import os
import subprocess
import tty
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from companion.devices.readers.array import install
from companion.devices.readers.array.install import InstallError, files
from tests.firmware.board import MODEL, PATIENCE, interpreter

RESET = 42


@contextmanager
def bare_board(port: Path, memory: Path) -> Iterator[subprocess.Popen[bytes]]:
    """Start a board on ``port`` that has no program and keeps its files in ``memory``."""
    memory.mkdir()
    controller, end = os.openpty()
    tty.setraw(end)
    tty.setraw(controller)
    board = subprocess.Popen(
        [interpreter(), str(MODEL / "repl.py")],
        stdin=controller,
        stdout=controller,
        cwd=memory,
        env={"MICROPYPATH": str(MODEL)},
    )
    port.symlink_to(os.ttyname(end))
    try:
        yield board
    finally:
        board.kill()
        board.wait()
        os.close(controller)
        os.close(end)


@pytest.mark.slow
def test_all_files_are_copied_to_the_board_which_then_restarts(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(install, "RESTART", 0)
    memory = tmp_path / "memory"
    with bare_board(tmp_path / "board", memory) as board:
        install.install(str(tmp_path / "board"))
        assert board.wait(PATIENCE) == RESET
    copied = {file.name: file.read_bytes() for file in memory.iterdir()}
    assert copied == {file.name: file.read_bytes() for file in files()}


@pytest.mark.slow
def test_a_board_without_micropython_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(install, "RESTART", 0)
    controller, end = os.openpty()
    tty.setraw(end)
    monkeypatch.setattr(install, "PATIENCE", 0.5)
    with pytest.raises(InstallError, match="does the board run MicroPython"):
        install.install(os.ttyname(end))
    os.close(controller)
    os.close(end)
