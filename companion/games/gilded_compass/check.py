"""Checks of an owner's data and options (rules file, section 15)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.engine.data import merged
from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.options import Kind, OneOf, Whole, unknown, unknown_keys, wrong_options
from companion.engine.picture import FILLS
from companion.games.gilded_compass.buildings.dice import FACES
from companion.games.gilded_compass.flags import wrong_flags
from companion.games.gilded_compass.holdings import COLOURS, DUAL_MAP, KINDS
from companion.games.gilded_compass.variant import DATA
from companion.games.gilded_compass.variant import KINDS as OPTIONS

Problems = Iterator[Problem]
Path = tuple[str | int, ...]

_COUNT: Final = Whole(0, 99)
_VALUE: Final = Whole(1, 9)
_USUAL: Final[Mapping[str, int]] = {"maps": 24, "specialists": 36, "items": 24}
"""How many tiles of each kind the game has (section 2, GC-R2)."""


def check(data: Struct, options: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default, and in ``options``."""
    return (*_data(data), *wrong_options(OPTIONS, options))


def _data(data: Struct) -> Problems:
    for key, value in data.items():
        if key not in DATA:
            yield Problem(("data", key), unknown(("data",), DATA))
        elif isinstance(DATA[key], Mapping) and not isinstance(value, Mapping):
            message = say("expected the keys {keys}", keys=", ".join(map(str, DATA[key])))
            yield Problem(("data", key), message)
        elif key == "flags" and isinstance(value, Mapping):
            yield from wrong_flags(value)
        else:
            yield from _section(key, data)


def _section(key: str, data: Struct) -> Problems:
    """Yield the mistakes in one section; the owner may give only some of its keys."""
    path: Path = ("data", key)
    value = data[key]
    if isinstance(value, Mapping) and key != "treasures":
        yield from unknown_keys(path, DATA[key], value)
        known = {name: entry for name, entry in value.items() if name in DATA[key]}
        wrong = [*_CHECKERS[key](path, known)]
    else:
        wrong = [*_CHECKERS[key](path, value)]
    yield from wrong
    if key in _USUAL and not wrong:
        yield from _number(key, merged(DATA, data)[key])


def _number(key: str, section: Mapping[str, Any]) -> Problems:
    """Warn if the number of tiles is not that of the game."""
    lists = (entry if isinstance(entry, list) else [*entry.values()] for entry in section.values())
    count = sum(len(item) if isinstance(item, list) else 1 for entries in lists for item in entries)
    if count != _USUAL[key]:
        message = say(
            "there are {count} tiles, the game has {usual}", count=count, usual=_USUAL[key]
        )
        yield Problem(("data", key), message, warning=True)


def _by_kind(check_tile: Callable[[Path, object], Problems]) -> Callable[[Path, Any], Problems]:
    """Return a check for lists of tiles by colour and by kind of specialist."""

    def check_section(path: Path, section: Mapping[str, Any]) -> Problems:
        for colour, kinds in section.items():
            if not isinstance(kinds, Mapping) or set(kinds) != set(KINDS):
                message = say("expected the keys {keys}", keys=", ".join(KINDS))
                yield Problem((*path, colour), message)
                continue
            for kind, tiles in kinds.items():
                yield from _list((*path, colour, kind), tiles, check_tile)

    return check_section


def _list(path: Path, tiles: object, check_tile: Callable[[Path, object], Problems]) -> Problems:
    if not isinstance(tiles, list):
        yield Problem(path, say("expected a list of tiles"))
        return
    for i, tile in enumerate(tiles):
        yield from check_tile((*path, i), tile)


def _of(kind: Kind) -> Callable[[Path, object], Problems]:
    """Return a check for a single value of a kind."""

    def check_value(path: Path, value: object) -> Problems:
        if expected := kind.expected(value):
            yield Problem(path, expected)

    return check_value


def _worth(path: Path, value: object) -> Problems:
    """Check the two values of a map: with and without a specialist (GC-VOC-3)."""
    high, slash, low = str(value).partition("/")
    right = slash and high.isdigit() and low.isdigit() and int(high) >= int(low)
    if not right:
        yield Problem(path, say("expected the high and the low value, such as 3/2"))


def _back(path: Path, value: object) -> Problems:
    """Check the pairs of dice on the back of an item (GC-TEMPLE-2, GC-R14)."""
    faces = [str(face) for face in FACES]
    pairs = [pair.split("+") for pair in str(value).split("/")]
    if any(len(pair) != len(KINDS) or not set(pair) <= set(faces) for pair in pairs):
        yield Problem(path, say("expected a pair of dice, such as 2+5, or pairs: 2+5/1+6"))


def _pair(path: Path, value: object) -> Problems:
    """Check that a value is a pair of different colours."""
    colours = str(value).split("+")
    if len(set(colours)) != len(KINDS) or len(colours) != len(KINDS) or set(colours) - {*COLOURS}:
        words = ", ".join(COLOURS)
        message = say(
            "expected two different colours, such as fire+holy, out of {words}", words=words
        )
        yield Problem(path, message)


def _maps(path: Path, section: Mapping[str, Any]) -> Problems:
    for colour, tiles in section.items():
        yield from _list((*path, colour), tiles, _worth)


def _missions(path: Path, section: Mapping[str, Any]) -> Problems:
    for kind, copies in section.items():
        if kind == DUAL_MAP:
            yield from _list((*path, kind), copies, _pair)
        else:
            yield from _of(_COUNT)((*path, kind), copies)


def _collections(path: Path, tiles: object) -> Problems:
    yield from _list(path, tiles, _pair)


def _counts(path: Path, section: Mapping[str, Any]) -> Problems:
    for key, count in section.items():
        yield from _of(_COUNT)((*path, key), count)


def _gold(path: Path, section: object) -> Problems:
    """Check tiles of gold: how many of each value."""
    if not isinstance(section, Mapping):
        yield Problem(path, say("expected gold and numbers of tiles, such as 1: 8"))
        return
    for gold, count in section.items():
        yield from _of(Whole(0, 9))((*path, gold), gold)
        yield from _of(_COUNT)((*path, gold), count)


def _trophies(path: Path, section: Mapping[str, Any]) -> Problems:
    for metal, values in section.items():
        yield from _gold((*path, metal), values)


def _colours(path: Path, section: Mapping[str, Any]) -> Problems:
    for colour, printed in section.items():
        yield from _of(OneOf(FILLS))((*path, colour), printed)


_CHECKERS: Final[Mapping[str, Callable[[Path, Any], Problems]]] = {
    "specialists": _by_kind(_of(_VALUE)),
    "maps": _maps,
    "items": _by_kind(_back),
    "missions": _missions,
    "collections": _collections,
    "artifacts": _counts,
    "abilities": _counts,
    "treasures": _gold,
    "trophies": _trophies,
    "colours": _colours,
}
