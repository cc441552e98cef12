"""Questions about the setup, and about the choices of the dummy."""

from companion.engine.game import Struct
from companion.engine.message import say
from companion.engine.questions import Fields
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.buildings import C_BUILDINGS
from companion.games.gilded_compass.open_tiles import dummy_choice
from companion.games.gilded_compass.tiles import removed_missions
from companion.games.gilded_compass.variant import TABLES


def setup(fields: Fields) -> Struct:
    """Answer what depends on the number of human players (GC-SETUP-2, GC-SETUP-3)."""
    table = TABLES[terms.number_of_players(fields)]
    return {
        "rounds": table.rounds,
        "entrances": table.entrances,
        "maps": table.maps,
        "temple_tiles": table.temple_tiles,
        "illuminati_tiles": table.illuminati_tiles,
    }


def missions_removed(fields: Fields) -> Struct:
    """Answer which missions go back in the game box, sorted (GC-SETUP-6)."""
    c_building = fields.maybe("c_building", lambda f, name: f.one_of(name, C_BUILDINGS))
    return {"removed": sorted(removed_missions(c_building))}


def dummy(fields: Fields) -> Struct:
    """Answer which tile the dummy takes, counted from 0 (GC-DUMMY-5, GC-R28)."""
    values = [_worth(fields, tile) for tile in fields.items("tiles")]
    if not values:
        raise fields.wrong("tiles", say("at least one tile"))
    return {"index": dummy_choice(values)}


def _worth(fields: Fields, tile: object) -> int:
    """Return the value by which the dummy compares a tile; of a map, the higher one."""
    value = tile.get("high", tile.get("value")) if isinstance(tile, dict) else tile
    if isinstance(value, bool) or not isinstance(value, int):
        raise fields.wrong("tiles", say("values, maps with high, or specialists with value"))
    return value
