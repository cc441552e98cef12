"""A backup that came by a page takes the place of everything, and the daemon runs again."""

import asyncio
import random
from pathlib import Path
from typing import Any

import pytest

from companion import daemon
from companion.daemon import Box
from companion.engine.fold import sampler
from companion.engine.records import replace
from companion.settings import WebSettings
from companion.storage import backup
from companion.storage.journal import FILE, Journal, JournalReader
from tests.rig import settings
from tests.setups import SETUP


def ended(monkeypatch: pytest.MonkeyPatch, folder: Path, file: Path | None) -> bool:
    """Run a daemon that is told to restore a file as soon as its pages are there."""
    boxes: list[Box] = []
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


def test_what_was_there_is_set_aside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (tmp_path / "other").mkdir()
    with Journal.open(tmp_path / "other" / FILE) as journal:
        journal.finish(journal.begin("essence", "1", {**SETUP}, 1.0), 2.0)
    state = tmp_path / "state"
    state.mkdir()
    backup.make(tmp_path / "other", state / "restore.tar")
    assert ended(monkeypatch, tmp_path, state / "restore.tar")
    assert games(state / FILE) == 1
    assert games(state / f"{FILE}.before-restore-1") == 0
    assert not (state / "restore.tar").exists()


def test_a_file_that_is_none_after_all_changes_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It runs again with what it had."""
    state = tmp_path / "state"
    state.mkdir()
    (state / "restore.tar").write_bytes(b"no tar")
    assert ended(monkeypatch, tmp_path, state / "restore.tar")
    assert games(state / FILE) == 0
    assert not list(state.glob("restore*"))


def test_a_daemon_that_is_stopped_does_not_run_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert not ended(monkeypatch, tmp_path, None)
