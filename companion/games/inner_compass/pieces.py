"""Which pieces exist that may carry a tag, from ``pieces.yaml``."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from companion.engine.data import load
from companion.engine.game import Piece
from companion.engine.text import Text, text
from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.prompts import value_name
from companion.games.inner_compass.state import State
from companion.games.inner_compass.track import TOKENS

FAMILIES: Final[Mapping[str, Any]] = load(__package__, "pieces.yaml")


def pieces(state: State) -> tuple[Piece, ...]:
    """Return the pieces of the copy in play."""
    return tuple(
        _piece(family, described, value, copy)
        for family, described in FAMILIES.items()
        for value, copies in _things(state, described["each"], described.get("copies", 1))
        for copy in range(1, copies + 1)
    )


def _things(state: State, each: str, copies: int | str) -> Sequence[tuple[object, int]]:
    config = state.config
    if copies == "deck":
        return tuple(zip(COLOURS, config.deck, strict=True))
    things: Mapping[str, Sequence[object]] = {
        "emotion": TOKENS,
        "tile": (*config.sticky, *config.memo),
        "player": range(len(state.players)),
        "section": [name for name, _ in config.sections],
    }
    return tuple((thing, int(copies)) for thing in things[each])


def _piece(family: str, described: Mapping[str, Any], value: object, copy: int) -> Piece:
    number = f"-{copy}" if described.get("copies", 1) != 1 else ""
    selects = tuple(
        {field: value if fill == "each" else fill for field, fill in chosen.items()}
        for chosen in described["selects"]
    )
    name: Text = text(f"piece.{family}", value=value_name(described["each"], value), copy=copy)
    seat = value + 1 if isinstance(value, int) else value
    return Piece(f"{family}-{seat}{number}", name, selects)
