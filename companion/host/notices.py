"""Sentences about the computer that the panel shows: a file written by one, read by the other.

Each line is one sentence, in the language of the box. The daemon reads the file when it starts,
and again when it is told to (SIGHUP).
"""

from collections.abc import Iterable
from pathlib import Path
from typing import Final

from companion.engine.writable import one_line

FOLDER: Final = Path("/run/companion-host")
"""Where everything lies that is made from the card at each start."""
HEALTH: Final = "health"
"""The subject of sentences about heat, supply and card."""
MOST: Final = 8
"""The most sentences that are kept: nobody reads more."""
LONGEST: Final = 300
"""The most characters of one."""


def write(folder: Path, name: str, sentences: Iterable[str]) -> None:
    """Replace the sentences about one subject; none of them removes its file."""
    file = folder / name
    lines = [one_line(sentence, LONGEST) for sentence in sentences][:MOST]
    if not lines:
        file.unlink(missing_ok=True)
        return
    fresh = folder / f".{name}.new"
    fresh.write_text("\n".join((*lines, "")), encoding="utf-8")
    fresh.chmod(0o644)
    fresh.replace(file)


def read(folder: Path, *, without: str = "") -> tuple[str, ...]:
    """Return all sentences by subject, but those ``without`` one; what is unreadable has none."""
    sentences: list[str] = []
    try:
        files = sorted(path for path in folder.iterdir() if not path.name.startswith("."))
        files = [file for file in files if file.name != without]
        for file in files:
            lines = file.read_text(encoding="utf-8", errors="replace").splitlines()
            sentences += [one_line(line, LONGEST) for line in lines if line.strip()]
    except OSError:
        return tuple(sentences[:MOST])
    return tuple(sentences[:MOST])
