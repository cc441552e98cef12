"""The Gilded Compass passes the conformance kit."""

from collections.abc import Iterator, Sequence

import pytest
from msgspec.structs import replace

from companion.engine.conformance import GameConformance
from companion.engine.game import Setup
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.draws import front
from companion.games.gilded_compass.state import ALL_OPEN, State
from companion.games.gilded_compass.tiles import METALS
from companion.i18n.catalogue import Catalogue
from companion.table.narrowing import intent
from tests.docs.rules.ids import rule_ids
from tests.games.gilded_compass.tables import rolled, setup, table


@pytest.mark.slow
class TestGildedCompass(GameConformance):
    game = GAME
    rules = rule_ids("gilded-compass")
    voice = Catalogue
    narrowing = intent
    seeds = (1,)
    size = 60
    perft = (42, 655, 5884)
    line = (
        *("choose_start(0)", "lay_map(dark,1,0)", "lay_map(holy,2,1)", "lay_map(jungle,2,1)"),
        *("lay_map(water,4,3)", "lay_specialist(cartographer,dark,2)"),
    )

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        """Return setups with each building, both levels, the dummy, and the most players."""
        closed = {"flags": {"artifacts_open": False}}
        return (
            setup(2, b_building="guild", c_building="temple", variant="dummy"),
            setup(3, c_building="illuminati", variant="dummy"),
            setup(2, "open", b_building="guild", c_building="tower"),
            setup(2, "open", closed, c_building="temple", variant="fewer_buildings"),
            setup(2, "open", c_building="galleon", variant="dummy"),
            setup(5, data=closed, c_building="galleon"),
            setup(2, "final", b_building="guild", c_building="temple"),
            setup(3, "final", c_building="galleon"),
        )

    @classmethod
    def opening(cls) -> tuple[Setup, State]:
        """Return a first roll; by hand count, it has 31 placements, 10 for the dummy, a reroll."""
        opening_setup = cls.setups()[0]
        return opening_setup, rolled(table(opening_setup), "11223346", dummy="25")

    @classmethod
    def twins(cls, state: State, viewer: int) -> Iterator[State]:
        """Yield states with every other secret tile that other seats could have (GC-R33)."""
        if state.phase not in ALL_OPEN:
            for seat in state.seats:
                if seat != viewer:
                    yield from _others(state, seat)


def _others(state: State, seat: int) -> Iterator[State]:
    """Yield the state with each secret tile of a seat exchanged for one of its stack."""
    player = state.players[seat]
    piles = (
        *(("missions", "missions"), ("items", "items"), ("pending", "treasures")),
        *(("trophies", metal) for metal in METALS),
        *((("artifacts", "artifacts"),) if state.variant.is_secret("artifacts") else ()),
    )
    for field, kind in piles:
        for tile in getattr(player, field):
            for other, _ in state.stack(kind)[:2]:
                if field != "trophies" or tile.startswith(kind):
                    fronted = front(other) if kind == "items" else other
                    tiles = [own if own != tile else fronted for own in getattr(player, field)]
                    yield state.with_player(seat, **{field: tuple(tiles)})
    for other, _ in state.stack("collections") if player.collection else ():
        yield state.with_player(seat, collection=other)
    drawing = state.drawing
    if drawing is not None and drawing.owner == seat and state.variant.is_secret(drawing.kind):
        for other, _ in state.stack(drawing.kind)[:2] if drawing.tiles else ():
            changed = replace(drawing, tiles=(other, *drawing.tiles[1:]))
            yield replace(state, drawing=changed)
