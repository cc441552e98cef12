"""Checks of an owner's data and options (rules file, section 10)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.options import unknown_keys, wrong_options
from companion.games.compass_jewels.config import CHECKERS, OPTIONS

_NAME: Final = 12
"""Letters of a colour's name that fit a panel beside its letter."""
_HUE: Final = re.compile(r"#[0-9a-fA-F]{6}")
_KEYS: Final = ("name", "hue")


def check(default: Mapping[str, Any], data: Struct, options: Struct) -> tuple[Problem, ...]:
    """Return every mistake in ``data`` (laid over the ``default``) and ``options``."""
    return (*_data(default, data), *wrong_options(OPTIONS, options), *_options(options))


def _options(options: Struct) -> Iterator[Problem]:
    if options.get("repetition_stop") is not True and options.get("repetition_stop") == 1:
        path = ("options", "repetition_stop")
        yield Problem(path, "expected 2 or more, or 0 for never: every position occurs once")
    colours = options.get("checkers", ())
    if isinstance(colours, list | tuple) and len(colours) not in (0, CHECKERS):
        yield Problem(("options", "checkers"), "expected two colours, one for each player")


def _data(default: Mapping[str, Any], data: Struct) -> Iterator[Problem]:
    yield from unknown_keys(("data",), default, data)
    given = data.get("colours", {})
    letters = default["colours"]
    if not isinstance(given, Mapping):
        yield Problem(("data", "colours"), f"expected the letters {', '.join(letters)}")
        return
    yield from unknown_keys(("data", "colours"), letters, given)
    for letter, colour in given.items():
        if letter in letters:
            yield from _colour(("data", "colours", letter), colour)
    yield from _alike(given)


def _colour(path: tuple[str, ...], colour: object) -> Iterator[Problem]:
    if not isinstance(colour, Mapping):
        yield Problem(path, "expected name or hue, such as {name: rose, hue: '#d03060'}")
        return
    yield from unknown_keys(path, _KEYS, colour)
    name, hue = colour.get("name", "-"), colour.get("hue", "#000000")
    if not isinstance(name, str) or not 0 < len(name.strip()) == len(name) <= _NAME:
        yield Problem((*path, "name"), f"expected a word of at most {_NAME} letters")
    if not isinstance(hue, str) or _HUE.fullmatch(hue) is None:
        yield Problem((*path, "hue"), "expected red, green and blue in hexadecimal: '#c8322d'")


def _alike(colours: Mapping[str, Any]) -> Iterator[Problem]:
    """Find colours that nobody could tell apart by their names, or hardly by their hues."""
    for key in _KEYS:
        seen: dict[str, str] = {}
        for letter, colour in colours.items():
            value = colour.get(key) if isinstance(colour, Mapping) else None
            if isinstance(value, str):
                other = seen.setdefault(value.lower(), letter)
                if other != letter:
                    message = f"the same {key} as {other}; the letters still tell them apart"
                    yield Problem(("data", "colours", letter, key), message, warning=key == "hue")
