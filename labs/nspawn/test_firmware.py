"""`companion firmware install` from the package, onto a board that runs MicroPython."""

import os
import subprocess
from pathlib import Path

from companion.devices.readers.array.install import files
from labs.nspawn.conftest import PERSON, Installation
from tests.firmware.board import MODEL, PATIENCE, interpreter

RESET = 42


def test_all_files_are_copied_to_the_board(fresh: Installation, tmp_path: Path) -> None:
    memory = tmp_path / "memory"
    memory.mkdir()
    held = os.open(fresh.board.path, os.O_RDWR | os.O_NOCTTY)  # a line without a far end is cut
    with subprocess.Popen(
        [interpreter(), str(MODEL / "repl.py")],
        stdin=fresh.board.near,
        stdout=fresh.board.near,
        cwd=memory,
        env={"MICROPYPATH": str(MODEL)},
    ) as board:
        result = fresh.container.type("sudo companion firmware install --port /dev/ttyACM0", PERSON)
        assert result.status == 0, result.text
        assert board.wait(PATIENCE) == RESET
    os.close(held)
    copied = {file.name: file.read_bytes() for file in memory.iterdir()}
    assert copied == {file.name: file.read_bytes() for file in files()}
