"""Where the keys *A* and *B* lie, by which speech names them."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.settings.nodes import Section, Value, choice
from companion.settings.wiring import KEYS

OPPOSITE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "left": "right",
        "right": "left",
        "upper": "lower",
        "lower": "upper",
        "middle": "middle",
    }
)
"""The places of keys, and where such a key lies once the box is turned round."""


def key_places(value: Value) -> dict[str, str]:
    """Read the place of each key."""
    keys = Section.of(value)
    places = {key: keys.get(key, choice(*OPPOSITE), "") for key in sorted(KEYS)}
    keys.end()
    return {key: place for key, place in places.items() if place}


def usual_key_places(profile: Section, *, turned: bool) -> dict[str, str]:
    """Return the places of a profile's keys, if the profile knows them."""
    unknown: dict[str, str] = {}
    places = profile.get("key_places", key_places, unknown)
    return {key: OPPOSITE[place] if turned else place for key, place in places.items()}
