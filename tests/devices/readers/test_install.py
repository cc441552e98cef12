from pathlib import Path

import pytest

from companion.devices.readers.array.install import InstallError, commands, files, install


def test_all_files_are_copied_then_the_board_starts() -> None:
    words = commands("/dev/ttyACM0")
    assert words[:3] == ["connect", "/dev/ttyACM0", "cp"]
    assert words[3:-3] == [str(file) for file in files()]
    assert words[-3:] == [":", "+", "reset"]


def test_a_missing_board_is_reported(tmp_path: Path) -> None:
    with pytest.raises(InstallError, match="nothing cannot be opened"):
        install(str(tmp_path / "nothing"))
    with pytest.raises(InstallError, match="there is no usb:ffff:ffff: plug it in"):
        install("usb:ffff:ffff")


def test_a_file_that_is_not_a_port_is_reported(tmp_path: Path) -> None:
    port = tmp_path / "file"
    port.touch()
    with pytest.raises(InstallError, match="plug the board in"):
        install(str(port))
