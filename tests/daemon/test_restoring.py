"""A backup that came by a page takes the place of everything, and the daemon runs again."""

import asyncio
import logging
import random
from errno import EROFS
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from companion import daemon
from companion.daemon import Box
from companion.daemon.first_stage import open_first_stage
from companion.engine.fold import sampler
from companion.settings import WebSettings
from companion.storage import backup, durable
from companion.storage.journal import FILE, Journal, JournalReader
from companion.storage.setup import setup_struct
from companion.table.state import Notice
from tests.records.exports.played import records, store
from tests.rig import settings


def ended(
    monkeypatch: pytest.MonkeyPatch, folder: Path, file: Path | None, boxes: list[Box] | None = None
) -> bool:
    """Run a daemon that is told to restore a file as soon as its pages are there."""
    boxes = [] if boxes is None else boxes
    build = daemon.build

    def noted(*given: Any, **more: Any) -> Box:  # noqa: ANN401 - as for `build`
        boxes.append(build(*given, **more))
        return boxes[-1]

    def opened(_: object) -> None:
        box = boxes[-1]
        if file is None:
            asyncio.get_running_loop().call_soon(asyncio.current_task().cancel)  # type: ignore[union-attr] # it runs in one
        else:
            box.replace(file)

    monkeypatch.setattr(daemon, "build", noted)
    chosen = replace(settings(folder), web=WebSettings(0, "127.0.0.1"))
    draw = sampler(random.Random(1))
    return asyncio.run(daemon.run(chosen, draw, ask=True, play=opened))


def games(journal: Path) -> int:
    with JournalReader.look(journal) as reader:
        return len(reader.plays())


def test_what_was_there_is_set_aside_by_the_next_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Even if the daemon was killed as soon as the phone was told that the backup is taken."""
    (tmp_path / "other").mkdir()
    with Journal.open(tmp_path / "other" / FILE) as journal:
        store(journal, records("essence", 1)[0])
    state = tmp_path / "state"
    state.mkdir()
    backup.make(tmp_path / "other", state / "restore.tar")
    Journal.open(state / FILE).close()
    (state / "restore-1234.new").write_bytes(b"half of an")
    assert ended(monkeypatch, tmp_path, state / "restore.tar")
    assert games(state / FILE) == 1
    assert games(state / f"{FILE}.before-restore-1") == 0
    assert not list(state.glob("restore*"))


def test_it_waits_while_the_daemon_ends(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    state = tmp_path / "state"
    state.mkdir()
    assert ended(monkeypatch, tmp_path, state / "anything")
    assert not ended(monkeypatch, tmp_path, None)


@pytest.mark.parametrize("content", [b"", b"no tar", b"[" * 100_000])
def test_a_file_that_is_none_after_all_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, content: bytes
) -> None:
    """It runs with what it had, and says so."""
    state = tmp_path / "state"
    state.mkdir()
    with Journal.open(state / FILE) as journal:
        store(journal, records("essence", 1)[0])
    (state / "restore.tar").write_bytes(content)
    boxes: list[Box] = []
    assert not ended(monkeypatch, tmp_path, None, boxes)
    cover = boxes[0].session.stage.console.cover
    assert isinstance(cover, Notice)
    assert "no backup was restored" in str(cover)
    assert "is kept as restore.damaged.tar" in str(cover)
    assert games(state / FILE) == 1
    assert [file.name for file in state.glob("restore*")] == ["restore.damaged.tar"]
    assert (state / "restore.damaged.tar").read_bytes() == content


def test_on_a_disk_that_cannot_be_written_it_waits(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    state = tmp_path / "state"
    state.mkdir()
    with Journal.open(state / FILE) as journal:
        store(journal, records("essence", 1)[0])
    (state / "restore.tar").write_bytes(b"a backup")

    def refused(*_: object) -> None:
        raise OSError(EROFS, "Read-only file system")

    boxes: list[Box] = []
    with monkeypatch.context() as patch:
        patch.setattr(backup, "restore", refused)
        patch.setattr(durable, "set_aside", refused)
        assert not ended(patch, tmp_path, None, boxes)
    assert "is kept as restore.tar" in str(boxes[0].session.stage.console.cover)
    assert games(state / FILE) == 1
    assert (state / "restore.tar").read_bytes() == b"a backup"


def test_a_daemon_that_is_stopped_does_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not ended(monkeypatch, tmp_path, None)


@pytest.mark.parametrize(
    ("left", "said"), [(0, "is over, and its ranking is shown"), (1, "goes on")]
)
def test_the_log_tells_a_game_that_goes_on_from_one_at_its_ranking(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, left: int, said: str
) -> None:
    record = records("essence", 1)[0]
    with Journal.open(tmp_path / "state" / FILE) as journal:
        setup = setup_struct(record.setup, record.enter)
        play = journal.begin(record.game, record.rules_version, setup, 0.0)
        journal.append(play, record.entries[: len(record.entries) - left])
    caplog.set_level(logging.INFO)
    _, writer = open_first_stage(settings(tmp_path), tmp_path, sampler(random.Random(1)), ask=True)
    writer.journal.close()  # type: ignore[union-attr] # it was opened
    assert f"game {play}, Essence, {said}" in caplog.text
