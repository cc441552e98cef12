"""The pieces that may carry a tag, from ``pieces.yaml``.

Dice carry no tags, nor do treasures and trophies, which lie face down.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from typing import Any, Final

from companion.engine.data import load
from companion.engine.game import Piece, Struct
from companion.engine.text import text
from companion.games.gilded_compass.draws import front
from companion.games.gilded_compass.names import tile_name
from companion.games.gilded_compass.stacks import Stack, stack
from companion.games.gilded_compass.state import State

FAMILIES: Final[Mapping[str, Any]] = load(__package__, "pieces.yaml")
_PILES: Final = {
    "specialist": "specialists",
    "map": "maps",
    "ability": "abilities",
    "artifact": "artifacts",
    "mission": "missions",
    "item": "items",
    "collection": "collections",
}

_ENTERED: Final = {"collection": "collection"}
"""What players enter at ``final`` level, where that is not called like the pile."""


def pieces(state: State) -> tuple[Piece, ...]:
    """Return the tiles of the owner's copy; identical tiles are numbered."""
    return _pieces(state.variant.copy, state.variant.colours)


@lru_cache(maxsize=4)
def _pieces(
    tiles: tuple[tuple[str, Stack], ...], printed: tuple[tuple[str, str], ...]
) -> tuple[Piece, ...]:
    """Return the pieces of a copy. They never change, and every touch of a tag asks for them."""
    return tuple(
        _piece(family, tile, copy, dict(printed))
        for family in FAMILIES
        for tile, copies in _tiles(dict(tiles), family)
        for copy in range(1, copies + 1)
    )


def _tiles(tiles: Mapping[str, Stack], family: str) -> Stack:
    pile = tiles.get(_PILES[family], ())
    if family != "item":
        return pile
    return stack(front(tile) for tile, n in pile for _ in range(n))


def _piece(family: str, tile: str, copy: int, printed: Mapping[str, str]) -> Piece:
    described = FAMILIES[family]
    values = dict(_values(described["fields"], tile))
    selects: tuple[Struct, ...] = (
        *(_select(select, tile, values) for select in described["selects"]),
        {"action": "enter", "what": f"{_ENTERED.get(family, _PILES[family])}.{tile}"},
    )
    name = text(f"piece.{family}", tile=tile_name(tile), copy=copy)
    return Piece(f"{family}-{tile}-{copy}", name, selects, *_face(family, tile, printed))


def _select(select: Struct, tile: str, values: Mapping[str, object]) -> Struct:
    """Return the fields of an action: one for the whole tile, or all of the tile's."""
    whole = {field: tile for field, value in select.items() if value == "each"}
    return {**select, **(whole or values)}


def _face(family: str, tile: str, printed: Mapping[str, str]) -> tuple[str, str]:
    """Return look and sign of a tile on a label, in the colour that is printed on it."""
    parts = tile.split("-")
    fill = next((printed[part] for part in parts if part in printed), "")
    if family in ("specialist", "item"):
        return f"{parts[0]}-{fill}", "".join(parts[2:])
    if family == "map":
        return f"map-{fill}", "/".join(parts[1:])
    if family in ("artifact", "collection"):
        return f"artifact-{fill}", ""
    return ("ability", "") if family == "ability" else ("back", "")


def _values(fields: list[str], tile: str) -> Iterator[tuple[str, object]]:
    parts = [tile] if len(fields) == 1 else tile.split("-")
    for field, part in zip(fields, parts, strict=True):
        yield field, int(part) if part.isdigit() else part
