"""The owner's tags: those that the configuration lists, and those that were learned on the box.

What is learned is kept in a YAML file of its own, one line a tag, whole or not at all; it can be
copied to another box or named as ``tags`` in a configuration.
"""

import re
from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import yaml

from companion.devices.tag_number import TAG_NUMBER
from companion.engine.message import say
from companion.engine.writable import is_writable
from companion.storage import durable

FILE: Final = "tags.yaml"
"""In the state folder."""
_HEAD: Final = "# Tags learned on the box: number of the tag, then the piece that carries it.\n"


class TagsError(ValueError):
    """A file of tags is not what it should be; the message says why."""


@dataclass(slots=True)
class TagBook:
    """Which piece each tag is under. ``given`` comes from the configuration, ``file`` is ours."""

    given: Mapping[str, str]
    file: Path
    learned: dict[str, str] = field(init=False)
    damage: str = field(default="", init=False)
    """Why the file could not be read, for people."""
    _seen: tuple[int, int, int] | None = field(default=None, init=False)
    """What the file was like when it was read last."""

    def __post_init__(self) -> None:
        """Read what was learned before."""
        self.learned = {}
        self.renew()

    def renew(self) -> None:
        """Read the file if somebody else has written it; a damaged one is set aside, not lost."""
        now = _look(self.file)
        if now == self._seen:
            return
        try:
            self.learned = {} if now is None else _read(self.file)
            self._seen = now
        except (OSError, ValueError, AttributeError, yaml.YAMLError) as error:
            aside = self.file.with_suffix(".damaged.yaml")
            self.damage = say(
                "{file} is no list of tags and was set aside as {aside}: {error}",
                file=self.file,
                aside=aside.name,
                error=error,
            )
            self.file.replace(aside)
            self._seen = None

    @property
    def tags(self) -> Mapping[str, str]:
        """All tags; what was learned counts where both know a tag."""
        return {**self.given, **self.learned}

    def learn(self, tag: str, piece: str) -> None:
        """Note a tag, durably; the piece has no other learned tag from now on."""
        self.learn_all([(tag, piece)])

    def learn_all(self, pairs: Iterable[tuple[str, str]]) -> None:
        """Note tags with their pieces, all of them or none."""
        self.renew()
        for tag, piece in pairs:
            kept = {each: other for each, other in self.learned.items() if other != piece}
            self.learned = {**kept, tag: piece}
        self.write(self.file, self.learned)
        self._seen = _look(self.file)

    @staticmethod
    def write(file: Path, tags: Mapping[str, str]) -> None:
        """Write tags to a file, whole or not at all."""
        lines = yaml.safe_dump(dict(tags), default_flow_style=False, sort_keys=False)
        durable.write(file, _HEAD + lines)


def _look(file: Path) -> tuple[int, int, int] | None:
    """Return what tells a file from its later versions; `None` if it is not there."""
    try:
        found = file.stat()
    except FileNotFoundError:
        return None
    return found.st_ino, found.st_mtime_ns, found.st_size


def _read(file: Path) -> dict[str, str]:
    found = yaml.load(file.read_text(encoding="utf-8"), Loader=_Words)  # noqa: S506 - safe
    tags = {str(tag): str(piece) for tag, piece in (found or {}).items()}
    if not is_writable(tags):
        raise ValueError(say("a character here cannot be written: leave out the lone surrogate"))
    return tags


def imported(file: Path) -> dict[str, str]:
    """Return the tags that a file lists. Raises `OSError`, or `TagsError` naming what is wrong."""
    try:
        found = _read(file)
    except (ValueError, AttributeError, yaml.YAMLError) as error:
        raise TagsError(
            say("{file} is no list of tags: {error}", file=file, error=error)
        ) from error
    tags = {re.sub(r"[:\s-]", "", tag).upper(): piece for tag, piece in found.items()}
    for tag in tags:
        if not TAG_NUMBER.fullmatch(tag):
            raise TagsError(
                say(
                    "{file}: {tag} is no number of a tag, expected 8 to 20 hexadecimal digits",
                    file=file,
                    tag=tag,
                )
            )
    for piece, count in Counter(tags.values()).items():
        if count > 1:
            told = say(
                "{file}: {piece} has {count} tags; keep one", file=file, piece=piece, count=count
            )
            raise TagsError(told)
    return tags


class _Words(yaml.SafeLoader):
    """Reads every scalar as it is written: the tag 0012345678 keeps its zeros."""


_Words.yaml_implicit_resolvers = {}
