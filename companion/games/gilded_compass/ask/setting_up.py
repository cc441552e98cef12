"""Questions about the setup, and about the dummy's choices."""

from typing import Annotated

import msgspec
from msgspec import Meta

from companion.engine.game import Struct
from companion.engine.message import say
from companion.games.gilded_compass import open_tiles
from companion.games.gilded_compass.ask.terms import Players, number_of_players
from companion.games.gilded_compass.buildings import C_BUILDINGS
from companion.games.gilded_compass.tiles import removed_missions
from companion.games.gilded_compass.variant import TABLES
from companion.schema.bounds import Whole, among


class Tile(msgspec.Struct, frozen=True):
    """A tile that the dummy may take: a map, or a specialist. Its other fields do not matter."""

    high: Whole | None = None
    value: Whole | None = None

    def __post_init__(self) -> None:
        """Reject a tile without a value."""
        if self.high is None and self.value is None:
            raise ValueError(say("values, maps with high, or specialists with value"))


def setup(players: Players) -> Struct:
    """Answer the quantities that depend on the number of human players (GC-SETUP-2, GC-SETUP-3)."""
    table = TABLES[number_of_players(players)]
    return {
        "rounds": table.rounds,
        "entrances": table.entrances,
        "maps": table.maps,
        "temple_tiles": table.temple_tiles,
        "illuminati_tiles": table.illuminati_tiles,
    }


def missions_removed(c_building: Annotated[str, among(C_BUILDINGS)] | None = None) -> Struct:
    """Answer which missions go back in the game box, sorted (GC-SETUP-6)."""
    return {"removed": sorted(removed_missions(c_building))}


def dummy_choice(
    tiles: Annotated[tuple[Whole | Tile, ...], Meta(min_length=1, max_length=100)],
) -> Struct:
    """Answer which tile the dummy takes, counted from 0 (GC-DUMMY-5, GC-R28)."""
    return {"index": open_tiles.dummy_choice([_worth(tile) for tile in tiles])}


def _worth(tile: Tile | int) -> int:
    """Return the value by which the dummy compares a tile; of a map, the higher one."""
    if isinstance(tile, int):
        return tile
    return (tile.value or 0) if tile.high is None else tile.high
