"""Explanations for a host: setup, buildings, abilities and missions."""

from collections.abc import Iterator
from typing import Final

from companion.engine.game import Explained, KnownPosition
from companion.engine.owners_copy import NONE, CopyQuestion, PrintedValue
from companion.engine.text import text
from companion.games.gilded_compass import tiles
from companion.games.gilded_compass.buildings import GUILD, ILLUMINATI
from companion.games.gilded_compass.final import missions
from companion.games.gilded_compass.holdings import MISSIONS
from companion.games.gilded_compass.names import mission_name, site_name
from companion.games.gilded_compass.state import Phase, State
from companion.games.gilded_compass.turn import RULES
from companion.games.gilded_compass.variant import DATA, FINAL

_SETUP: Final = {
    "auction_house": "GC-SETUP-5",
    "guild": "GC-SETUP-6",
    "temple": "GC-SETUP-7",
    "illuminati": "GC-SETUP-7",
    "galleon": "GC-SETUP-7",
    "tower": "GC-SETUP-7",
}
"""The step that a building adds to the setup."""
_DEAREST: Final = 6
"""More gold than any map is worth, so far as anybody knows (GC-R32)."""
_MORE: Final = 2
"""How many more maps of a colour than we assume a copy can have: 26 in all, if of one colour."""
_ABILITIES: Final = {
    tiles.TIMELESS_GIFT: "GC-ABIL-GIFT",
    tiles.WILL_TO_WIN: "GC-ABIL-WILL",
    tiles.SMALL_HELP: "GC-ABIL-HELP",
    tiles.PERSUASION: "GC-ABIL-PERS",
}


def setup_rules(state: State) -> tuple[str, ...]:
    """Return the steps of the setup, without those for buildings that are not in play.

    There are none if the game has been played before.
    """
    if state.variant.level == FINAL:
        return ()
    own = [_SETUP[name] for name in state.variant.buildings if name in _SETUP]
    dummy = ("GC-VARIANT-2",) if state.variant.dummy else ()
    last = ("GC-SETUP-8", "GC-SETUP-9", "GC-SETUP-10")
    return ("GC-SETUP-1", "GC-SETUP-2", "GC-SETUP-4", *own, *dummy, *last)


def copy_questions(_data: object) -> tuple[CopyQuestion, ...]:
    """Return the question about this copy: the values printed on the maps.

    The book has 26 maps, of which we assume 24, four of each colour (GC-R2); so there may be more.
    """
    worths = tuple(
        (f"{high}/{low}", text("copy.maps.worth", high=high, low=low))
        for high in range(1, _DEAREST + 1)
        for low in range(high)
    )
    none = (NONE, text("copy.maps.none"))
    colours = tuple(DATA["maps"])
    cells = tuple(
        PrintedValue(
            text("copy.maps.cell", site=site_name(colour), n=number),
            (*worths, none) if number <= len(DATA["maps"][colour]) else (none, *worths),
        )
        for colour in colours
        for number in range(1, len(DATA["maps"][colour]) + _MORE + 1)
    )
    return (CopyQuestion("maps", text("copy.maps"), ("maps",), cells, names=colours),)


def in_play(state: State) -> tuple[Explained, ...]:
    """Return the buildings in play, with the effects of their abilities and missions."""
    return tuple(_in_play(state))


def _in_play(state: State) -> Iterator[Explained]:
    for name in state.variant.buildings:
        yield Explained(text(f"building.{name}"), RULES[name])
    if ILLUMINATI in state.variant.buildings:
        for ability, rule in _ABILITIES.items():
            yield Explained(text(f"ability.{ability}"), rule)
    if GUILD in state.variant.buildings:
        for mission in MISSIONS:
            yield Explained(mission_name(mission), missions.RULES[mission])


def known_position(state: State) -> KnownPosition:
    """Return the round and who has begun it, for a higher level; gold follows from the tiles."""
    if state.phase in (Phase.START, Phase.ENTER):
        return KnownPosition()
    return KnownPosition(starter=state.start, round=state.round)
