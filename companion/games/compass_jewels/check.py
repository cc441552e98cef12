"""Checks of an owner's data (rules file, section 10)."""

import re
from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.shapes import ConsistentShape, KnownKeys, Predicate
from companion.engine.shapes import wrong_data as wrong
from companion.games.compass_jewels.variant import DATA

_NAME: Final = 12
"""The longest name of a colour that fits on a panel beside its letter, in characters."""
_HUE: Final = re.compile(r"#[0-9a-fA-F]{6}")


def wrong_data(data: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default."""
    return wrong(_DATA, {}, data)


def _is_word(name: object) -> bool:
    return isinstance(name, str) and 0 < len(name.strip()) == len(name) <= _NAME


_COLOUR: Final = KnownKeys(
    {
        "name": Predicate(_is_word, say("expected a word of at most {most} letters", most=_NAME)),
        "hue": Predicate(
            lambda hue: isinstance(hue, str) and _HUE.fullmatch(hue),
            say("expected red, green and blue in hexadecimal: '#c8322d'"),
        ),
    },
    say("expected name or hue, such as {{name: rose, hue: '#d03060'}}"),
)


def _alike(colours: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield problems for colours with the same name, and warnings for those with the same hue."""
    for key in _COLOUR.shapes:
        first_use: dict[str, str] = {}
        for letter, colour in colours.items():
            value = colour.get(key)
            if value is not None:
                other = first_use.setdefault(value.lower(), letter)
                if other != letter:
                    message = say(
                        "the same {key} as {other}; the letters still tell them apart",
                        key=key,
                        other=other,
                    )
                    yield Problem((letter, key), message, warning=key == "hue")


_DATA: Final = KnownKeys(
    {
        "colours": ConsistentShape(
            KnownKeys(
                dict.fromkeys(DATA["colours"], _COLOUR),
                say("expected the letters {letters}", letters=", ".join(DATA["colours"])),
            ),
            _alike,
        )
    }
)
