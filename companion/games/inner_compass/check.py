"""Checks of an owner's data (rules file, section 8)."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.game import Problem, Struct
from companion.engine.message import say
from companion.engine.options import Whole
from companion.engine.shapes import (
    ConsistentShape,
    KnownKeys,
    ListOf,
    Predicate,
    Validator,
)
from companion.engine.shapes import wrong_data as wrong
from companion.games.inner_compass import variant
from companion.games.inner_compass.board import COLOURS, SLOTS
from companion.games.inner_compass.qualities import QUALITIES
from companion.games.inner_compass.track import TOKENS

_DECK: Final = 69
_NUMBER: Final = Whole(0)
_LETTERS: Final = " ".join(COLOURS)


def wrong_data(data: Struct) -> tuple[Problem, ...]:
    """Return the mistakes in ``data``, which is merged into the default."""
    return wrong(_DATA, variant.DATA, data)


def _are_sections(sections: object) -> bool:
    return isinstance(sections, Mapping) and len(sections) == len(SLOTS)


def _alike(sections: Mapping[str, Any]) -> Iterator[Problem]:
    """Yield the sections that are not squares of letters of the size of the first."""
    first = next(iter(sections.values()))
    size = len(first) if isinstance(first, list) else 0
    for name, rows in sections.items():
        square = isinstance(rows, list) and len(rows) == size > 0
        if not square or any(not isinstance(row, str) or len(row) != size for row in rows):
            yield Problem((name,), say("expected {size} rows of {size} letters", size=size or 3))
        elif set("".join(rows)) - set(COLOURS):
            message = say("expected the colour letters {letters} only", letters=_LETTERS)
            yield Problem((name,), message)


def _are_values(values: object) -> bool:
    return (
        isinstance(values, list)
        and len(values) == len(TOKENS)
        and not any(map(_NUMBER.expected, values))
    )


def _total(cards: Mapping[str, int]) -> Iterator[Problem]:
    total = sum(cards.values())
    if total != _DECK:
        message = say("the cards add up to {total}, the game has {usual}", total=total, usual=_DECK)
        yield Problem((), message, warning=True)


def _squares(rows: object) -> str:
    if not isinstance(rows, list) or not rows or not all(isinstance(row, str) for row in rows):
        return say("expected rows of colour letters, top first")
    if len({len(row) for row in rows}) != 1:
        return say("expected rows of one length")
    if set("".join(rows)) != set(COLOURS):
        return say("expected every colour {letters} and no other letter", letters=_LETTERS)
    return ""


def _number(rows: list[str]) -> Iterator[Problem]:
    count = len("".join(rows))
    if count != variant.CUBES:
        usual = variant.CUBES
        message = say(
            "the rows have {count} squares, the game has {usual}", count=count, usual=usual
        )
        yield Problem((), message, warning=True)


def _are_actions(actions: object) -> bool:
    return isinstance(actions, list) and sorted(map(str, actions)) == sorted(variant.ROW_ACTIONS)


def _tiles(least: int) -> ListOf:
    return ListOf(_TILE, say("expected at least {count} names of tiles", count=least), least=least)


_TILE: Final = Predicate(
    lambda name: isinstance(name, str) and name in QUALITIES,
    say("no such tile, there are: {tiles}", tiles=", ".join(QUALITIES)),
)
_CARDS: Final = Predicate(
    lambda count: not Whole(1).expected(count), say("expected a whole number of cards, at least 1")
)
_SECTIONS: Final = Predicate(
    _are_sections, say("expected four sections, each a name and its rows from the north")
)
_VALUES: Final = Predicate(
    _are_values, say("expected six whole numbers, none negative, top space first")
)
_ACTIONS: Final = Predicate(
    _are_actions,
    say(
        "expected {words} in the order of the rows, top first", words=", ".join(variant.ROW_ACTIONS)
    ),
)
_DATA: Final = KnownKeys(
    {
        "board": KnownKeys({"sections": ConsistentShape(_SECTIONS, _alike)}),
        "track": KnownKeys({"ep": _VALUES}),
        "cards": ConsistentShape(KnownKeys(dict.fromkeys(COLOURS, _CARDS)), _total),
        "player_board": KnownKeys(
            {"squares": ConsistentShape(Validator(_squares), _number), "advanced_rows": _ACTIONS}
        ),
        "tiles": KnownKeys(
            {"sticky": _tiles(variant.STICKY_TILES), "memo": _tiles(variant.MEMO_TILES)}
        ),
    }
)
