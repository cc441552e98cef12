"""What an ordinary user is told on an installed box: one sentence with the command that works."""

import errno
import os
from pathlib import Path

import pytest

from companion.cli import main
from companion.cli.permission import (
    INSTALLED,
    SERVING,
    STATE,
    permission_help,
    usual_settings,
)

Output = pytest.CaptureFixture[str]

COMMANDS = [
    (("doctor",), "sudo -u companion companion doctor"),
    (("doctor", "--listen", "1"), "sudo -u companion companion doctor --listen 1"),
    (("run",), "sudo -u companion companion run"),
    (("enrol", "--set"), "sudo -u companion companion enrol --set"),
    (("enrol", "--export", "my tags"), "sudo companion enrol --export 'my tags'"),
    (("enrol", "--import=tags"), "sudo companion enrol --import=tags"),
    (("backup",), "sudo companion backup"),
    (("backup", "my.tar"), "sudo companion backup my.tar"),
    (("restore", "my.tar"), "sudo companion restore my.tar"),
    (("replay", str(STATE / "journal.sqlite3")), f"sudo companion replay {STATE}/journal.sqlite3"),
]


def denied(place: Path) -> PermissionError:
    return PermissionError(errno.EACCES, os.strerror(errno.EACCES), str(place))


@pytest.fixture
def closed(monkeypatch: pytest.MonkeyPatch) -> None:
    """The box has settings, but in a folder that the user may not even search."""
    look = Path.stat

    def look_at(path: Path, *, follow_symlinks: bool = True) -> os.stat_result:
        if path == INSTALLED:
            raise denied(path)
        return look(path, follow_symlinks=follow_symlinks)

    monkeypatch.setattr(Path, "stat", look_at)


@pytest.mark.parametrize(("arguments", "remedy"), COMMANDS)
def test_the_command_that_has_permission_is_named(
    arguments: tuple[str, ...], remedy: str, tmp_path: Path
) -> None:
    message = permission_help(denied(INSTALLED), arguments, serving=tmp_path / "nobody")
    assert message.startswith(f"{INSTALLED}: only ")
    assert message.endswith(f" may read this: {remedy}")


@pytest.mark.parametrize("command", ["run", "enrol"])
def test_while_the_service_runs_the_message_says_how_to_stop_it(
    command: str, tmp_path: Path
) -> None:
    message = permission_help(denied(INSTALLED), [command], serving=tmp_path)
    assert f"sudo systemctl stop companion, then sudo -u companion companion {command}" in message


def test_the_doctor_needs_no_service_to_stop(tmp_path: Path) -> None:
    assert "stop" not in permission_help(denied(INSTALLED), ["doctor"], serving=tmp_path)


def test_for_other_files_only_the_cause_is_reported() -> None:
    assert permission_help(denied(Path("/my/file")), ["replay", "/my/file"]) == (
        "/my/file: Permission denied"
    )


def test_the_service_is_recognized_by_its_folder() -> None:
    unit = Path(__file__).parents[2] / "systemd" / "companion.service"
    assert f"RuntimeDirectory={SERVING.name}\n" in unit.read_text(encoding="utf-8")
    assert SERVING.parent == Path("/run")


@pytest.mark.usefixtures("closed")
def test_unreadable_settings_still_count_as_the_usual_ones() -> None:
    assert usual_settings() == INSTALLED


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize("command", ["run", "enrol", "doctor", "backup", "restore"])
def test_help_needs_no_permission(command: str, capsys: Output) -> None:
    with pytest.raises(SystemExit) as ended:
        main([command, "--help"])
    assert ended.value.code == 0
    assert str(INSTALLED) in capsys.readouterr().out.replace("\n", "")


@pytest.mark.usefixtures("closed")
@pytest.mark.parametrize(
    "arguments", [["run"], ["enrol"], ["doctor"], ["backup"], ["restore", "x"]]
)
def test_a_command_says_it_in_one_sentence(
    arguments: list[str], capsys: Output, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "de")
    assert main(arguments) == 1
    error = capsys.readouterr().err
    assert error.startswith(f"companion: {INSTALLED}: Das darf nur ")
    assert error.count("\n") == 1
    assert f"companion {' '.join(arguments)}" in error
