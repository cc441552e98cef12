"""Questions about the end of a round: what the dice in a building earn."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final

from companion.engine.game import Struct
from companion.engine.questions import Fields
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.ask.boards import building
from companion.games.gilded_compass.ask.terms import DUMMY_NAME, Names
from companion.games.gilded_compass.buildings import (
    ARCHIVES,
    AUCTION_HOUSE,
    GALLEON,
    GUILD,
    ILLUMINATI,
    LIBRARY,
    TEMPLE,
    TOWER,
    UNIVERSITY,
)
from companion.games.gilded_compass.buildings.building import DUMMY, Award, Building
from companion.games.gilded_compass.buildings.illuminati import Illuminati
from companion.games.gilded_compass.buildings.temple import Temple
from companion.games.gilded_compass.buildings.university import University
from companion.games.gilded_compass.tiles import METALS
from companion.games.gilded_compass.variant import TABLES, Table

Awards = tuple[Award, ...]


def resolve(fields: Fields) -> Struct:
    """Answer who is rewarded with what, in order, and whose dice go to the Library."""
    names = Names()
    options = fields.fields("options", {})
    flags = terms.flags(options if "flags" in options else fields)
    options.close()
    name, board = building(fields, names, flags)
    players = terms.number_of_players(fields)
    tiles = _laid_out(fields, board, TABLES[players])
    resolution = board.resolve(players, tiles)
    answer = _ANSWERS[name](resolution.awards, tiles, names)
    return {**answer, "to_library": names.counted(resolution.library)}


def _laid_out(fields: Fields, board: Building, table: Table) -> int:
    """Return how many tiles were laid out, told by their number or one by one (GC-SETUP-2)."""
    if isinstance(board, University):
        return board.entrances
    if isinstance(board, Temple):
        return len(board.slots)
    usual = table.illuminati_tiles if isinstance(board, Illuminati) else table.maps
    given = fields.any("tiles", usual)
    return len(given) if isinstance(given, list) else fields.whole("tiles", usual)


def _picks(awards: Awards, tiles: int, names: Names) -> Struct:
    """Each award is one tile of those laid out (GC-ARCHIVE-6, GC-UNI-8)."""
    return {"picks": [names.name(each.owner) for each in awards], "set_aside": tiles - len(awards)}


def _knowledge(awards: Awards, _tiles: int, names: Names) -> Struct:
    """GC-LIB-2."""
    return {"knowledge": {names.name(each.owner): each.keep for each in awards}}


def _auction_house(awards: Awards, _tiles: int, names: Names) -> Struct:
    """GC-AUCTION-1, GC-DUMMY-AUCTION."""
    return {
        "rewards": [
            {"player": DUMMY_NAME, "remove": each.draw}
            if each.owner == DUMMY
            else {"player": names.name(each.owner), "draw": each.draw, "keep": each.keep}
            for each in awards
        ]
    }


def _guild(awards: Awards, _tiles: int, names: Names) -> Struct:
    """GC-GUILD-1, GC-GUILD-2: what nobody keeps goes under the stack."""
    drawn = sum(each.draw for each in awards)
    return {
        "drawn": drawn,
        "rewards": [{"player": names.name(each.owner), "choose_from": each.of} for each in awards],
        "returned": drawn - sum(each.keep for each in awards),
    }


def _temple(awards: Awards, tiles: int, names: Names) -> Struct:
    """GC-TEMPLE-4, GC-DUMMY-TEMPLE."""
    claimed = {each.spot for each in awards}
    return {
        "taken": [
            {"slot": each.spot, "player": names.name(each.owner)}
            for each in awards
            if each.owner != DUMMY
        ],
        "removed": [each.spot for each in awards if each.owner == DUMMY],
        "set_aside": [slot for slot in range(tiles) if slot not in claimed],
    }


def _illuminati(awards: Awards, tiles: int, names: Names) -> Struct:
    """GC-ILLUMINATI-5, GC-ILLUMINATI-6, GC-DUMMY-ILLUM: the dummy takes the topmost tile."""
    return {
        "sequence": [
            {
                "player": names.name(each.owner),
                "take": "top" if each.owner == DUMMY else "choice",
                "of": each.of,
            }
            for each in awards
        ],
        "set_aside": tiles - len(awards),
    }


def _galleon(awards: Awards, _tiles: int, names: Names) -> Struct:
    """GC-GALLEON-6, GC-GALLEON-7."""
    return {
        "keep": {names.name(each.owner): each.keep for each in awards},
        "extra_draw": sum(each.draw for each in awards),
    }


def _tower(awards: Awards, _tiles: int, names: Names) -> Struct:
    """GC-TOWER-5: floor 1 is bronze, 2 silver, 3 gold."""
    found: dict[str, dict[str, int]] = {}
    for each in awards:
        trophies = found.setdefault(names.name(each.owner), dict.fromkeys(METALS, 0))
        trophies[METALS[(each.spot or 1) - 1]] += 1
    return {"trophies": found}


_ANSWERS: Final[Mapping[str, Callable[[Awards, int, Names], Struct]]] = MappingProxyType(
    {
        ARCHIVES: _picks,
        UNIVERSITY: _picks,
        LIBRARY: _knowledge,
        AUCTION_HOUSE: _auction_house,
        GUILD: _guild,
        TEMPLE: _temple,
        ILLUMINATI: _illuminati,
        GALLEON: _galleon,
        TOWER: _tower,
    }
)
