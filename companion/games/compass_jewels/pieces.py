"""Which pieces exist that may carry a tag, from ``pieces.yaml``."""

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
    """Return the pieces in a phase of the game: they are asked for with every touch."""
    return tuple(
        _piece(family, thing, copy, _actions(phase, described["selects"]))
        for family, described in FAMILIES.items()
        for thing in _THINGS[described["each"]]
        for copy in range(1, described["copies"] + 1)
    )


def _actions(phase: Phase, selects: Mapping[str, str]) -> tuple[str, ...]:
    """Return the actions of a piece, the one that the phase waits for first."""
    first = selects.get(phase, selects["else"])
    return (first, *(action for action in selects.values() if action != first))


def _piece(family: str, thing: str, copy: int, actions: Iterable[str]) -> Piece:
    is_card = thing in KINDS
    values: Struct = {"middle": middle(thing), "border": border(thing)} if is_card else {}
    selects = tuple({"action": action, **values} for action in actions)
    named: Param = thing if is_card else text(f"checkers.{thing}")
    return Piece(
        f"{family}-{thing}-{copy}", text(f"piece.{family}", thing=named, copy=copy), selects
    )


def placements(state: State) -> dict[str, frozenset[str]]:
    """Return what should stand where: cards and checkers on the squares of the area.

    Copies are alike: a square holds ``card-R/BPYG`` and perhaps ``checker-white``. A card that a
    player has taken out of the collection, to put it on a hole, is in the place ``hand``.
    """
    found = {
        square: {f"card-{kind(card)}"}
        for square, card in zip(SQUARES, state.layout, strict=False)
        if card is not None
    }
    for colour, player in zip(state.variant.checkers, state.players, strict=True):
        for square in player.checkers:
            found[square].add(f"checker-{colour}")
    if state.chosen is not None:
        found["hand"] = {f"card-{state.chosen}"}
    return {place: frozenset(there) for place, there in found.items()}
