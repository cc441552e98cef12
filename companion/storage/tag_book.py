"""Tags and their pieces: from the configuration, and learned on the box.

Learned tags are kept in a YAML file of their own, one per line, which is written whole or not at
all. It can be copied to another box, or named as ``tags`` in a configuration.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from os.path import lexists
from pathlib import Path
from typing import Final

import msgspec
import yaml

from companion.devices.tag_number import TAG_NUMBER
from companion.engine.message import Message, reason, say
from companion.schema import bounded_yaml
from companion.schema.bounds import Word
from companion.schema.mistakes import describe_value
from companion.schema.reading import fits
from companion.schema.writable import is_writable
from companion.storage import bounded_file, durable

FILE: Final = "tags.yaml"
"""The file's name in the state folder."""
_HEAD: Final = "# Tags learned on the box: number of the tag, then the piece that carries it.\n"


class TagsError(ValueError):
    """A file is not a valid list of tags; the message says why."""


class TagBook(msgspec.Struct, eq=False):
    """The piece of each tag: ``given`` by the configuration, or enrolled in ``file``."""

    given: Mapping[str, str]
    file: Path
    learned: dict[str, str] = msgspec.field(default_factory=dict)
    damage: str = ""
    """Why the file could not be read, for people to see; empty if it could."""
    _file_state: tuple[int, int, int] | None = None
    """Version of the file that was read last; see ``_look``."""

    def __post_init__(self) -> None:
        """Read the tags enrolled before."""
        self.renew()

    def renew(self) -> None:
        """Read the file if somebody else has changed it; a damaged one is set aside, not lost.

        One that cannot be read at all may be sound: it stays where it is.
        """
        try:
            now = _look(self.file)
            if now == self._file_state:
                return
            self.learned = {} if now is None else _read(self.file)
            self._file_state = now
        except OSError as error:
            self.damage = say("{file} cannot be read: {error}", file=self.file, error=reason(error))
            self._file_state = None
        except (ValueError, yaml.YAMLError) as error:
            self.damage = _set_aside(self.file, _cause(error))
            self._file_state = None

    @property
    def tags(self) -> Mapping[str, str]:
        """All tags; enrolled ones take precedence over those of the configuration."""
        return {**self.given, **self.learned}

    def learn(self, tag: str, piece: str) -> None:
        """Enrol a tag, durably; it replaces any other enrolled tag of the piece."""
        self.learn_all([(tag, piece)])

    def learn_all(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Enrol tags with their pieces, durably, all of them or none."""
        self.renew()
        if self._file_state is None and lexists(self.file):  # an unreadable list
            durable.set_aside(self.file)
        for tag, piece in pairs:
            kept = {other_tag: other for other_tag, other in self.learned.items() if other != piece}
            self.learned = {**kept, tag: piece}
        self.write(self.file, self.learned)
        self._file_state = _look(self.file)

    @staticmethod
    def write(file: Path, tags: Mapping[str, str]) -> None:
        """Write tags to a file atomically."""
        lines = yaml.safe_dump(dict(tags), default_flow_style=False, sort_keys=False)
        durable.write(file, _HEAD + lines)


def _set_aside(file: Path, why: str) -> Message:
    """Rename a corrupt file, if the disk allows it; return a message."""
    try:
        aside = durable.set_aside(file)
    except OSError:
        return say("{file} is not a list of tags: {error}", file=file, error=why)
    return say(
        "{file} is not a list of tags and was set aside as {aside}: {error}",
        file=file,
        aside=aside.name,
        error=why,
    )


def _look(file: Path) -> tuple[int, int, int] | None:
    """Return what distinguishes a file from other versions of it, `None` if it is absent."""
    try:
        status = file.stat()
    except FileNotFoundError:
        return None
    return status.st_ino, status.st_mtime_ns, status.st_size


def _read(file: Path) -> dict[str, str]:
    """Return the pairs in a file as they are written, so that the tag 0012345678 keeps its zeros.

    Nothing is constructed from them: YAML can say `!!bool` of any word, and a list in itself.
    """
    node = bounded_yaml.compose(bounded_file.read_text(file))
    pairs = [] if node is None else node.value
    if not isinstance(node, yaml.MappingNode | None) or not all(
        isinstance(part, yaml.ScalarNode) for pair in pairs for part in pair
    ):
        raise ValueError(say("expected one `tag: piece` pair per line"))
    tags = {str(tag.value): str(piece.value) for tag, piece in pairs}
    if not is_writable(tags):
        raise ValueError(say("a character here cannot be written: leave out the lone surrogate"))
    return tags


def _cause(error: Exception) -> str:
    """Return the mistake in a file, in one sentence; YAML's own have several lines."""
    problem: str | None = getattr(error, "problem", None)
    return problem or reason(error)


def read_tag_file(file: Path) -> dict[str, str]:
    """Return the tags that a file lists. Raises `OSError`, or `TagsError` for a wrong list."""
    try:
        listed = _read(file)
    except (ValueError, yaml.YAMLError) as error:
        raise TagsError(
            say("{file} is not a list of tags: {error}", file=file, error=_cause(error))
        ) from error
    tags = {re.sub(r"[:\s-]", "", tag).upper(): piece for tag, piece in listed.items()}
    for tag in tags:
        if not TAG_NUMBER.fullmatch(tag):
            raise TagsError(
                say(
                    "{file}: {tag} is not a tag number, expected 8 to 20 hexadecimal digits",
                    file=file,
                    tag=tag,
                )
            )
    for piece, count in Counter(tags.values()).items():
        if not fits(Word, piece):
            message = say(
                "{file}: the piece {piece} has too long a name; shorten it",
                file=file,
                piece=describe_value(piece),
            )
            raise TagsError(message)
        if count > 1:
            message = say(
                "{file}: {piece} has {count} tags; keep one", file=file, piece=piece, count=count
            )
            raise TagsError(message)
    return tags
