"""Texts as keys with parameters; wordings come from message catalogues, never from the rules."""

from collections.abc import Iterable, Mapping
from typing import Final

import msgspec

OWN: Final = "own"
"""The key of a text that brings its words along: by language, or for all under an empty name."""


class Seat(msgspec.Struct, frozen=True):
    """A placeholder for the name of the player in a seat (0 is the first in clockwise order)."""

    index: int


class Text(msgspec.Struct, frozen=True):
    """A message to be translated: a key of the catalogues and the values of its placeholders."""

    key: str
    params: Mapping[str, "Param"] = msgspec.field(default_factory=dict)

    def __hash__(self) -> int:
        """Return the same hash for equal texts, independent of the order of their parameters."""
        return hash((self.key, frozenset(self.params.items())))


Param = str | int | Seat | Text
"""A value of a placeholder; a ``Text`` is itself translated first."""


def text(key: str, **params: Param) -> Text:
    """Return the message ``key`` with ``params``."""
    return Text(key, params)


def enumeration(kind: str, items: Iterable[Param]) -> Text:
    """Return items as a list of a kind, ``and``, ``or`` or ``plain``, for each language."""
    return Text(f"list.{kind}", {str(number): item for number, item in enumerate(items)})


def titled(title: str, titles: Mapping[str, str]) -> Text:
    """Return a title, which may have translations."""
    return own_words(titles or {"": title})


def own_words(words: Mapping[str, str]) -> Text:
    """Return a text with its own wording, such as a name entered by a user.

    ``words`` are given by language; an empty name stands for all languages.
    """
    return Text(OWN, words)
