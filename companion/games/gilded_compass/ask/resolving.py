"""Questions about the end of a round: what the dice in a building earn."""

from collections.abc import Callable, Mapping
from typing import Final

from companion.engine.game import Struct
from companion.engine.questions import Fields
from companion.games.gilded_compass import buildings
from companion.games.gilded_compass.ask import terms
from companion.games.gilded_compass.ask.boards import building
from companion.games.gilded_compass.ask.terms import DUMMY_NAME, Names
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
    name, board = building(fields, names, flags)
    players = terms.number_of_players(fields)
    tiles = _laid_out(fields, board, TABLES[players])
    resolution = board.resolve(players, tiles)
    answer = _ANSWERS[name](resolution.awards, tiles, names)
    return {**answer, "to_library": names.counted(resolution.library)}


def _laid_out(fields: Fields, board: Building, table: Table) -> int:
    """Return how many tiles were laid out, given as a number or as a list (GC-SETUP-2)."""
    if isinstance(board, University):
        return board.entrances
    if isinstance(board, Temple):
        return len(board.slots)
    usual = table.illuminati_tiles if isinstance(board, Illuminati) else table.maps
    given = fields.any("tiles", usual)
    return len(given) if isinstance(given, list) else fields.whole("tiles", usual)


def _picks(awards: Awards, tiles: int, names: Names) -> Struct:
    """Return who picks a tile of those laid out, in order (GC-ARCHIVE-6, GC-UNI-8)."""
    return {
        "picks": [names.name(award.owner) for award in awards],
        "set_aside": tiles - len(awards),
    }


def _knowledge(awards: Awards, _tiles: int, names: Names) -> Struct:
    """Return the knowledge tiles that each player earns (GC-LIB-2)."""
    return {"knowledge": {names.name(award.owner): award.keep for award in awards}}


def _auction_house(awards: Awards, _tiles: int, names: Names) -> Struct:
    """Return who draws and keeps artifacts (GC-AUCTION-1); the dummy removes (GC-DUMMY-AUCTION)."""
    return {
        "rewards": [
            {"player": DUMMY_NAME, "remove": award.draw}
            if award.owner == DUMMY
            else {"player": names.name(award.owner), "draw": award.draw, "keep": award.keep}
            for award in awards
        ]
    }


def _guild(awards: Awards, _tiles: int, names: Names) -> Struct:
    """Return who chooses from how many (GC-GUILD-1); the rest goes under the stack (GC-GUILD-2)."""
    drawn = sum(award.draw for award in awards)
    return {
        "drawn": drawn,
        "rewards": [
            {"player": names.name(award.owner), "choose_from": award.of} for award in awards
        ],
        "returned": drawn - sum(award.keep for award in awards),
    }


def _temple(awards: Awards, tiles: int, names: Names) -> Struct:
    """Return which tiles are taken (GC-TEMPLE-4), removed (GC-DUMMY-TEMPLE) and set aside."""
    claimed = {award.spot for award in awards}
    return {
        "taken": [
            {"slot": award.spot, "player": names.name(award.owner)}
            for award in awards
            if award.owner != DUMMY
        ],
        "removed": [award.spot for award in awards if award.owner == DUMMY],
        "set_aside": [slot for slot in range(tiles) if slot not in claimed],
    }


def _illuminati(awards: Awards, tiles: int, names: Names) -> Struct:
    """Return who takes abilities, in order (GC-ILLUMINATI-5, GC-ILLUMINATI-6, GC-DUMMY-ILLUM)."""
    return {
        "sequence": [
            {
                "player": names.name(award.owner),
                "take": "top" if award.owner == DUMMY else "choice",
                "of": award.of,
            }
            for award in awards
        ],
        "set_aside": tiles - len(awards),
    }


def _galleon(awards: Awards, _tiles: int, names: Names) -> Struct:
    """Return how many treasures are kept and drawn in addition (GC-GALLEON-6, GC-GALLEON-7)."""
    return {
        "keep": {names.name(award.owner): award.keep for award in awards},
        "extra_draw": sum(award.draw for award in awards),
    }


def _tower(awards: Awards, _tiles: int, names: Names) -> Struct:
    """Return the trophies (GC-TOWER-5): floor 1 gives bronze, 2 silver, 3 gold."""
    trophies: dict[str, dict[str, int]] = {}
    for award in awards:
        own = trophies.setdefault(names.name(award.owner), dict.fromkeys(METALS, 0))
        own[METALS[(award.spot or 1) - 1]] += 1
    return {"trophies": trophies}


_ANSWERS: Final[Mapping[str, Callable[[Awards, int, Names], Struct]]] = {
    buildings.ARCHIVES: _picks,
    buildings.UNIVERSITY: _picks,
    buildings.LIBRARY: _knowledge,
    buildings.AUCTION_HOUSE: _auction_house,
    buildings.GUILD: _guild,
    buildings.TEMPLE: _temple,
    buildings.ILLUMINATI: _illuminati,
    buildings.GALLEON: _galleon,
    buildings.TOWER: _tower,
}
