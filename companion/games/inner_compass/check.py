"""Checks of an owner's data and options (rules file, section 8)."""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, Final

from companion.engine.data import merged
from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.options import Each, OneOf, Truth, unknown, unknown_keys
from companion.engine.shapes import Keyed, Where, wrong
from companion.games.inner_compass import variant
from companion.games.inner_compass.board import COLOURS, SLOTS
from companion.games.inner_compass.qualities import QUALITIES
from companion.games.inner_compass.track import TOKENS

_DECK: Final = 69
Problems = Iterator[Problem]


def check(data: Struct, options: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default, and in ``options``."""
    return (*_data(data), *wrong(_OPTIONS, ("options",), options))


def _data(data: Struct) -> Problems:
    for key, value in data.items():
        if key not in variant.DATA:
            yield Problem(("data", key), unknown(("data",), variant.DATA))
        elif isinstance(variant.DATA[key], Mapping) and not isinstance(value, Mapping):
            message = say("expected the keys {keys}", keys=", ".join(variant.DATA[key]))
            yield Problem(("data", key), message)
    values = merged(variant.DATA, data)
    for key, checker in _CHECKERS.items():
        value = values[key]
        if key in data and isinstance(value, Mapping):
            yield from unknown_keys(("data", key), variant.DATA[key], value)
            yield from checker(value)


def _board(board: Mapping[str, Any]) -> Problems:
    path = ("data", "board", "sections")
    sections = board["sections"]
    if not isinstance(sections, Mapping) or len(sections) != len(SLOTS):
        yield Problem(path, say("expected four sections, each a name and its rows from the north"))
        return
    size = _height(next(iter(sections.values())))
    for name, rows in sections.items():
        square = isinstance(rows, list) and len(rows) == size > 0
        if not square or any(not isinstance(row, str) or len(row) != size for row in rows):
            message = say("expected {size} rows of {size} letters", size=size or 3)
            yield Problem((*path, name), message)
        elif set("".join(rows)) - set(COLOURS):
            message = say("expected the colour letters {letters} only", letters=" ".join(COLOURS))
            yield Problem((*path, name), message)


def _height(rows: object) -> int:
    return len(rows) if isinstance(rows, list) else 0


def _track(track: Mapping[str, Any]) -> Problems:
    values = track["ep"]
    right = isinstance(values, list) and len(values) == len(TOKENS)
    if not right or any(not _whole(value, 0) for value in values):
        expected = say("expected six whole numbers, none negative, top space first")
        yield Problem(("data", "track", "ep"), expected)


def _cards(cards: Mapping[str, Any]) -> Problems:
    wrong = [colour for colour in COLOURS if not _whole(cards.get(colour), 1)]
    for colour in wrong:
        message = say("expected a whole number of cards, at least 1")
        yield Problem(("data", "cards", colour), message)
    total = sum(cards[colour] for colour in COLOURS) if not wrong else _DECK
    if total != _DECK:
        message = say("the cards add up to {total}, the game has {usual}", total=total, usual=_DECK)
        yield Problem(("data", "cards"), message, warning=True)


def _player_board(board: Mapping[str, Any]) -> Problems:
    rows = board["squares"]
    path = ("data", "player_board", "squares")
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        yield Problem(path, say("expected rows of colour letters, top first"))
    elif len({len(row) for row in rows}) != 1:
        yield Problem(path, say("expected rows of one length"))
    elif set("".join(rows)) != set(COLOURS):
        letters = " ".join(COLOURS)
        message = say("expected every colour {letters} and no other letter", letters=letters)
        yield Problem(path, message)
    elif len("".join(rows)) != variant.CUBES:
        count = len("".join(rows))
        message = say(
            "the rows have {count} squares, the game has {usual}", count=count, usual=variant.CUBES
        )
        yield Problem(path, message, warning=True)
    actions = board["advanced_rows"]
    if not isinstance(actions, list) or sorted(map(str, actions)) != sorted(variant.ROW_ACTIONS):
        words = ", ".join(variant.ROW_ACTIONS)
        expected = say("expected {words} in the order of the rows, top first", words=words)
        yield Problem(("data", "player_board", "advanced_rows"), expected)


def _tiles(tiles: Mapping[str, Any]) -> Problems:
    for kind, needed in (("sticky", variant.STICKY_TILES), ("memo", variant.MEMO_TILES)):
        names = tiles[kind]
        path = ("data", "tiles", kind)
        if not isinstance(names, list) or len(names) < needed:
            yield Problem(path, say("expected at least {count} names of tiles", count=needed))
            continue
        for i, name in enumerate(names):
            if not isinstance(name, str) or name not in QUALITIES:
                message = say("no such tile, there are: {tiles}", tiles=", ".join(QUALITIES))
                yield Problem((*path, i), message)


_CHECKERS: Final[Mapping[str, Callable[[Mapping[str, Any]], Problems]]] = {
    "board": _board,
    "track": _track,
    "cards": _cards,
    "player_board": _player_board,
    "tiles": _tiles,
}


def _whole(value: object, least: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= least


_OPTIONS: Final = Keyed(
    {
        "mode": OneOf(("standard", "advanced")),
        "discount": OneOf(("emotions", "spaces")),
        "floor": OneOf(("total", "emotion")),
        "double_clear": OneOf(("end", "go_on")),
        "exact_move": Truth(),
        "first_bonus": Where(
            lambda ep: _whole(ep, 0), say("expected a whole number of EP, not negative")
        ),
        "show_totals": Truth(),
        "arrangement": OneOf(("start", "end")),
        "unknown_cards": Truth(),
        "colours": Each(variant.PIECES),
    }
)
