"""What a power cut leaves of the companion's state on a disk."""

import json
import shutil
import subprocess
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from companion.storage import preferences
from companion.storage.journal import FILE as JOURNAL
from companion.storage.journal import Journal
from companion.storage.tag_book import FILE as TAGS
from companion.storage.tag_book import TagBook

STATE: Final = "/var/lib/compass-companion"
REPAIRED: Final = 1
"""The status of e2fsck that has replayed the file system's own journal."""


@dataclass(frozen=True, slots=True)
class Remains:
    """The state that was found, and what is wrong with it."""

    kept: Mapping[str, int]
    """How many things there are, by kind, as promises count them."""
    report: str
    """What the journal had to repair."""
    damaged: tuple[str, ...]
    """Other files that are not whole."""

    def lost(self, promised: Mapping[str, int]) -> dict[str, int]:
        """Return how many of the promised things are missing, by kind."""
        missing = {kind: count - self.kept.get(kind, 0) for kind, count in promised.items()}
        return {kind: count for kind, count in missing.items() if count > 0}


def examine(disk: Path, folder: Path, kept_in: str = STATE) -> Remains:
    """Repair the file system as the next start would, and examine the companion's state on it."""
    run = _run("e2fsck", "-p", str(disk))
    assert run.returncode <= REPAIRED, f"the file system is damaged: {run.stdout}"
    folder.mkdir()
    _run("debugfs", "-R", f"rdump {kept_in} {folder}", str(disk))
    state = folder / Path(kept_in).name
    with Journal.open(state / JOURNAL) as journal:
        kept = {f"game {play.id}": len(journal.entries(play.id)) for play in journal.plays()}
        report = journal.report
    book = TagBook({}, state / TAGS)
    damaged = (book.damage, _damage(state / preferences.FILE))
    kept["tags"] = len(book.learned)
    return Remains(kept, report, tuple(problem for problem in damaged if problem))


def _damage(file: Path) -> str:
    """Return what is wrong with a preferences file; a missing one is not damaged."""
    if not file.exists():
        return ""
    try:
        data = json.loads(file.read_text(encoding="utf-8"))
    except ValueError as error:
        return f"{file.name}: {error}"
    return "" if isinstance(data, dict) and data else f"{file.name}: {data}"


def _run(name: str, *arguments: str) -> "subprocess.CompletedProcess[str]":
    program = shutil.which(name)
    assert program, f"{name} is missing: apt-get install e2fsprogs"
    return subprocess.run([program, *arguments], capture_output=True, text=True, check=False)
