"""Reads ``words.yaml``: the texts of a small game by language and key."""

from collections.abc import Mapping, Sequence
from importlib.resources import files
from typing import Annotated, Final, TypeAlias

from msgspec import Meta

from companion.schema.bounds import Prose, Word
from companion.schema.yaml_reader import line_in_yaml, read_yaml

FILE: Final = "words.yaml"

Wording: TypeAlias = Prose | Annotated[tuple[Prose, ...], Meta(min_length=1, max_length=2)]
"""The words of a key, or a list of the words and a short form."""
PlainWording: TypeAlias = Mapping[str, Wording]
_Words: TypeAlias = Annotated[dict[Word, Wording], Meta(max_length=10_000)]
_Languages: TypeAlias = Annotated[dict[Word, _Words], Meta(max_length=100)]


def plain_words(package: str) -> Mapping[str, PlainWording]:
    """Return the texts in a package's file by language; empty without the file.

    Raises ``ValueError`` naming file, line and field of a mistake, and the expected value.
    """
    file = files(package) / FILE if package else None
    if file is None or not file.is_file():
        return {}
    words: Mapping[str, PlainWording] = read_yaml(_Languages, file.read_text("utf-8"), FILE)
    return words


def line_of(package: str, path: Sequence[str]) -> int:
    """Return the line of a language or a key in a package's file."""
    return line_in_yaml((files(package) / FILE).read_text("utf-8"), path)
