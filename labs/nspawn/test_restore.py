"""Backup and restore on the installed box, under Debian's own Python."""

from companion.emulation.rdm6300 import frame
from labs.nspawn.conftest import PERSON, STATE, Installation

SADNESS = "0415C3A1B2"


def test_a_restored_game_is_back_where_it_was(box: Installation) -> None:
    container = box.container
    box.lay_out()
    container.do("companion backup /root/before.tar")
    before = box.entries
    container.until(lambda: "board: ok" in box.log())
    box.port.send(frame(SADNESS))
    container.until(lambda: box.entries > before)
    container.do("systemctl stop companion")
    result = container.run("companion restore /root/before.tar")
    container.do("systemctl start companion")
    assert result.status == 0, result.text
    assert "Set aside: journal.sqlite3.before-restore-1" in result.text
    assert box.entries == before
    container.until(lambda: "goes on" in box.log())


def test_files_restored_by_root_belong_to_the_service(box: Installation) -> None:
    owners = box.container.do(f"find {STATE} -printf '%u\\n' | sort --unique")
    assert owners == "companion"


def test_nothing_is_restored_while_the_box_runs(box: Installation) -> None:
    container = box.container
    container.do("companion backup /root/meanwhile.tar")
    result = container.run("companion restore /root/meanwhile.tar")
    assert result.status == 1
    assert "another companion (process" in result.text
    assert "sudo systemctl stop companion" in result.text


def test_a_backup_is_written_to_the_current_folder(box: Installation) -> None:
    result = box.container.type("sudo companion backup", PERSON)
    assert result.text.startswith("companion-backup.tar: 1 games")
    assert box.container.run(f"test -s /home/{PERSON}/companion-backup.tar").status == 0
