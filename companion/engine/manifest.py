"""Manifest of a game, ``manifest.yaml``: facts available without importing its rules.

It is optional; without one, the rules are imported to show the game's title.
"""

import re
from importlib.resources import files
from importlib.resources.abc import Traversable
from importlib.util import find_spec
from pathlib import Path
from typing import Annotated, Final, Literal

import msgspec
from msgspec import Meta

from companion.engine.forms import name_of_file
from companion.engine.message import say
from companion.schema.bounds import Few, Named, Positive, Word
from companion.schema.mistakes import Invalid, Mistake
from companion.schema.yaml_reader import read_yaml

FILE: Final = "manifest.yaml"
LANGUAGE: Final = re.compile(r"[a-z]{2,3}(-[A-Za-z]{2,4})?")
"""The code of a language, such as ``de``."""


class Manifest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The facts for choosing a game, and for listing finished ones."""

    title: Annotated[Word, Meta(min_length=1)]
    """Name for people."""
    least: Positive
    most: Positive
    """The smallest and the greatest number of players."""
    step: Positive = 1
    """Difference between two possible numbers, such as 2 for pairs."""
    teams: Few[Few[Annotated[int, Meta(ge=0, le=99)]]] = ()
    """The seats of each team; empty if nobody plays together."""
    titles: Named[Word] = msgspec.field(default_factory=dict)
    """The title by language, if it is not a proper name."""
    bgg: Positive | None = None
    """The game's number at BoardGameGeek, if somebody has looked it up."""
    points: Literal["most", "least", "none"] = "most"
    """Which points win."""
    cooperative: bool = False
    """Whether all win or lose together."""

    icon: Annotated[str, Meta(max_length=56)] = ""
    """A small picture for lists of games: the rows of one in ``icons``, each in a line."""

    def __post_init__(self) -> None:
        """Refuse a range without a number, or without its last one, and unknown languages."""
        if self.most < self.least:
            raise ValueError(say("most at least as much as least"))
        if (self.most - self.least) % self.step:
            raise ValueError(say("a step that leads from least to most"))
        if not all(map(LANGUAGE.fullmatch, self.titles)):
            raise ValueError(say("codes of languages as the keys of titles, such as de"))

    @property
    def players(self) -> range:
        """Possible numbers of players."""
        return range(self.least, self.most + 1, self.step)

    def title_in(self, language: str) -> str:
        """Return the title in a language, or the common one."""
        return self.titles.get(language, self.title)


def summary_of(facts: Manifest) -> str:
    """Return the facts in brief, for comparison in an error message."""
    teams = f", teams {facts.teams}" if facts.teams else ""
    return f"{facts.title!r} for {facts.players!r}{teams}"


def manifest(package: str) -> Manifest:
    """Return the manifest of the game in a ``package``, for the game itself."""
    return _read(files(package).joinpath(FILE), package)


def manifest_of(module: str) -> Manifest | None:
    """Return the manifest beside a module without importing it; ``None`` if there is none.

    Its parent packages are imported. Raises ``Invalid`` for an invalid manifest.
    """
    spec = find_spec(module)
    folders = [] if spec is None else spec.submodule_search_locations or []
    files = (Path(folder) / FILE for folder in folders)
    file = next((file for file in files if file.is_file()), None)
    return None if file is None else _read(file, module)


def _read(file: Traversable, package: str) -> Manifest:
    """Return a manifest. Raises ``Invalid`` naming the game's file, line, field and remedy."""
    name = name_of_file(package, FILE)
    try:
        text = file.read_text(encoding="utf-8")
    except UnicodeDecodeError:
        remedy = say("is not written in UTF-8; save it so")
        raise Invalid(Mistake((), remedy=remedy, file=name)) from None
    return read_yaml(Manifest, text, name)
