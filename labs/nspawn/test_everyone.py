"""What an ordinary user sees on an installed box: a sentence with a remedy, never a traceback."""

import re

import pytest

from labs.nspawn.conftest import PERSON, Installation
from labs.nspawn.container import Result

CLOSED = ("doctor", "run", "enrol", "enrol --export tags", "backup", "restore companion-backup.tar")


def typed(box: Installation, command: str, language: str = "en") -> Result:
    result = box.container.type(f"LANGUAGE={language} {command}", PERSON)
    assert "Traceback" not in result.text, result.text
    return result


@pytest.mark.parametrize("command", CLOSED)
def test_a_command_without_permission_names_the_one_that_has_it(
    box: Installation, command: str
) -> None:
    result = typed(box, f"companion {command}")
    assert result.status == 1
    assert len(result.text.splitlines()) == 1
    assert "/etc/compass-companion/companion.yaml: only " in result.text
    assert re.search(rf"sudo (-u companion )?companion {command}$", result.text.strip())


@pytest.mark.parametrize("command", CLOSED)
def test_it_does_so_in_german(box: Installation, command: str) -> None:
    result = typed(box, f"companion {command}", "de")
    assert len(result.text.splitlines()) == 1
    assert "/etc/compass-companion/companion.yaml: Das darf nur " in result.text


def test_the_named_command_works(box: Installation) -> None:
    for command in ("doctor --listen 0.1", "backup mine.tar"):
        refusal = typed(box, f"companion {command}").text
        advised = refusal[refusal.index("sudo ") :].strip()
        assert typed(box, advised).status == 0, advised


def test_everybody_may_ask_for_help(box: Installation) -> None:
    names = re.findall(r"^    (\w+)  ", typed(box, "companion --help").text, re.MULTILINE)
    every = " && ".join(f"companion {name} --help" for name in names)
    result = typed(box, every)
    assert result.status == 0, result.text
    assert result.text.count("usage: companion ") == len(names) == 21


def test_the_journal_of_the_box_is_read_with_sudo(box: Installation) -> None:
    command = "companion export /var/lib/compass-companion/journal.sqlite3"
    result = typed(box, command)
    assert result.status == 1
    assert result.text.strip().endswith(f"only root may read this: sudo {command}")
    assert typed(box, "sudo systemctl stop companion").status == 0
    read = typed(box, f"sudo {command}")
    assert typed(box, "sudo systemctl start companion").status == 0
    assert read.status == 0, read.text


@pytest.mark.parametrize("command", ["run", "enrol"])
def test_while_the_service_runs_the_message_says_how_to_stop_it(
    box: Installation, command: str
) -> None:
    for person in ("", "sudo -u companion "):
        result = typed(box, f"{person}companion {command}")
        assert result.status == 1
        assert "sudo systemctl stop companion" in result.text


def test_games_can_be_played_without_the_service(box: Installation) -> None:
    assert typed(box, "companion games").status == 0
    assert typed(box, "companion selfplay inner-compass --games 1").status == 0


def test_a_board_without_permission_is_named_with_the_remedy(box: Installation) -> None:
    result = typed(box, "companion firmware install --port /dev/ttyACM0")
    assert result.status == 1
    assert result.text == "/dev/ttyACM0 may not be opened: sudo companion firmware install\n"
