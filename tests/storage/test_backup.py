"""A backup is one file, made while a game goes on; what it replaces is set aside."""

import asyncio
import errno
import os
import sqlite3
import tarfile
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest

from companion.cli import main
from companion.records.archive import check_continuable
from companion.records.replay import load
from companion.storage import backup
from companion.storage.backup import BackupError
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal, JournalError
from tests.rig import Rig, running, settings


def box(folder: Path, *pieces: str) -> Path:
    """Play on a box, make a backup while it runs, and return its path."""
    kept = folder / "backup.tar"

    async def run() -> None:
        async with running(settings(folder), folder) as rig:
            await _play(rig, pieces)
            rig.box.session.keeping.learn("0A004B1122", "token-B")
            backup.make(folder / "state", kept)

    asyncio.run(run())
    return kept


async def _play(rig: Rig, pieces: tuple[str, ...]) -> None:
    await rig.lay_out()
    for piece in pieces:
        await rig.lay(piece)
        await rig.tap("a")


def entries(folder: Path) -> int:
    return len(load(folder / "state" / JOURNAL).entries)


def test_a_backup_of_a_running_box_holds_everything_it_remembers(tmp_path: Path) -> None:
    kept = box(tmp_path, "token-B")
    with tarfile.open(kept) as archive:
        assert archive.getnames() == [JOURNAL, "tags.yaml"]


def test_a_restored_backup_is_the_game_as_it_was(tmp_path: Path) -> None:
    kept = box(tmp_path, "token-B")
    before = entries(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    report, aside = backup.restore(kept, other / "state", check_continuable)
    assert (report.games, report.files, aside) == (1, (JOURNAL, "tags.yaml"), ())
    assert entries(other) == before


def test_what_it_replaces_is_set_aside(tmp_path: Path) -> None:
    kept = box(tmp_path)
    other = tmp_path / "other"
    other.mkdir()
    box(other, "token-B")
    replaced = entries(other)
    _, aside = backup.restore(kept, other / "state", check_continuable)
    assert aside == (f"{JOURNAL}.before-restore-1", "tags.yaml.before-restore-1")
    assert entries(other) < replaced
    (other / "state" / aside[0]).replace(other / "state" / JOURNAL)
    assert entries(other) == replaced


def test_nothing_is_restored_while_a_companion_runs(tmp_path: Path) -> None:
    kept = box(tmp_path)
    with (
        Journal.open(tmp_path / "state" / JOURNAL),
        pytest.raises(JournalError, match="another companion"),
    ):
        backup.restore(kept, tmp_path / "state", check_continuable)
    assert not list((tmp_path / "state").glob("*before-restore*"))


@pytest.mark.parametrize("content", [b"", b"no tar", b"\0" * 10_240])
def test_a_file_that_is_not_a_backup_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "odd.tar"
    file.write_bytes(content)
    with pytest.raises(BackupError, match="is not a backup"):
        backup.restore(file, tmp_path / "state", check_continuable)


def test_a_damaged_journal_in_a_backup_is_refused_before_anything_is_replaced(
    tmp_path: Path,
) -> None:
    kept = box(tmp_path)
    before = (tmp_path / "state" / JOURNAL).read_bytes()
    words = bytearray(kept.read_bytes())
    words[512 + 2048 : 512 + 6000] = bytes(6000 - 2048)
    kept.write_bytes(words)
    with pytest.raises((BackupError, JournalError)):
        backup.restore(kept, tmp_path / "state", check_continuable)
    assert (tmp_path / "state" / JOURNAL).read_bytes() == before


def member(name: str, kind: bytes = tarfile.REGTYPE, size: int = 0) -> tarfile.TarInfo:
    """Return the head of a file in an archive, or of something else."""
    head = tarfile.TarInfo(name)
    head.type, head.size, head.linkname = kind, size, "/etc/passwd"
    return head


def packed(kept: Path, *evil: tarfile.TarInfo) -> Path:
    """Return the archive of a sound backup with something else in it."""
    odd = kept.with_name("odd.tar")
    with tarfile.open(kept) as archive, tarfile.open(odd, "w") as other:
        other.addfile(archive.getmember(JOURNAL), archive.extractfile(JOURNAL))
        for head in evil:
            other.addfile(head, BytesIO(bytes(head.size)))
    return odd


def refused(archive: Path, state: Path) -> str:
    """Return the sentence with which an archive is refused; nothing else has happened."""
    before = {file: file.read_bytes() for file in state.parent.rglob("*") if file.is_file()}
    with pytest.raises(BackupError) as raised:
        backup.restore(archive, state, check_continuable)
    after = {file: file.read_bytes() for file in state.parent.rglob("*") if file.is_file()}
    assert {**before, archive: b""} == {**after, archive: b""}
    assert "\n" not in str(raised.value)
    return str(raised.value)


@pytest.mark.slow
@pytest.mark.parametrize(
    "evil",
    [
        member("../outside", size=9),
        member("/etc/cron.d/evil", size=9),
        member("sub/journal.sqlite3", size=9),
        member("tags.yaml", tarfile.SYMTYPE),
        member("tags.yaml", tarfile.LNKTYPE),
        member("tags.yaml", tarfile.DIRTYPE),
        member("tags.yaml", tarfile.FIFOTYPE),
        member("tags.yaml", tarfile.CHRTYPE),
        member("tags.yaml", tarfile.BLKTYPE),
        member("logins.json", size=9),
        member("line\nbreak", size=9),
    ],
    ids=lambda head: f"{head.name!r} of type {head.type!r}",
)
def test_what_is_none_of_its_files_is_refused_with_all_that_is(
    tmp_path: Path, evil: tarfile.TarInfo
) -> None:
    box(tmp_path, "token-B")
    odd = packed(tmp_path / "backup.tar", evil)
    assert "is not a backup, or that of a newer companion: there is" in refused(
        odd, tmp_path / "state"
    )


def test_a_place_that_was_not_there_is_not_made_for_it(tmp_path: Path) -> None:
    odd = packed(box(tmp_path), member("tags.yaml", size=9))
    refused(odd, tmp_path / "other")
    assert not (tmp_path / "other").exists()


def test_ten_gigabytes_of_nothing_are_refused_at_once(tmp_path: Path) -> None:
    box(tmp_path)
    odd = tmp_path / "odd.tar"
    with odd.open("wb") as archive:
        archive.write(member(JOURNAL, size=10 << 30).tobuf())
        archive.truncate(11 << 30)
    with pytest.raises(BackupError, match="it is too large"):
        backup.restore(odd, tmp_path / "state", check_continuable)


@pytest.mark.parametrize("form", ["gz", "bz2", "xz"])
def test_what_is_compressed_is_none_of_ours(tmp_path: Path, form: str) -> None:
    """A few kilobytes of it would be gigabytes."""
    kept = box(tmp_path)
    bomb = tmp_path / "bomb.tar"
    with tarfile.open(kept) as archive, tarfile.open(bomb, f"w:{form}") as small:  # type: ignore[call-overload]  # one of three
        small.addfile(archive.getmember(JOURNAL), archive.extractfile(JOURNAL))
    assert "is not a backup" in refused(bomb, tmp_path / "state")


def test_no_archive_is_unpacked_for_ever(tmp_path: Path) -> None:
    box(tmp_path)
    many = packed(tmp_path / "backup.tar", *(member("tags.yaml") for _ in range(40)))
    assert "it is too large" in refused(many, tmp_path / "state")


def test_tags_that_the_box_could_not_read_are_refused(tmp_path: Path) -> None:
    box(tmp_path)
    odd = packed(tmp_path / "backup.tar", member("tags.yaml", size=9))
    assert "tags.yaml is not a list of tags" in refused(odd, tmp_path / "state")


@pytest.mark.parametrize(
    ("name", "content", "shown"),
    [
        ("tags.yaml", b'"0A00": "a\\tb"\n', r"a\tb"),
        ("tags.yaml", b'"0A\\x9b": token\n', r"0A\x9b"),
        ("preferences.json", b'{"language": "d\\u001be"}', r"d\x1be"),
        (
            "copies.yaml",
            b'essence: {confirmed: [], data: {a: "\\x7f"}, options: {}}\n',
            r"\x7f",
        ),
    ],
)
def test_a_control_character_is_refused(
    tmp_path: Path, name: str, content: bytes, shown: str
) -> None:
    kept = box(tmp_path)
    with tarfile.open(kept, "a") as archive:
        archive.addfile(member(name, size=len(content)), BytesIO(content))
    why = refused(kept, tmp_path / "state")
    assert f"there is a control character in {shown}: leave it out" in why


def test_a_name_with_a_control_character_is_refused(tmp_path: Path) -> None:
    with Journal.open(tmp_path / JOURNAL) as journal:
        setup = {"players": ["A\x1b[2Jda", "Ben"], "level": "track", "options": {}, "data": {}}
        journal.begin("inner-compass", "1", {**setup, "enter": []}, 0.0)
    with (
        Journal.open(tmp_path / JOURNAL) as journal,
        pytest.raises(ValueError, match=r"control character in A\\x1b\[2Jda: leave it out"),
    ):
        check_continuable(journal)


def test_a_journal_of_a_later_version_is_refused(tmp_path: Path) -> None:
    box(tmp_path)
    later = tmp_path / JOURNAL
    later.write_bytes((tmp_path / "state" / JOURNAL).read_bytes())
    other = sqlite3.connect(later)
    other.execute("PRAGMA user_version = 3")
    other.execute("CREATE TABLE tournament (name TEXT)")
    other.close()
    with tarfile.open(tmp_path / "later.tar", "w") as archive:
        archive.add(later, JOURNAL)
    complaint_text = refused(tmp_path / "later.tar", tmp_path / "state")
    assert complaint_text.startswith(f"{tmp_path / 'later.tar'} cannot be restored: ")
    assert "written by a newer companion; update this one to read it" in complaint_text


def test_of_two_members_with_one_name_the_later_counts(tmp_path: Path) -> None:
    """So does every program that unpacks tar files."""
    kept = box(tmp_path)
    later = tmp_path / "later.yaml"
    later.write_text("0A004B1199: token-K\n", encoding="utf-8")
    with tarfile.open(kept, "a") as archive:
        archive.add(later, "tags.yaml")
    report, _ = backup.restore(kept, tmp_path / "other", check_continuable)
    assert report.files == (JOURNAL, "tags.yaml")
    assert (tmp_path / "other" / "tags.yaml").read_bytes() == later.read_bytes()


@pytest.mark.parametrize("kind", [tarfile.LNKTYPE, tarfile.SYMTYPE, tarfile.DIRTYPE])
def test_members_that_are_not_regular_files_are_ignored(tmp_path: Path, kind: bytes) -> None:
    odd = tmp_path / "odd.tar"
    with tarfile.open(odd, "w") as evil:
        evil.addfile(member(JOURNAL, kind))
    with pytest.raises(BackupError, match="is not a backup"):
        backup.restore(odd, tmp_path / "state", check_continuable)


def test_where_there_are_no_links_the_former_file_is_moved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise PermissionError(errno.EPERM, "Operation not permitted")

    kept = box(tmp_path, "token-B")
    monkeypatch.setattr(Path, "hardlink_to", refuse)
    _, aside = backup.restore(kept, tmp_path / "state", check_continuable)
    assert (tmp_path / "state" / aside[0]).exists()
    assert entries(tmp_path) > 0


def test_a_truncated_backup_is_refused(tmp_path: Path) -> None:
    kept = box(tmp_path)
    kept.write_bytes(kept.read_bytes()[:5000])
    with pytest.raises(BackupError, match=r"or it is damaged: choose another one$"):
        backup.restore(kept, tmp_path / "other", check_continuable)
    assert not (tmp_path / "other").exists()


def test_restored_files_belong_to_the_user_who_restores_them(tmp_path: Path) -> None:
    """Modes and owners of another machine mean nothing here."""
    kept = box(tmp_path)
    odd = tmp_path / "odd.tar"
    with tarfile.open(kept) as archive, tarfile.open(odd, "w") as odd_archive:
        member = archive.getmember(JOURNAL)
        member.mode, member.uid = 0o4777, 12345
        odd_archive.addfile(member, archive.extractfile(member))
    backup.restore(odd, tmp_path / "other", check_continuable)
    status = (tmp_path / "other" / JOURNAL).stat()
    assert (status.st_uid, status.st_mode & 0o7111) == (os.getuid(), 0)


def test_a_box_without_any_state_has_nothing_to_back_up(tmp_path: Path) -> None:
    with pytest.raises(BackupError, match="no journal here yet"):
        backup.make(tmp_path, tmp_path / "backup.tar")


def test_the_commands_report_what_they_did(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    box(tmp_path)
    config = tmp_path / "box.yaml"
    config.write_text("state: state\n", encoding="utf-8")
    kept = tmp_path / "kept.tar"
    assert main(["backup", str(kept), "--config", str(config)]) == 0
    assert main(["restore", str(kept), "--config", str(config)]) == 0
    assert main(["restore", str(config), "--config", str(config)]) == 2
    captured = capsys.readouterr()
    assert captured.out.splitlines() == [
        f"{kept}: 1 games, {JOURNAL}, tags.yaml",
        f"{tmp_path / 'state'}: 1 games, {JOURNAL}, tags.yaml",
        f"Set aside: {JOURNAL}.before-restore-1, tags.yaml.before-restore-1",
    ]
    assert "is not a backup" in captured.err


class CrampedConnection(sqlite3.Connection):
    """A connection to a database that has no room for more than a page."""

    def __init__(self, database: str, **options: Any) -> None:  # noqa: ANN401 - as SQLite's
        super().__init__(database, **options)
        if "mode=ro" not in str(database):
            self.execute("PRAGMA max_page_count = 1")


def complaint(state: Path, target: Path, capsys: pytest.CaptureFixture[str]) -> str:
    """Return what `companion backup` says when it cannot write its file."""
    config = state.parent / "companion.yaml"
    config.write_text(f"state: {state}\n")
    before = sorted(target.parent.iterdir())
    assert main(["backup", "--config", str(config), str(target)]) == 1
    assert sorted(target.parent.iterdir()) == before
    return capsys.readouterr().err


@pytest.fixture
def kept_state(tmp_path: Path) -> Path:
    """Return a state folder with a journal."""
    Journal.open(tmp_path / "state" / JOURNAL).close()
    return tmp_path / "state"


def test_a_target_without_room_is_named_and_not_the_journal(
    kept_state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    connect = partial(sqlite3.connect, factory=CrampedConnection)
    monkeypatch.setattr(sqlite3, "connect", connect)
    target = kept_state.parent / "out.tar"
    complaint_text = complaint(kept_state, target, capsys)
    assert complaint_text == f"companion: {target}: No space left on device\n"


@pytest.mark.parametrize("number", [errno.EROFS, errno.EACCES, errno.ENOSPC])
def test_a_folder_that_takes_no_file_is_not_told_by_a_temporary_name(
    kept_state: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    number: int,
) -> None:
    def refuse(path: str, _mode: int) -> None:
        raise OSError(number, os.strerror(number), path)

    target = kept_state.parent / "out.tar"
    (kept_state.parent / "companion.yaml").touch()
    with monkeypatch.context() as patched:
        patched.setattr(os, "mkdir", refuse)
        complaint_text = complaint(kept_state, target, capsys)
    assert complaint_text == f"companion: {target}: {os.strerror(number)}\n"


def test_a_full_disk_while_the_archive_is_written_names_it(
    kept_state: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(tarfile.TarFile, "add", refuse)
    target = kept_state.parent / "out.tar"
    (kept_state.parent / "companion.yaml").touch()
    complaint_text = complaint(kept_state, target, capsys)
    assert complaint_text == f"companion: {target}: No space left on device\n"


def test_a_state_folder_without_room_is_named_by_a_restore(
    kept_state: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    kept, other = tmp_path / "backup.tar", tmp_path / "other"
    backup.make(kept_state, kept)
    other.mkdir()

    def refuse(*_: object) -> None:
        raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))

    monkeypatch.setattr(backup, "copyfileobj", refuse)
    with pytest.raises(OSError, match="No space left") as caught:
        backup.restore(kept, other, check_continuable)
    assert caught.value.filename == str(other)
    assert list(other.iterdir()) == []
