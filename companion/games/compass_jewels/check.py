"""Checks of an owner's data and options (rules file, section 10)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.options import unknown_keys, wrong_options
from companion.games.compass_jewels.variant import CHECKERS, OPTIONS

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
        told = say("expected 2 or more, or 0 for never: every position occurs once")
        yield Problem(path, told)
    colours = options.get("checkers", ())
    if isinstance(colours, list | tuple) and len(colours) not in (0, CHECKERS):
        yield Problem(("options", "checkers"), say("expected two colours, one for each player"))


def _data(default: Mapping[str, Any], data: Struct) -> Iterator[Problem]:
    yield from unknown_keys(("data",), default, data)
    given = data.get("colours", {})
    letters = default["colours"]
    if not isinstance(given, Mapping):
        told = say("expected the letters {letters}", letters=", ".join(letters))
        yield Problem(("data", "colours"), told)
        return
    yield from unknown_keys(("data", "colours"), letters, given)
    for letter, colour in given.items():
        if letter in letters:
            yield from _colour(("data", "colours", letter), colour)
    yield from _alike(given)


def _colour(path: tuple[str, ...], colour: object) -> Iterator[Problem]:
    if not isinstance(colour, Mapping):
        told = say("expected name or hue, such as {{name: rose, hue: '#d03060'}}")
        yield Problem(path, told)
        return
    yield from unknown_keys(path, _KEYS, colour)
    name, hue = colour.get("name", "-"), colour.get("hue", "#000000")
    if not isinstance(name, str) or not 0 < len(name.strip()) == len(name) <= _NAME:
        told = say("expected a word of at most {most} letters", most=_NAME)
        yield Problem((*path, "name"), told)
    if not isinstance(hue, str) or _HUE.fullmatch(hue) is None:
        told = say("expected red, green and blue in hexadecimal: '#c8322d'")
        yield Problem((*path, "hue"), told)


def _alike(colours: Mapping[str, Any]) -> Iterator[Problem]:
    """Find colours that nobody could tell apart by their names, or hardly by their hues."""
    for key in _KEYS:
        seen: dict[str, str] = {}
        for letter, colour in colours.items():
            value = colour.get(key) if isinstance(colour, Mapping) else None
            if isinstance(value, str):
                other = seen.setdefault(value.lower(), letter)
                if other != letter:
                    message = say(
                        "the same {key} as {other}; the letters still tell them apart",
                        key=key,
                        other=other,
                    )
                    yield Problem(("data", "colours", letter, key), message, warning=key == "hue")
