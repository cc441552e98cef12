"""`companion setup-pi` edits the files of a card, once, and keeps them as they were."""

from pathlib import Path

import pytest

from companion.cli import main
from companion.devices.raspberry_pi import BOARDS
from companion.host.boot.setup import NoPiError, setup

CONFIG = "# Raspberry Pi OS\ndtparam=audio=on\n"
CMDLINE = "console=serial0,115200 console=tty1 root=PARTUUID=3 rootwait\n"
ZERO = "Raspberry Pi Zero 2 W Rev 1.0"
FIVE = "Raspberry Pi 5 Model B Rev 1.0"


@pytest.fixture
def boot(tmp_path: Path) -> Path:
    folder = tmp_path / "firmware"
    folder.mkdir()
    (folder / "config.txt").write_text(CONFIG, encoding="utf-8")
    (folder / "cmdline.txt").write_text(CMDLINE, encoding="utf-8")
    return folder


def run(boot: Path, model: str = ZERO, *, spi: bool = False) -> list[str]:
    modules = boot.parent / "modules-load.d" / "companion.conf"
    return [str(output) for output in setup(model, spi=spi, boot=boot, modules=modules)]


def test_a_zero_gets_a_fast_bus_and_its_serial_port(boot: Path) -> None:
    assert len(run(boot)) == 3
    config = (boot / "config.txt").read_text(encoding="utf-8")
    assert "dtparam=i2c_arm=on,i2c_arm_baudrate=400000\nenable_uart=1\n" in config
    assert "uart0" not in config
    assert (boot / "cmdline.txt").read_text(encoding="utf-8").startswith("console=tty1 root=")
    assert "i2c-dev" in (boot.parent / "modules-load.d/companion.conf").read_text(encoding="utf-8")


def test_a_pi_5_gets_the_port_of_its_header_and_keeps_its_debug_console(boot: Path) -> None:
    run(boot, FIVE)
    config = (boot / "config.txt").read_text(encoding="utf-8")
    assert "dtparam=uart0=on\n" in config
    assert "enable_uart" not in config
    assert (boot / "cmdline.txt").read_text(encoding="utf-8") == CMDLINE


def test_a_panel_on_spi_gets_its_bus(boot: Path) -> None:
    run(boot, spi=True)
    assert "dtparam=spi=on\n" in (boot / "config.txt").read_text(encoding="utf-8")


def test_the_second_time_nothing_changes(boot: Path) -> None:
    run(boot)
    before = {file.name: file.read_bytes() for file in boot.iterdir()}
    assert run(boot) == []
    assert {file.name: file.read_bytes() for file in boot.iterdir()} == before


def test_the_first_state_is_kept_however_often_it_runs(boot: Path) -> None:
    run(boot)
    run(boot, spi=True)
    assert (boot / "config.txt.before-companion").read_text(encoding="utf-8") == CONFIG
    assert (boot / "cmdline.txt.before-companion").read_text(encoding="utf-8") == CMDLINE


def test_bytes_that_are_no_text_stay(boot: Path) -> None:
    (boot / "config.txt").write_bytes(b"# gr\xfc\xdfe\n")
    run(boot)
    assert (boot / "config.txt").read_bytes().startswith(b"# gr\xfc\xdfe\n")


@pytest.mark.parametrize("model", ["", "Raspberry Pi Model B Rev 2", "Banana Pi 5 Model B"])
def test_what_is_no_known_pi_is_left_alone(boot: Path, model: str) -> None:
    with pytest.raises(NoPiError, match="Zero 2 W"):
        run(boot, model)
    assert (boot / "config.txt").read_text(encoding="utf-8") == CONFIG


def test_nothing_is_written_unless_both_files_are_there(boot: Path) -> None:
    (boot / "cmdline.txt").unlink()
    with pytest.raises(NoPiError, match=r"cmdline\.txt is not there"):
        run(boot)
    assert (boot / "config.txt").read_text(encoding="utf-8") == CONFIG


def test_the_command_says_what_it_changed_and_what_is_next(
    boot: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("companion.host.boot.setup.MODULES", boot.parent / "modules.conf")
    call = ["setup-pi", "--boot", str(boot), "--model", "5 Model B"]
    assert main(call) == 0
    output = capsys.readouterr().out
    assert f"{boot}/config.txt was changed; as it was: {boot}/config.txt.before-companion" in output
    assert "the port of a serial reader is /dev/ttyAMA0\n" in output
    assert output.endswith("now: sudo reboot\n")
    assert main(call) == 0
    assert capsys.readouterr().out.endswith("everything was set already\n")


def test_elsewhere_it_says_for_which_computers_it_is(
    boot: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["setup-pi", "--boot", str(boot)]) == 1
    assert "Raspberry Pi that is known: Zero 2 W" in capsys.readouterr().err


def test_the_table_for_people_has_every_model() -> None:
    page = Path(__file__).parents[3] / "docs" / "install.md"
    rows = [line for line in page.read_text(encoding="utf-8").splitlines() if "| `dtparam" in line]
    wanted = [
        f"| {', '.join(board.models)} | `{board.serial}` | "
        + ", ".join(f"`{line}`" for line in board.config)
        + f" | {', '.join(f'`{console}`' for console in board.consoles)} |"
        for board in BOARDS
    ]
    assert rows[: len(wanted)] == wanted
