"""The texts of the pages: the messages of a catalogue, also as one flat object for browsers."""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib.resources import files
from struct import unpack_from
from typing import Final

_MAGIC: Final = 0x950412DE
"""First word of an MO file (GNU gettext manual, 10.3); ours are little-endian."""


class Words:
    """The texts of the pages and of the server itself in one language."""

    def __init__(self, language: str) -> None:
        """Read the catalogue. Raises ``FileNotFoundError`` for a language that has none."""
        compiled = (files("companion.web") / "text" / f"{language}.mo").read_bytes()
        self.all: Mapping[str, str] = dict(_messages(compiled))

    def say(self, key: str, **params: str | int) -> str:
        """Return the text of a key, with its parameters filled in."""
        return self.all[key].format_map(params)


@lru_cache(maxsize=4)
def words(language: str) -> Words:
    """Return the texts of a language, whose catalogue is read only once."""
    return Words(language)


def _messages(compiled: bytes) -> Iterator[tuple[str, str]]:
    magic, _, count, keys, strings = unpack_from("<5I", compiled)
    if magic != _MAGIC:
        raise ValueError("a catalogue is no little-endian MO file: make it with `make text`")
    for i in range(count):
        key = _text(compiled, keys + 8 * i)
        if key:
            yield key, _text(compiled, strings + 8 * i)


def _text(compiled: bytes, at: int) -> str:
    length, start = unpack_from("<2I", compiled, at)
    return compiled[start : start + length].decode("utf-8")
