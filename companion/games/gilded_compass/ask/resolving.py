"""Questions about the end of a round: the rewards of the dice in a building."""

from collections.abc import Callable, Mapping
from typing import Final

import msgspec

from companion.engine.game import Struct
from companion.engine.questions import NOTHING
from companion.games.gilded_compass import buildings
from companion.games.gilded_compass.ask import boards
from companion.games.gilded_compass.ask.terms import (
    DUMMY_NAME,
    Players,
    Rulings,
    Seats,
    number_of_players,
)
from companion.games.gilded_compass.buildings.building import DUMMY, Award, Building
from companion.games.gilded_compass.buildings.illuminati import Illuminati
from companion.games.gilded_compass.buildings.temple import Temple
from companion.games.gilded_compass.buildings.university import University
from companion.games.gilded_compass.tiles import METALS
from companion.games.gilded_compass.variant import TABLES, Table
from companion.schema.bounds import Count, Few, Unread, Whole, Word

Awards = tuple[Award, ...]


class Options(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The rulings of a question, where some programs write them."""

    flags: Unread | None = None


_NO_OPTIONS: Final = Options()


def resolve(
    *,
    building: boards.Name,
    players: Players,
    state: Unread = NOTHING,
    tiles: Count | Few[Unread | Word | Whole] | None = None,
    options: Options = _NO_OPTIONS,
    flags: Unread = NOTHING,
) -> Struct:
    """Answer the rewards with their owners, in order, and whose dice go to the Library."""
    seats = Seats()
    where = () if options.flags is None else ("options",)
    rulings = Rulings.of(flags if options.flags is None else options.flags, *where)
    board = boards.building(building, state, seats, rulings, "state")
    humans = number_of_players(players)
    laid_out = _laid_out(len(tiles) if isinstance(tiles, tuple) else tiles, board, TABLES[humans])
    resolution = board.resolve(humans, laid_out)
    answer = _ANSWERS[building](resolution.awards, laid_out, seats)
    return {**answer, "to_library": seats.counted(resolution.library)}


def _laid_out(tiles: int | None, board: Building, table: Table) -> int:
    """Return the number of tiles laid out (GC-SETUP-2)."""
    if isinstance(board, University):
        return board.entrances
    if isinstance(board, Temple):
        return len(board.slots)
    usual = table.illuminati_tiles if isinstance(board, Illuminati) else table.maps
    return usual if tiles is None else tiles


def _picks(awards: Awards, tiles: int, seats: Seats) -> Struct:
    """Return who picks a tile of those laid out, in order (GC-ARCHIVE-6, GC-UNI-8)."""
    return {
        "picks": [seats.name(award.owner) for award in awards],
        "set_aside": tiles - len(awards),
    }


def _knowledge(awards: Awards, _tiles: int, seats: Seats) -> Struct:
    """Return the knowledge tiles that each player earns (GC-LIB-2)."""
    return {"knowledge": {seats.name(award.owner): award.keep for award in awards}}


def _auction_house(awards: Awards, _tiles: int, seats: Seats) -> Struct:
    """Return who draws and keeps artifacts (GC-AUCTION-1); the dummy removes (GC-DUMMY-AUCTION)."""
    return {
        "rewards": [
            {"player": DUMMY_NAME, "remove": award.draw}
            if award.owner == DUMMY
            else {"player": seats.name(award.owner), "draw": award.draw, "keep": award.keep}
            for award in awards
        ]
    }


def _guild(awards: Awards, _tiles: int, seats: Seats) -> Struct:
    """Return who chooses from how many (GC-GUILD-1); the rest goes under the stack (GC-GUILD-2)."""
    drawn = sum(award.draw for award in awards)
    return {
        "drawn": drawn,
        "rewards": [
            {"player": seats.name(award.owner), "choose_from": award.of} for award in awards
        ],
        "returned": drawn - sum(award.keep for award in awards),
    }


def _temple(awards: Awards, tiles: int, seats: Seats) -> Struct:
    """Return which tiles are taken (GC-TEMPLE-4), removed (GC-DUMMY-TEMPLE) and set aside."""
    claimed = {award.spot for award in awards}
    return {
        "taken": [
            {"slot": award.spot, "player": seats.name(award.owner)}
            for award in awards
            if award.owner != DUMMY
        ],
        "removed": [award.spot for award in awards if award.owner == DUMMY],
        "set_aside": [slot for slot in range(tiles) if slot not in claimed],
    }


def _illuminati(awards: Awards, tiles: int, seats: Seats) -> Struct:
    """Return who takes abilities, in order (GC-ILLUMINATI-5, GC-ILLUMINATI-6, GC-DUMMY-ILLUM)."""
    return {
        "sequence": [
            {
                "player": seats.name(award.owner),
                "take": "top" if award.owner == DUMMY else "choice",
                "of": award.of,
            }
            for award in awards
        ],
        "set_aside": tiles - len(awards),
    }


def _galleon(awards: Awards, _tiles: int, seats: Seats) -> Struct:
    """Return how many treasures are kept and drawn in addition (GC-GALLEON-6, GC-GALLEON-7)."""
    return {
        "keep": {seats.name(award.owner): award.keep for award in awards},
        "extra_draw": sum(award.draw for award in awards),
    }


def _tower(awards: Awards, _tiles: int, seats: Seats) -> Struct:
    """Return the trophies (GC-TOWER-5): floor 1 gives bronze, 2 silver, 3 gold."""
    trophies: dict[str, dict[str, int]] = {}
    for award in awards:
        own = trophies.setdefault(seats.name(award.owner), dict.fromkeys(METALS, 0))
        own[METALS[(award.spot or 1) - 1]] += 1
    return {"trophies": trophies}


_ANSWERS: Final[Mapping[str, Callable[[Awards, int, Seats], Struct]]] = {
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
