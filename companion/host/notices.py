"""Notices about the computer that the panel shows, exchanged as a file.

Each line is one sentence in the language of the box, followed by a tab and its message id and
parameters, so that a page can translate it. The daemon reads the file at start-up, and again on
SIGHUP.
"""

import json
from collections.abc import Iterable, Mapping
from contextlib import suppress
from pathlib import Path
from typing import Any, Final

from companion.engine.message import Message
from companion.i18n.catalogue import Phrases
from companion.i18n.languages import DEFAULT
from companion.schema.reading import parse_json
from companion.schema.writable import one_line

FOLDER: Final = Path("/run/companion-host")
"""Where everything lies that is made from the card at each start."""
HEALTH: Final = "health"
"""The subject of sentences about heat, supply and card."""
UPDATE: Final = "update"
"""The subject of sentences about updates."""
PROGRESS: Final = "fetching"
"""The file that tells how far an update is that comes over the network."""
MOST: Final = 8
"""The most sentences that are kept: nobody reads more."""
LONGEST: Final = 300
"""The most characters of one."""


def write(folder: Path, name: str, sentences: Iterable[str], language: str = DEFAULT) -> None:
    """Replace the notices about one subject; without any, remove its file."""
    file, words = folder / name, Phrases(language, tuple)
    lines = [_line(sentence, words) for sentence in sentences][:MOST]
    if not lines:
        file.unlink(missing_ok=True)
        return
    _put(file, "\n".join((*lines, "")))


def read(folder: Path, *, without: str = "") -> tuple[str, ...]:
    """Return all notices by subject, except those ``without``; unreadable files have none."""
    sentences: list[str] = []
    with suppress(OSError):
        names = sorted(path.name for path in folder.iterdir() if not path.name.startswith("."))
        for name in names:
            sentences += about(folder, name) if name != without else ()
    return tuple(sentences[:MOST])


def about(folder: Path, name: str) -> tuple[str, ...]:
    """Return the notices about one subject."""
    try:
        lines = (folder / name).read_text(encoding="utf-8", errors="replace").splitlines()
    except OSError:
        return ()
    return tuple(map(_sentence, filter(str.strip, lines)))


def _line(sentence: str, words: Phrases) -> str:
    line = one_line(words.tell(sentence), LONGEST)
    return f"{line}\t{json.dumps(_parts(sentence))}" if isinstance(sentence, Message) else line


def _sentence(line: str) -> str:
    """Return the notice in a line, as a message if the line has its id."""
    english, _, made_from = line.partition("\t")
    with suppress(ValueError, TypeError, LookupError):
        return _whole(parse_json(made_from))
    return one_line(english, LONGEST)


def _parts(value: object) -> object:
    if not isinstance(value, Message):
        return value if isinstance(value, int) else str(value)
    return [value.template, {name: _parts(part) for name, part in value.params.items()}]


def _whole(parts: Any) -> Message:  # noqa: ANN401 - what JSON can hold
    template, params = parts
    return Message(
        str(template),
        {
            name: _whole(part) if isinstance(part, list) else part
            for name, part in dict(params).items()
        },
    )


def show_progress(folder: Path, progress: Mapping[str, str | int]) -> None:
    """Record the progress of an update."""
    _put(folder / PROGRESS, json.dumps(progress))


def progress(folder: Path) -> Mapping[str, Any]:
    """Return the progress of an update, empty if there is none."""
    try:
        content = parse_json((folder / PROGRESS).read_text(encoding="utf-8"))
    except (OSError, ValueError):
        return {}
    return content if isinstance(content, dict) else {}


def _put(file: Path, content: str) -> None:
    """Write a world-readable file atomically."""
    fresh = file.with_name(f".{file.name}.new")
    fresh.write_text(content, encoding="utf-8")
    fresh.chmod(0o644)
    fresh.replace(file)
