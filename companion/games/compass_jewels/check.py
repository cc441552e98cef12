"""Checks of an owner's data and options (rules file, section 10)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.options import wrong_options
from companion.engine.shapes import Keyed, Where, wrong
from companion.games.compass_jewels.variant import CHECKERS, DATA, OPTIONS

_NAME: Final = 12
"""The longest name of a colour that fits on a panel beside its letter, in characters."""
_HUE: Final = re.compile(r"#[0-9a-fA-F]{6}")


def check(data: Struct, options: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default, and in ``options``."""
    return (*_data(data), *wrong_options(OPTIONS, options), *_options(options))


def _options(options: Struct) -> Iterator[Problem]:
    if options.get("repetition_stop") is not True and options.get("repetition_stop") == 1:
        path = ("options", "repetition_stop")
        message = say("expected 2 or more, or 0 for never: every position occurs once")
        yield Problem(path, message)
    colours = options.get("checkers", ())
    if isinstance(colours, list | tuple) and len(colours) not in (0, CHECKERS):
        yield Problem(("options", "checkers"), say("expected two colours, one for each player"))


def _data(data: Struct) -> Iterator[Problem]:
    yield from wrong(_DATA, ("data",), data)
    colours = data.get("colours", {})
    if isinstance(colours, Mapping):
        yield from _alike(colours)


def _is_word(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name.strip()) == len(name) <= _NAME


_COLOUR: Final = Keyed(
    {
        "name": Where(_is_word, say("expected a word of at most {most} letters", most=_NAME)),
        "hue": Where(
            lambda hue: isinstance(hue, str) and _HUE.fullmatch(hue),
            say("expected red, green and blue in hexadecimal: '#c8322d'"),
        ),
    },
    say("expected name or hue, such as {{name: rose, hue: '#d03060'}}"),
)
_DATA: Final = Keyed(
    {
        "colours": Keyed(
            dict.fromkeys(DATA["colours"], _COLOUR),
            say("expected the letters {letters}", letters=", ".join(DATA["colours"])),
        )
    }
)


def _alike(colours: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield problems for colours with the same name, and warnings for those with the same hue."""
    for key in _COLOUR.shapes:
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
