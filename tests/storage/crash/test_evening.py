"""What a box has shown or confirmed survives a SIGKILL, whatever people do on an evening.

They play, edit the log, leave, go back, end, play again, take backups along, and bring them back.
"""

import json
import os
import random
import signal
import subprocess
import sys
import tarfile
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any, TypeAlias

import pytest

from companion.storage.journal import FILE, Journal
from tests.storage.crash.digest import digests

Boxes: TypeAlias = "subprocess.Popen[str]"
KILLS = 10
"""Kills; labs/long has 500."""
LONGEST = 40
"""A box is killed after at most so many reports,"""
PATIENCE = 20
"""and so many more if the one at which it is to be killed does not come."""
SELDOM = ("lobby", "backup", "restore")
REPORTS = ("do", "table", *SELDOM)
"""The reports at which it is killed."""
RARE = 150
"""Reports for which one of those is waited for that come seldom."""
EVENINGS = 12
"""Kills after which another box is taken."""
LEAVING = frozenset({"leave", "stop", "rematch", "leave_ended", "restore"})
BEGINNING = frozenset({"back", "begin", "take_up", "restore"})


@pytest.fixture
def boxes() -> Iterator[Boxes]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.crash.evening"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


@dataclass
class Kept:
    """What the files of a box hold: the digests of all beginnings of its logs."""

    begun: set[str] = field(default_factory=set)
    current: set[str] | None = None
    """Those of the game in progress, if there is one."""

    @classmethod
    def of(cls, journal: Path) -> "Kept":
        kept = cls()
        with Journal.open(journal) as opened:
            assert opened.report == ""
            current = opened.current()
            for play in opened.plays():
                beginnings = set(digests(opened.entries(play.id)))
                kept.begun |= beginnings
                if current is not None and play.id == current.id:
                    kept.current = beginnings
        return kept


@dataclass
class Evening:
    """What one process has reported until it was dead."""

    shown: list[str | None] = field(default_factory=list)
    """The digest of each log that was shown, ``None`` for a lobby."""
    act: str = ""
    """What was done last."""
    acts: list[str] = field(default_factory=list)
    taken: dict[str, str | None] = field(default_factory=dict)
    """What was shown before each backup was there."""
    restored: str = ""
    """The backup that was confirmed."""
    killed: bool = False
    status: int = 0


def spend(boxes: Boxes, folder: Path, seed: int, after: int, at: str) -> Evening:
    """Let an evening go on, and kill the box after some reports, as soon as one is of a kind."""
    assert boxes.stdin is not None
    assert boxes.stdout is not None
    boxes.stdin.write(json.dumps([str(folder), seed]) + "\n")
    boxes.stdin.flush()
    evening, seen = Evening(), 0
    while True:
        pid, word, *what = json.loads(boxes.stdout.readline())
        if word == "end":
            evening.status = what[0]
            return evening
        _note(evening, word, what)
        seen += 1
        due = seen >= after and word == at
        if not evening.killed and (due or seen >= after + (RARE if at in SELDOM else PATIENCE)):
            with suppress(ProcessLookupError):  # the evening may be over
                os.kill(pid, signal.SIGKILL)
                evening.killed = True


def _note(evening: Evening, word: str, what: list[Any]) -> None:
    if word == "do":
        evening.act = what[0]
        evening.acts.append(what[0])
    elif word == "table":
        evening.shown.append(what[0])
    elif word == "lobby":
        evening.shown.append(None)
    elif word == "backup":
        evening.taken[what[0]] = evening.shown[-1]
    elif word == "restore":
        evening.restored = what[0]


def unpacked(backup: Path) -> Kept:
    """Return what a backup holds."""
    with TemporaryDirectory() as folder, tarfile.open(backup) as archive:
        content = archive.extractfile(FILE)
        assert content is not None
        (Path(folder) / FILE).write_bytes(content.read())
        return Kept.of(Path(folder) / FILE)


@pytest.mark.slow
def test_nothing_that_was_shown_or_confirmed_is_lost(boxes: Boxes, tmp_path: Path) -> None:
    assert_nothing_is_lost(boxes, tmp_path, seed=1, kills=KILLS)


def assert_nothing_is_lost(
    boxes: Boxes, folder: Path, seed: int, kills: int
) -> tuple[int, Counter[str]]:
    """Kill boxes again and again, and look after each kill for all that was ever acknowledged.

    Return how many reports there were, and what was being done when the kills came.
    """
    source = random.Random(seed)
    killed = reports = 0
    acts: Counter[str] = Counter()
    while killed < kills:
        home = folder / str(killed // EVENINGS)
        home.mkdir(exist_ok=True)
        known = _known(home)
        evening = spend(
            boxes, home, source.getrandbits(32), source.randint(2, LONGEST), source.choice(REPORTS)
        )
        assert evening.killed or evening.status == 0, evening
        killed += evening.killed
        reports += len(evening.shown) + len(evening.taken) + bool(evening.restored)
        acts[evening.act] += evening.killed
        known |= {shown for shown in evening.shown if shown is not None}
        _judge(home, evening, known)
        (home / "known.json").write_text(json.dumps(sorted(known)))
    return reports, acts


def _known(home: Path) -> set[str]:
    """Return what earlier evenings on a box have shown."""
    file = home / "known.json"
    return set(json.loads(file.read_text())) if file.exists() else set()


def _judge(home: Path, evening: Evening, known: set[str]) -> None:
    """Find everything in the files that a killed box has left."""
    state = home / "state"
    journal = Kept.of(state / FILE) if (state / FILE).exists() else Kept()
    everything = set(journal.begun)
    for aside in state.glob(f"{FILE}.before-restore-?*"):
        everything |= Kept.of(aside).begun if aside.name[-1].isdigit() else set()
    for name, shown in evening.taken.items():
        assert shown is None or shown in unpacked(home / name).begun, evening
    waiting = state / "restore.tar"
    if evening.restored:
        sent = unpacked(home / evening.restored)
        came = unpacked(waiting) if waiting.exists() else journal
        assert sent.begun <= came.begun, evening
    assert known <= everything, evening
    if not evening.shown or evening.restored:
        return
    last = evening.shown[-1]
    if last is None:
        assert journal.current is None or evening.act in BEGINNING, evening
    elif evening.act not in LEAVING:
        assert journal.current is not None, evening
        assert last in journal.current, evening
