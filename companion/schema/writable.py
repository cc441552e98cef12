"""Checks that strings can be encoded: JSON and YAML can escape unencodable characters."""

import re
from collections.abc import Mapping
from typing import Final

import msgspec

DEEPEST: Final = 64
"""The most levels to which values may be nested; none of ours has ten."""
_ALIKE: Final = bytes.maketrans(b"[]{}", b"()()")
_OTHERS: Final = bytes(set(range(256)) - set(b"[]{}"))
"""What is not a bracket of a list or an object in a JSON text."""
_CONTROL: Final = re.compile(r"[\x00-\x1f\x7f-\x9f]")
_SPACES: Final = "\u00a0\u2009\u202f"
"""Spaces that Python does not count as printable, and that stand in numbers and before signs."""


def is_writable(value: object) -> bool:
    """Return whether every string in a JSON value can be encoded as UTF-8.

    A lone surrogate (U+D800 to U+DFFF) cannot (RFC 3629, section 3); JSON and YAML can escape one.
    Raises ``RecursionError``, as ``json.loads`` does, if values are nested too deeply.
    """
    if not isinstance(value, Mapping | list | tuple):
        return _is_writable(value, DEEPEST)
    try:
        encoded = msgspec.json.encode(value)
    except UnicodeEncodeError:
        return False
    except (TypeError, ValueError, OverflowError):  # a number or key that only Python can write
        return _is_writable(value, DEEPEST)
    check_depth(encoded)
    return True


def check_depth(encoded: bytes) -> None:
    """Raise ``RecursionError`` if lists and objects in a JSON text are nested too deeply.

    Without escapes, every other quote ends a string; each pass then removes the empty lists and
    objects. A regular expression for strings would take ten times as long.
    """
    unescaped = encoded.replace(rb"\\", b"").replace(rb"\"", b"")
    brackets = b"".join(unescaped.split(b'"')[::2]).translate(_ALIKE, _OTHERS)
    for _ in range(DEEPEST):
        if not brackets:
            return
        brackets = brackets.replace(b"()", b"")
    if brackets:
        raise RecursionError("values are nested too deeply")


def _is_writable(value: object, levels: int) -> bool:
    if isinstance(value, str):
        return value.isprintable() or not any("\ud800" <= letter <= "\udfff" for letter in value)
    if not isinstance(value, Mapping | list | tuple):
        return True
    if not levels:
        raise RecursionError("values are nested too deeply")
    if isinstance(value, Mapping) and not all(_is_writable(key, levels) for key in value):
        return False
    inner = value.values() if isinstance(value, Mapping) else value
    return all(_is_writable(item, levels - 1) for item in inner)


def controlled(value: object) -> str | None:
    """Return a string in a JSON value that has a control character, ``None`` without one.

    A control character (C0, C1) breaks lines, tables and terminals. A value may be nested in as
    many levels as Python follows.
    """
    if isinstance(value, str):
        return value if _CONTROL.search(value) else None
    if isinstance(value, Mapping):
        value = (*value, *value.values())
    if not isinstance(value, list | tuple):
        return None
    return next((text for text in map(controlled, value) if text is not None), None)


def one_line(text: str, longest: int) -> str:
    """Return a string in a form for sentences: one line, truncated.

    Invisible characters are escaped, and the end of a long string is cut off.
    """
    if len(text) > longest:
        text = f"{text[: longest - 1]}…"
    if text.isprintable():
        return text
    return "".join(letter if _is_visible(letter) else _escape(letter) for letter in text)


def _is_visible(letter: str) -> bool:
    return letter.isprintable() or letter in _SPACES


def _escape(letter: str) -> str:
    return letter.encode("unicode_escape").decode("ascii")
