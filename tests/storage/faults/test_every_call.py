"""Killed at any system call, or refused any, a box loses nothing that it has acknowledged."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

Ran = dict[str, Any]


def lived(life: str, faults: str, folder: Path, *places: int) -> list[Ran]:
    """Live once for each place of a fault, until the life is over before it; return what was.

    Several faults are separated by commas.
    """
    command = [sys.executable, "-m", "tests.storage.faults.every_call", life, faults, str(folder)]
    done = subprocess.run(
        [*command, *map(str, places)],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    ran = [json.loads(line) for line in done.stdout.splitlines()]
    assert done.returncode == 0, f"{done.stderr[-2000:]}\n{ran[-1:]}"
    return ran


def met(ran: list[Ran]) -> set[str]:
    """Return the names of the calls at which the fault was met."""
    return {each["calls"][-1] for each in ran if each["status"] < 0}


def refusals(ran: list[Ran]) -> set[str]:
    return {said.rpartition(": ")[2] for each in ran for said in each["said"] if "refused" in said}


@pytest.mark.slow
def test_a_journal_is_killed_at_every_call_of_its_life(tmp_path: Path) -> None:
    ran = lived("journal", "kill", tmp_path)
    assert [len(each["calls"]) for each in ran] == [*range(1, len(ran)), len(ran) - 1]
    assert met(ran) >= {"pwrite64", "fdatasync", "ftruncate"}
    assert len(ran) > 40


@pytest.mark.slow
@pytest.mark.parametrize(("fault", "error"), [("full", "full"), ("broken", "I/O error")])
def test_a_journal_is_refused_a_call_in_the_middle(tmp_path: Path, fault: str, error: str) -> None:
    ran = lived("journal", fault, tmp_path, *range(1, 80, 4))
    assert all(each["status"] == 0 for each in ran)
    assert any(error in said for said in refusals(ran))


@pytest.mark.slow
def test_a_sync_that_fails_is_no_sync(tmp_path: Path) -> None:
    (whole,) = lived("journal", "none", tmp_path / "whole", 1)
    syncs = [at for at, name in enumerate(whole["calls"], 1) if "sync" in name]
    ran = lived("journal", "broken", tmp_path / "broken", *syncs)
    assert len(ran) == len(syncs) > ENTRIES
    assert all("refused" in " ".join(each["said"]) for each in ran[-ENTRIES - 3 : -1])


ENTRIES = 4
"""Entries of the game in this life; each is synced."""


@pytest.mark.slow
@pytest.mark.parametrize("life", ["repair", "restore", "backup", "tags"])
def test_what_else_is_written_is_there_whole_or_not_at_all(tmp_path: Path, life: str) -> None:
    """At a few calls; at all of them in labs/long."""
    ran = lived(life, "kill,full for a while", tmp_path, *range(3, 130, 24))
    assert {each["status"] < 0 for each in ran} == {True, False}


@pytest.mark.slow
def test_a_folder_that_becomes_unreadable_stops_nobody(tmp_path: Path) -> None:
    ran = lived("box", "unreadable", tmp_path, 75)
    assert all("NOT SAVED" in each["said"] for each in ran)
