"""Everything acknowledged survives a SIGKILL at any moment, and the game resumes from there."""

import os
import random
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import TypeAlias

import pytest

from companion.engine import registry
from companion.engine.fold import fold
from companion.records.replay import newest
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal

Nursery: TypeAlias = "subprocess.Popen[str]"
KILLS = 10
"""Kills; labs/long has a thousand, and tests/storage/faults kills at every call of the system."""
LONGEST = 24
"""A player is killed after at most so many acknowledgements."""


@pytest.fixture
def nursery() -> Iterator[Nursery]:
    with subprocess.Popen(
        [sys.executable, "-m", "tests.storage.crash.nursery"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
        bufsize=1,
    ) as process:
        yield process
        assert process.stdin is not None
        process.stdin.close()


def kill_one(nursery: Nursery, folder: Path, after: int) -> int:
    """Let a player play, kill it after some acknowledgements, and return the last of them."""
    assert nursery.stdin is not None
    assert nursery.stdout is not None
    nursery.stdin.write(f"{folder}\n")
    nursery.stdin.flush()
    last = seen = 0
    while True:
        pid, word = nursery.stdout.readline().split()
        if word == "end":
            return last
        last = max(last, int(word))
        seen += 1
        if seen == after:
            with suppress(ProcessLookupError):  # the game may be over, and the player with it
                os.kill(int(pid), signal.SIGKILL)


@pytest.mark.slow
def test_no_acknowledged_action_is_lost(nursery: Nursery, tmp_path: Path) -> None:
    assert_nothing_is_lost(nursery, tmp_path, seed=1, kills=KILLS)


def assert_nothing_is_lost(nursery: Nursery, tmp_path: Path, seed: int, kills: int) -> None:
    """Kill players again and again, and read after each what they left behind."""
    source = random.Random(seed)
    resumed = 0
    game = 0
    before = 0
    for _ in range(kills):
        folder = tmp_path / str(game)
        folder.mkdir(exist_ok=True)
        acknowledged = kill_one(nursery, folder, source.randint(2, LONGEST))
        with Journal.open(folder / "state" / JOURNAL) as journal:
            assert journal.report == ""
            record = newest(journal)
        assert len(record.entries) >= acknowledged >= before
        rules = registry.load(record.game)
        state = fold(rules, record.setup, record.entries).state
        resumed += before > 0
        before = len(record.entries)
        if rules.is_terminal(state):
            game, before = game + 1, 0
    assert resumed > kills // 2
