"""The owner's tags: those that the configuration lists, and those that were learned on the box.

What is learned is kept in a YAML file of its own, one line a tag, whole or not at all; it can be
copied to another box or named as ``tags`` in a configuration.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

import yaml

from companion import durable
from companion.engine.message import say

FILE: Final = "tags.yaml"
"""In the state folder."""
_HEAD: Final = "# Tags learned on the box: number of the tag, then the piece that carries it.\n"


@dataclass(slots=True)
class TagBook:
    """Which piece each tag is under. ``given`` comes from the configuration, ``file`` is ours."""

    given: Mapping[str, str]
    file: Path
    learned: dict[str, str] = field(init=False)
    damage: str = field(default="", init=False)
    """Why the file could not be read, for people."""

    def __post_init__(self) -> None:
        """Read what was learned before; a damaged file is set aside, never overwritten."""
        self.learned = {}
        try:
            found = yaml.load(self.file.read_text(encoding="utf-8"), Loader=_Words)  # noqa: S506 - safe
            self.learned = {str(tag): str(piece) for tag, piece in (found or {}).items()}
        except FileNotFoundError:
            return
        except (OSError, ValueError, AttributeError, yaml.YAMLError) as error:
            aside = self.file.with_suffix(".damaged.yaml")
            self.damage = say(
                "{file} is no list of tags and was set aside as {aside}: {error}",
                file=self.file,
                aside=aside.name,
                error=error,
            )
            self.file.replace(aside)

    @property
    def tags(self) -> Mapping[str, str]:
        """All tags; what was learned counts where both know a tag."""
        return {**self.given, **self.learned}

    def learn(self, tag: str, piece: str) -> None:
        """Note a tag, durably; the piece has no other learned tag from now on."""
        kept = {each: other for each, other in self.learned.items() if other != piece}
        self.learned = {**kept, tag: piece}
        self.write(self.file)

    def write(self, file: Path) -> None:
        """Write the learned tags to a file, whole or not at all."""
        lines = yaml.safe_dump(self.learned, default_flow_style=False, sort_keys=False)
        durable.write(file, _HEAD + lines)


class _Words(yaml.SafeLoader):
    """Reads every scalar as it is written: the tag 0012345678 keeps its zeros."""


_Words.yaml_implicit_resolvers = {}
