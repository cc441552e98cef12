"""Backup and restore on the installed box, under Debian's own Python."""

from companion.emulation.rdm6300 import frame
from tests.nspawn.conftest import PERSON, STATE, Installation

SADNESS = "0415C3A1B2"


def test_a_game_that_went_on_is_back_where_it_was(box: Installation) -> None:
    container = box.container
    box.lay_out()
    container.do("companion backup /root/before.tar")
    before = box.entries
    container.until(lambda: "board: ok" in box.log())
    box.port.send(frame(SADNESS))
    container.until(lambda: box.entries > before)
    container.do("systemctl stop companion")
    said = container.run("companion restore /root/before.tar")
    container.do("systemctl start companion")
    assert said.status == 0, said.text
    assert "Set aside: journal.sqlite3.before-restore-1" in said.text
    assert box.entries == before
    container.until(lambda: "goes on" in box.log())


def test_what_root_put_back_belongs_to_the_box(box: Installation) -> None:
    owners = box.container.do(f"find {STATE} -printf '%u\\n' | sort --unique")
    assert owners == "companion"


def test_while_the_box_runs_nothing_is_put_back(box: Installation) -> None:
    container = box.container
    container.do("companion backup /root/meanwhile.tar")
    said = container.run("companion restore /root/meanwhile.tar")
    assert said.status == 1
    assert "another companion (process" in said.text
    assert "sudo systemctl stop companion" in said.text


def test_a_backup_lies_where_one_stands(box: Installation) -> None:
    said = box.container.type("sudo companion backup", PERSON)
    assert said.text.startswith("companion-backup.tar: 1 games")
    assert box.container.run(f"test -s /home/{PERSON}/companion-backup.tar").status == 0
