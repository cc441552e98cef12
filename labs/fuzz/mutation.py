"""Spoils inputs: bytes and texts anywhere, and JSON values by their structure.

Every function draws from a ``Random``: hypothesis's own in `tests/`, where it shrinks what it
finds, and a plain one in the long run, which is a hundred times faster.
"""

import json
from collections.abc import Callable, Sequence
from random import Random
from types import MappingProxyType
from typing import Any, Final

HOSTILE: Final[tuple[Any, ...]] = (
    None,
    True,
    False,
    0,
    -1,
    2**31,
    2**53,
    2**63,
    -(10**400),
    10**400,
    10**30,
    1e308,
    -0.0,
    0.5,
    float("nan"),
    float("inf"),
    "",
    " ",
    "-",
    "\ud800",
    "a\udfffb",
    "\x00",
    "line\nbreak",
    "\u2028",
    "\u202e",
    "é",
    "é",
    "²",
    "٣",
    "{0}",
    "{name!r}",
    "%s",
    "x" * 5000,
    [],
    {},
    [[]],
    [None],
    {"": None},
    {"type": "?"},
)
"""Values that are allowed where they stand only by luck."""
DEEPEST: Final = (30, 400, 1500, 5000)
"""How deep values may be nested into each other."""
_AS_TEXT: Final[MappingProxyType[str, Callable[[Any], object]]] = MappingProxyType(
    {"str": str, "int": lambda value: len(str(value)), "list": lambda value: [value]}
)


def hostile(source: Random) -> Any:  # noqa: ANN401 - of any JSON type
    """Return a fresh value that nobody expects."""
    return json.loads(json.dumps(source.choice(HOSTILE)))


def spoiled_json(value: Any, source: Random, tokens: Sequence[str] = ()) -> Any:  # noqa: ANN401
    """Return a JSON value with one thing wrong somewhere inside; it may be changed in place."""
    if isinstance(value, dict) and value and source.random() < 0.85:
        return _spoiled_object(value, source, tokens)
    if isinstance(value, list) and value and source.random() < 0.85:
        return _spoiled_list(value, source, tokens)
    return _instead(value, source, tokens)


def _spoiled_object(value: dict[str, Any], source: Random, tokens: Sequence[str]) -> Any:  # noqa: ANN401
    key = source.choice(list(value))
    way = source.randrange(12)
    if way == 0:
        del value[key]
    elif way == 1:
        value[_odd_word(source, tokens)] = value.pop(key)
    elif way == 2:
        value[_odd_word(source, tokens)] = value[key]
    elif way == 3:
        value[key] = value[source.choice(list(value))]
    else:
        value[key] = spoiled_json(value[key], source, tokens)
    return value


def _spoiled_list(value: list[Any], source: Random, tokens: Sequence[str]) -> Any:  # noqa: ANN401
    at = source.randrange(len(value))
    way = source.randrange(12)
    if way == 0:
        del value[at]
    elif way == 1:
        value.insert(at, value[source.randrange(len(value))])
    elif way == 2:
        value.reverse()
    elif way == 3:
        value *= source.choice((2, 20))
    else:
        value[at] = spoiled_json(value[at], source, tokens)
    return value


def _instead(value: Any, source: Random, tokens: Sequence[str]) -> Any:  # noqa: ANN401
    way = source.randrange(8)
    if way == 0 and isinstance(value, int):
        return value + source.choice((-1, 1, 1000, -value, 256))
    if way == 1 and isinstance(value, str):
        return spoiled_text(value, source, tokens)
    if way == 2:
        return _AS_TEXT[source.choice(list(_AS_TEXT))](value)
    if way == 3 and tokens:
        return source.choice(tokens)
    return hostile(source)


def _odd_word(source: Random, tokens: Sequence[str]) -> str:
    if tokens and source.random() < 0.6:
        return source.choice(tokens)
    return source.choice(("", "x", "type", "\ud800", "kind", "0", "x" * 300, "line\nbreak"))


def nested(source: Random) -> str:
    """Return the text of a value that contains itself very often."""
    depth = source.choice(DEEPEST)
    opening, closing = source.choice((("[", "]"), ('{"a":', "}")))
    closed = closing * (depth if source.random() < 0.8 else 0)
    return f"{opening * depth}0{closed}"


def to_text(value: object, source: Random) -> str:
    """Return the JSON text of a value; now and then part of it is nested very deeply."""
    text = json.dumps(value)
    if source.random() < 0.01:
        return text.replace(source.choice(("0", "1", '""', "[]", "{}")), nested(source), 1)
    return text


def spoiled_text(text: str, source: Random, tokens: Sequence[str] = ()) -> str:
    """Return a text with a few characters wrong somewhere."""
    at = source.randrange(len(text) + 1)
    end = min(len(text), at + source.choice((1, 1, 2, 8, 40)))
    other = source.randrange(len(text) + 1)
    signs = source.choice("\"'{}[]:,\\\n\t -~!<=#&*0123456789\u0663é\ufeff")
    token = source.choice(tokens) if tokens else signs
    ways = (
        text[:at] + text[end:],
        text[:end] + text[at:],
        text[:at],
        text[:at] + text[other : other + 20] + text[end:],
        text[:at] + token + text[end:],
        text[:at] + token + text[at:],
        text[:at] + chr(source.randrange(256)) + text[end:],
        text[:at] + signs + text[at:],
    )
    return source.choice(ways)


def spoiled_bytes(content: bytes, source: Random, tokens: Sequence[bytes] = ()) -> bytes:
    """Return bytes with a few of them wrong somewhere."""
    spoiled = bytearray(content)
    at = source.randrange(len(spoiled) + 1)
    end = at + source.choice((1, 1, 2, 4, 16, 64))
    way = source.randrange(8)
    if way == 0:
        del spoiled[at:end]
    elif way == 1:
        spoiled[at:at] = spoiled[at:end]
    elif way == 2:
        del spoiled[at:]
    elif way == 3 and tokens:
        spoiled[at:at] = source.choice(tokens)
    elif way == 4:
        spoiled[at:end] = bytes(source.choice((0, 255, 2, 36)) for _ in spoiled[at:end])
    elif way == 5:
        spoiled[at:end] = source.randbytes(end - at)
    elif at < len(spoiled):
        spoiled[at] ^= 1 << source.randrange(8)
    return bytes(spoiled)
