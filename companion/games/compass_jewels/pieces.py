"""The pieces that may carry a tag, from ``pieces.yaml``."""

from collections.abc import Iterable, Mapping
from functools import lru_cache
from typing import Any, Final

from companion.engine.data import load
from companion.engine.game import Piece, Struct
from companion.engine.text import Param, text
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.cards import KINDS, border, kind, middle
from companion.games.compass_jewels.state import Phase, State
from companion.games.compass_jewels.variant import COLOURS_OF_CHECKERS

FAMILIES: Final[Mapping[str, Any]] = load(__package__, "pieces.yaml")
_THINGS: Final[Mapping[str, tuple[str, ...]]] = {
    "kind": KINDS,
    "checkers": COLOURS_OF_CHECKERS,
}


def pieces(state: State) -> tuple[Piece, ...]:
    """Return the 60 cards, ``card-R/BPYG-1`` and so on, and the four checkers (CJ-DATA-4)."""
    return _pieces(state.phase)


@lru_cache(maxsize=4)
def _pieces(phase: Phase) -> tuple[Piece, ...]:
    """Return the pieces in a phase, cached because every touch of a tag asks for them."""
    return tuple(
        _piece(family, key, copy, _actions(phase, described["selects"]))
        for family, described in FAMILIES.items()
        for key in _THINGS[described["each"]]
        for copy in range(1, described["copies"] + 1)
    )


def _actions(phase: Phase, selects: Mapping[str, str]) -> tuple[str, ...]:
    """Return the actions that a piece can stand for, beginning with the one due in the phase."""
    first = selects.get(phase, selects["else"])
    return (first, *(action for action in selects.values() if action != first))


def _piece(family: str, key: str, copy: int, actions: Iterable[str]) -> Piece:
    is_card = key in KINDS
    values: Struct = {"middle": middle(key), "border": border(key)} if is_card else {}
    selects = tuple({"action": action, **values} for action in actions)
    named: Param = key if is_card else text(f"checkers.{key}")
    name = text(f"piece.{family}", thing=named, copy=copy)
    look = f"middle-{middle(key)}" if is_card else f"checker-{key}"
    return Piece(f"{family}-{key}-{copy}", name, selects, look, small=not is_card)


def places(_state: State) -> tuple[str, ...]:
    """Return every place that ``placements`` can name: the squares, and a blocked player's hand."""
    return (*SQUARES, "hand")


def placements(state: State) -> dict[str, frozenset[str]]:
    """Return the expected placement: cards and checkers on the squares of the area.

    Copies are not distinguished: a square holds ``card-R/BPYG`` and perhaps ``checker-white``. A
    card that a blocked player has taken out of the collection is in the place ``hand``.
    """
    by_place = {
        square: {f"card-{kind(card)}"}
        for square, card in zip(SQUARES, state.layout, strict=False)
        if card is not None
    }
    for colour, player in zip(state.variant.checkers, state.players, strict=True):
        for square in player.checkers:
            by_place[square].add(f"checker-{colour}")
    if state.chosen is not None:
        by_place["hand"] = {f"card-{state.chosen}"}
    return {place: frozenset(there) for place, there in by_place.items()}
