"""Tiles that players have, entered by a box that joins late; GC-R33 keeps what is secret."""

from typing import Any

import pytest

from companion.engine.game import Correction
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.actions import CorrectTile
from companion.games.gilded_compass.stacks import size
from companion.games.gilded_compass.state import State
from tests.games.gilded_compass.tables import code, do, setup, table


def tiles(state: State, kind: str) -> list[CorrectTile]:
    """Return the tiles of a kind that the first seat may be given."""
    return [
        each
        for each in GAME.corrections(state)
        if isinstance(each, CorrectTile) and (each.player, each.kind, each.has) == (0, kind, True)
    ]


def opposite(action: CorrectTile) -> Correction:
    return CorrectTile(action.player, action.kind, has=not action.has, tile=action.tile)


@pytest.mark.parametrize(
    ("kind", "options"),
    [
        ("maps", {}),
        ("specialists", {}),
        ("artifacts", {}),
        ("missions", {"b_building": "guild"}),
        ("items", {"c_building": "temple"}),
        ("treasures", {"c_building": "galleon"}),
        ("trophies", {"c_building": "tower"}),
    ],
)
def test_every_kind_of_tile_is_given_and_taken_away(kind: str, options: dict[str, Any]) -> None:
    state = table(setup(3, level="open", **options))
    action = tiles(state, kind)[0]
    given = do(state, action).state
    assert getattr(given.players[0], kind) == (action.tile,)
    back = do(given, opposite(action)).state
    assert getattr(back.players[0], kind) == ()
    for name, stack in state.stacks:
        assert size(back.stack(name)) == size(stack)
    assert code(state, opposite(action)) == "tile-not-there GC-SETUP-4"


def test_what_lies_open_on_the_table_may_be_somebodys_already() -> None:
    state = table(setup(3, level="open"))
    laid = state.maps[0]
    given = do(state, CorrectTile(1, "maps", has=True, tile=laid)).state
    assert given.players[1].maps == (laid,)
    assert laid not in given.maps
    assert len(given.stack("maps")) == len(state.stack("maps"))


def test_they_count_at_once() -> None:
    state = table(setup(3, level="open", c_building="galleon"))
    action = tiles(state, "treasures")[0]
    assert GAME.returns(do(state, action).state)[0] == GAME.returns(state)[0] + int(action.tile)


def test_what_only_its_owner_may_see_is_not_entered_by_a_box_that_knows_it() -> None:
    state = table(setup(3, level="full", b_building="guild"))
    assert not tiles(state, "missions")
    tile = state.stack("missions")[0][0]
    assert code(state, CorrectTile(0, "missions", has=True, tile=tile)) == "secret-tile GC-R33"


def test_no_tile_is_there_twice() -> None:
    state = table(setup(2, level="open"))
    for action in tiles(state, "maps"):
        state = do(state, action).state
    assert not tiles(state, "maps")
    assert code(state, action) == "tile-not-there GC-SETUP-4"
