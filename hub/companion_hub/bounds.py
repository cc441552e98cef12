"""How large may be what a box says of a game, so that every page can show it and a rating count it.

Whatever is within these bounds costs a page about the same, whoever has sent it. The same rules are
applied when a result arrives, to the rows of earlier versions, and when a row is read.
"""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec

from companion.schema.writable import is_writable

MOST_SEATS: Final = 16
LONGEST_NAME: Final = 100
"""Characters of a player's name."""
LARGEST: Final = 10**9
"""Points, or seconds: sums of a hundred thousand of them fit into every database."""
MOST_LINES: Final = 500
"""Lines that explain the points of a game."""
LONGEST_TEXT: Final = 200
LARGEST_SETUP: Final = 200_000
"""Characters of a setup as JSON."""
LATEST: Final = 253_402_300_799.0
"""The last second of the year 9999: no later one has a date (POSIX seconds)."""
AHEAD: Final = 86_400.0
"""Seconds by which the clock of a box may be ahead of that of the hub."""
_JSON: Final = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


class Extent(msgspec.Struct, frozen=True):
    """How large a message may be as a whole."""

    size: int
    """Bytes."""
    items: int
    """Entries of all objects and lists together."""
    text: int = 5000
    """Characters of a text, or of a name in an object."""
    levels: int = 16
    """Objects and lists that are nested into each other."""

    def excess(self, value: object) -> str:
        """Return in what a JSON value exceeds it, empty if in nothing."""
        left, inner, levels = self.items, [value], self.levels
        while inner:
            texts = (each for each in inner if isinstance(each, str))
            if any(len(each) > self.text for each in texts):
                return "text-too-long"
            nested = [each for each in inner if isinstance(each, dict | list)]
            if nested and not levels:
                return "too-deep"
            left -= sum(map(len, nested))
            if left < 0:
                return "too-many-items"
            names = (name for each in nested if isinstance(each, dict) for name in each)
            values = (part for each in nested for part in _parts(each))
            inner, levels = [*names, *values], levels - 1
        return ""


def wrong_part(
    players: object, level: object, outcome: object, finished: object, now: float = LATEST
) -> str:
    """Return which part of a result no page could show, empty if there is none.

    ``outcome`` is ``None`` for a game that was left, ``now`` the time of day at the hub.
    """
    if not is_time(finished) or finished > now + AHEAD:  # type: ignore[operator] # it is a number
        return "time"
    if not are_names(players):
        return "players"
    if not is_text(level):
        return "level"
    if outcome is None:
        return ""
    if not isinstance(outcome, Mapping):
        return "points"
    return _wrong_outcome(outcome, len(players))  # type: ignore[arg-type] # it is a list


def is_setup(setup: object) -> bool:
    """Tell whether a setup can be stored, read again, and shown."""
    if not isinstance(setup, dict):
        return False
    try:
        if not is_writable(setup) or len(_JSON.encode(setup)) > LARGEST_SETUP:
            return False
    except (ValueError, RecursionError):
        return False
    return (
        are_names(setup.get("players", []))
        and is_text(setup.get("level", ""))
        and are_seats(setup.get("robots", []))
    )


def are_seats(value: object) -> bool:
    """Tell whether a value lists seats, each once."""
    return _are_whole(value, 0, MOST_SEATS - 1) and len({*value}) == len(value)  # type: ignore[misc,arg-type] # a list


def are_names(value: object) -> bool:
    """Tell whether a value lists the players of a game."""
    return (
        isinstance(value, list | tuple) and len(value) <= MOST_SEATS and all(map(_is_name, value))
    )


def is_text(value: object, longest: int = LONGEST_TEXT) -> bool:
    """Tell whether a value is a text that every database can keep."""
    return isinstance(value, str) and len(value) <= longest and "\0" not in value


def is_time(value: object) -> bool:
    """Tell whether a value is a time that has a date."""
    # Nothing that is not a number passes the comparison.
    return type(value) in (int, float) and 0 <= value <= LATEST  # type: ignore[operator]


def _parts(value: dict[str, Any] | list[Any]) -> Iterable[Any]:
    return value.values() if isinstance(value, dict) else value


def _is_name(value: object) -> bool:
    # A control character (C0, C1) is in no name, and breaks lines, tables and terminals.
    return is_text(value, LONGEST_NAME) and not any(
        letter < " " or "\x7f" <= letter < "\xa0"
        for letter in value  # type: ignore[attr-defined] # a text
    )


def _are_whole(value: object, least: int, most: int) -> bool:
    return isinstance(value, list | tuple) and all(
        type(each) is int and least <= each <= most for each in value
    )


def _wrong_outcome(outcome: Mapping[str, Any], seats: int) -> str:
    def each(key: str, least: int, most: int, *lengths: int) -> bool:
        value = outcome.get(key, [])
        return _are_whole(value, least, most) and len(value) in lengths

    winners = outcome.get("winners", [])
    checks = (
        ("points", each("returns", -LARGEST, LARGEST, seats)),
        ("points", each("totals", -LARGEST, LARGEST, 0, seats)),  # an older box sends none
        ("places", each("places", 0, seats, 0, seats)),
        ("winners", are_seats(winners) and all(seat < seats for seat in winners)),
        ("seconds", each("seconds", 0, LARGEST, seats)),
        ("lines", _are_lines(outcome.get("lines", []))),
    )
    return next((part for part, is_sound in checks if not is_sound), "")


def _are_lines(value: object) -> bool:
    return (
        isinstance(value, list | tuple) and len(value) <= MOST_LINES and all(map(_is_line, value))
    )


def _is_line(value: object) -> bool:
    """Tell whether a value has a seat, points and the id of a rule."""
    if not isinstance(value, list | tuple) or len(value) != 3:  # noqa: PLR2004 - the three above
        return False
    # There are a hundred of them in a result, and standings look at all results.
    seat, points, rule = value
    return (
        type(seat) is int
        and type(points) is int
        and -LARGEST <= seat <= LARGEST
        and -LARGEST <= points <= LARGEST
        and is_text(rule)
    )
