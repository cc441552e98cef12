"""Which texts can be written: JSON and YAML can spell characters that no file or socket takes."""

from collections.abc import Mapping
from typing import Final

DEEPEST: Final = 64
"""The most levels to which values may be nested; none of ours has ten."""
_SPACES: Final = "\u00a0\u2009\u202f"
"""Spaces that Python does not count as printable, and that stand in numbers and before signs."""


def is_writable(value: object, levels: int = DEEPEST) -> bool:
    """Return whether every text in a JSON value can be written as UTF-8.

    A lone surrogate (U+D800 to U+DFFF) cannot (RFC 3629, section 3); JSON and YAML can escape one.
    Raises ``RecursionError``, as ``json.loads`` does, if values are nested in too many ``levels``.
    """
    if isinstance(value, str):
        return value.isprintable() or not any("\ud800" <= letter <= "\udfff" for letter in value)
    if not isinstance(value, Mapping | list | tuple):
        return True
    if not levels:
        raise RecursionError("values are nested too deeply")
    if isinstance(value, Mapping) and not is_writable(tuple(value)):
        return False
    inner = value.values() if isinstance(value, Mapping) else value
    return all(is_writable(item, levels - 1) for item in inner)


def one_line(text: str, longest: int) -> str:
    """Return a text as it can stand in a sentence: in one line, and not longer than that.

    What cannot be seen is written as an escape, and the end of a long text is left out.
    """
    if len(text) > longest:
        text = f"{text[: longest - 1]}…"
    if text.isprintable():
        return text
    return "".join(letter if _is_seen(letter) else _escape(letter) for letter in text)


def _is_seen(letter: str) -> bool:
    return letter.isprintable() or letter in _SPACES


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
