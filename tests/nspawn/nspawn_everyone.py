"""What an ordinary user meets on an installed box: a sentence and a remedy, never a traceback."""

import re

import pytest

from tests.nspawn.conftest import PERSON, Installation
from tests.nspawn.container import Said

CLOSED = ("doctor", "run", "enrol", "enrol --export tags", "backup", "restore companion-backup.tar")


def typed(box: Installation, command: str, language: str = "en") -> Said:
    said = box.container.type(f"LANGUAGE={language} {command}", PERSON)
    assert "Traceback" not in said.text, said.text
    return said


@pytest.mark.parametrize("command", CLOSED)
def test_a_command_that_may_not_read_names_the_call_that_may(
    box: Installation, command: str
) -> None:
    said = typed(box, f"companion {command}")
    assert said.status == 1
    assert len(said.text.splitlines()) == 1
    assert "/etc/compass-companion/companion.yaml: only " in said.text
    assert re.search(rf"sudo (-u companion )?companion {command}$", said.text.strip())


@pytest.mark.parametrize("command", CLOSED)
def test_it_does_so_in_german(box: Installation, command: str) -> None:
    said = typed(box, f"companion {command}", "de")
    assert len(said.text.splitlines()) == 1
    assert "/etc/compass-companion/companion.yaml: Das darf nur " in said.text


def test_the_call_that_is_named_does_it(box: Installation) -> None:
    for command in ("doctor --listen 0.1", "backup mine.tar"):
        refusal = typed(box, f"companion {command}").text
        advised = refusal[refusal.index("sudo ") :].strip()
        assert typed(box, advised).status == 0, advised


def test_help_is_everybodys(box: Installation) -> None:
    names = re.findall(r"^    (\w+)  ", typed(box, "companion --help").text, re.MULTILINE)
    every = " && ".join(f"companion {name} --help" for name in names)
    said = typed(box, every)
    assert said.status == 0, said.text
    assert said.text.count("usage: companion ") == len(names) == 15


def test_a_journal_that_is_not_ones_own_is_read_with_sudo(box: Installation) -> None:
    command = "companion export /var/lib/compass-companion/journal.sqlite3"
    said = typed(box, command)
    assert said.status == 1
    assert said.text.strip().endswith(f"only root may read this: sudo {command}")
    assert typed(box, "sudo systemctl stop companion").status == 0
    read = typed(box, f"sudo {command}")
    assert typed(box, "sudo systemctl start companion").status == 0
    assert read.status == 0, read.text


@pytest.mark.parametrize("command", ["run", "enrol"])
def test_while_the_service_runs_it_is_said_how_to_stop_it(box: Installation, command: str) -> None:
    for person in ("", "sudo -u companion "):
        said = typed(box, f"{person}companion {command}")
        assert said.status == 1
        assert "sudo systemctl stop companion" in said.text


def test_games_are_played_without_a_box(box: Installation) -> None:
    assert typed(box, "companion games").status == 0
    assert typed(box, "companion selfplay inner-compass --games 1").status == 0


def test_a_board_that_may_not_be_opened_is_named(box: Installation) -> None:
    said = typed(box, "companion firmware install --port /dev/ttyACM0")
    assert said.status == 1
    assert said.text == "/dev/ttyACM0 may not be opened: sudo companion firmware install\n"
