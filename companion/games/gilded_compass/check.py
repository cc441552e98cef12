"""Checks of an owner's data (rules file, section 15)."""

from collections.abc import Iterator, Mapping
from functools import partial
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.message import either, say
from companion.engine.options import OneOf, ValueKind, Whole
from companion.engine.picture import FILLS
from companion.engine.shapes import (
    ConsistentShape,
    ExactKeys,
    KnownKeys,
    ListOf,
    Pairs,
    Predicate,
    Shape,
)
from companion.engine.shapes import wrong_data as wrong
from companion.games.gilded_compass.buildings.dice import FACES
from companion.games.gilded_compass.flags import FLAGS
from companion.games.gilded_compass.holdings import COLOURS, DUAL_MAP, KINDS
from companion.games.gilded_compass.tiles import METALS
from companion.games.gilded_compass.variant import DATA

_USUAL: Final[Mapping[str, tuple[int, ...]]] = {
    "maps": (24, 26),
    "specialists": (36,),
    "items": (24,),
}
"""How many tiles of each kind the game has: of maps, we assume 24, the book has 26 (GC-R2)."""


def wrong_data(data: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default."""
    return wrong(_DATA, DATA, data)


def _number(key: str, section: Mapping[str, Any]) -> Iterator[Problem]:
    """Warn if the number of tiles is not that of the game."""
    lists = (entry if isinstance(entry, list) else [*entry.values()] for entry in section.values())
    count = sum(len(item) if isinstance(item, list) else 1 for entries in lists for item in entries)
    if count not in _USUAL[key]:
        usual = either(_USUAL[key])
        message = say("there are {count} tiles, the game has {usual}", count=count, usual=usual)
        yield Problem((), message, warning=True)


def _is_worth(value: object) -> bool:
    """Return whether a value is a map's pair: with and without a specialist (GC-VOC-3)."""
    high, slash, low = str(value).partition("/")
    return bool(slash) and high.isdigit() and low.isdigit() and int(high) >= int(low)


def _is_back(value: object) -> bool:
    """Return whether there are pairs of dice, as on the back of an item (GC-TEMPLE-2, GC-R14)."""
    faces = [str(face) for face in FACES]
    pairs = [pair.split("+") for pair in str(value).split("/")]
    return all(len(pair) == len(KINDS) and set(pair) <= set(faces) for pair in pairs)


def _is_pair(value: object) -> bool:
    """Return whether a value is a pair of different colours."""
    colours = str(value).split("+")
    return len(set(colours)) == len(colours) == len(KINDS) and set(colours) <= {*COLOURS}


def _tiles(tile: ValueKind) -> ListOf:
    return ListOf(tile, say("expected a list of tiles"))


def _by_kind(tile: ValueKind) -> KnownKeys:
    """Return the shape of lists of tiles by colour and by kind of specialist."""
    return _keyed("items", ExactKeys(dict.fromkeys(KINDS, _tiles(tile))))


def _keyed(section: str, shape: Shape) -> KnownKeys:
    """Return the shape of a section with the keys of our data."""
    return KnownKeys(dict.fromkeys(DATA[section], shape))


def _counted(section: str, shape: Shape) -> ConsistentShape:
    """Return the shape of a section with the standard number of tiles."""
    return ConsistentShape(shape, partial(_number, section))


_COUNT: Final = Whole(0, 99)
_WORTH: Final = Predicate(_is_worth, say("expected the high and the low value, such as 3/2"))
_BACK: Final = Predicate(_is_back, say("expected a pair of dice, such as 2+5, or pairs: 2+5/1+6"))
_PAIR: Final = Predicate(
    _is_pair,
    say(
        "expected two different colours, such as fire+holy, out of {words}",
        words=", ".join(COLOURS),
    ),
)
_GOLD: Final = Pairs(Whole(0, 9), _COUNT, say("expected gold and numbers of tiles, such as 1: 8"))
_SHAPES: Final[Mapping[str, Shape]] = {
    "specialists": _counted("specialists", _by_kind(Whole(1, 9))),
    "maps": _counted("maps", _keyed("maps", _tiles(_WORTH))),
    "items": _counted("items", _by_kind(_BACK)),
    "missions": KnownKeys(
        {kind: _tiles(_PAIR) if kind == DUAL_MAP else _COUNT for kind in DATA["missions"]}
    ),
    "collections": _tiles(_PAIR),
    "artifacts": _keyed("artifacts", _COUNT),
    "abilities": _keyed("abilities", _COUNT),
    "treasures": _GOLD,
    "trophies": KnownKeys(dict.fromkeys(METALS, _GOLD)),
    "colours": _keyed("colours", OneOf(FILLS)),
}
_DATA: Final = KnownKeys({**{key: _SHAPES[key] for key in DATA}, "flags": FLAGS})
