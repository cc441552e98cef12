"""Tiles in a row on a small display, beside their building's sign: the relevant one marked."""

import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.diagram import CURSOR, Cell, Diagram
from companion.engine.text import Text
from companion.games.gilded_compass import draws
from companion.games.gilded_compass.buildings import ARCHIVES, ILLUMINATI, TEMPLE, UNIVERSITY
from companion.games.gilded_compass.state import Phase, State

BUILDINGS: Final[Mapping[str, str]] = MappingProxyType(
    {"maps": ARCHIVES, "specialists": UNIVERSITY, "items": TEMPLE, "abilities": ILLUMINATI}
)
"""Where tiles of a kind are laid out."""
_OPEN_TILE: Final = re.compile(r"\b(map|hired|secret)-(\d+)")
"""The place of an open tile in its building."""


def _tiles(building: str, count: int, place: int) -> tuple[Diagram, ...]:
    """Return the tiles of a building with the one at a place, counted from 1, marked."""
    tiles = tuple(Cell("tile", CURSOR if each == place else "") for each in range(1, count + 1))
    return (Diagram(((Cell(f"building-{building}"),), tiles)),)


def text_diagrams(state: State, task: Text) -> tuple[Diagram, ...]:
    """Return where a tile is laid or put right, or which of several equal ones is taken (GC-R40).

    What everybody takes at the start is drawn once.
    """
    params = task.params
    match task.key:
        case "do.lay" if state.round > 1:
            return ()  # all tiles are listed at once: beside a drawing there would be no room
        case "do.lay" | "do.take_tile":
            return _tiles(str(params["at"]), int(str(params["count"])), int(str(params["place"])))
        case "do.start":
            return (Diagram(((Cell("die"),), (Cell("tile"),))),)
        case "do.start.dummy":
            return (Diagram(((Cell("die"),), (Cell("die"),), (Cell("tile"),))),)
        case "do.collections":
            return (Diagram(((Cell("tile"),),)),)
        case _:
            return _put_right(state, str(params.get("places", "")))


def _put_right(state: State, places: str) -> tuple[Diagram, ...]:
    """Return where the first open tile among some places lies."""
    at = _OPEN_TILE.search(places)
    if at is None:
        return ()
    building = {"map": ARCHIVES, "hired": UNIVERSITY}.get(at[1]) or (
        TEMPLE if state.temple is not None else ILLUMINATI
    )
    place = int(at[2])
    return _tiles(building, max(place, count(state, building)), place)


def choice_diagrams(state: State, fields: Mapping[str, object]) -> tuple[Diagram, ...]:
    """Return the tile that dice go to, the one of several that is taken, or the next to lay out."""
    match fields:
        case {"building": str(building), "slot": int(slot)} if building == TEMPLE and slot:
            return _tiles(TEMPLE, len(state.backs), slot)
        case {"action": "choose_tile", "place": int(place)}:
            return _tiles(state.resolved, count(state, state.resolved), place)
        case {"action": str(action)} if action.startswith("lay_") and state.phase is Phase.LAY:
            kind = draws.to_lay(state)
            if kind is None:
                return ()
            laid = len(state.backs if kind == "items" else getattr(state, kind))
            return _tiles(BUILDINGS[kind], laid + 1, laid + 1)
        case _:
            return ()


def count(state: State, building: str) -> int:
    """Return the number of open tiles in a building."""
    if building == TEMPLE:
        return len(state.backs)
    kinds = {building: kind for kind, building in BUILDINGS.items()}
    laid: tuple[str, ...] = getattr(state, kinds[building])
    return len(laid)
