"""What a small display draws of a task or a choice: which of the tiles in a row is meant."""

import pytest

from companion.engine.diagram import CURSOR, Diagram
from companion.engine.text import text
from companion.games.gilded_compass import GAME
from companion.table.narrowing.intent import values
from tests.games.gilded_compass.tables import moments, place, setup, table


def meant(diagram: Diagram) -> tuple[str, int, list[int]]:
    """Return the sign of the building, how many tiles there are, and the places marked."""
    (sign, *_), tiles = diagram.rows
    places = [at for at, cell in enumerate(tiles, 1) if cell.mark == CURSOR]
    return sign.icon, len(tiles), places


def test_one_of_several_equal_tiles_is_shown_by_its_place() -> None:
    """GC-R40."""
    task = text("do.take_tile", at="university", count=7, place=3)
    (diagram,) = GAME.text_diagrams(table(), task)
    assert meant(diagram) == ("building-university", 7, [3])
    assert GAME.text_diagrams(table(), text("do.treasures")) == ()


@pytest.mark.parametrize(
    ("c_building", "place", "building"),
    [
        ("temple", "secret-2", "temple"),
        ("illuminati", "secret-2", "illuminati"),
        ("temple", "map-4", "archives"),
        ("temple", "hired-6", "university"),
    ],
)
def test_a_tile_that_is_put_right_is_shown_by_its_place(
    c_building: str, place: str, building: str
) -> None:
    state = table(setup(3, c_building=c_building))
    (diagram,) = GAME.text_diagrams(state, text("table.put_right", places=place))
    sign, count, marked = meant(diagram)
    assert (sign, marked) == (f"building-{building}", [int(place[-1])])
    assert count >= marked[0]


def test_dice_go_to_a_tile_of_the_temple() -> None:
    """GC-TEMPLE-1."""
    state = table(setup(3, c_building="temple"))
    (diagram,) = GAME.choice_diagrams(state, values(place("temple", "12", slot=2)))
    assert meant(diagram) == ("building-temple", len(state.backs), [2])
    assert GAME.choice_diagrams(state, values(place("library", "1"))) == ()


@pytest.mark.parametrize("c_building", ["temple", "illuminati"])
def test_the_next_tile_is_shown_while_they_are_laid_out(c_building: str) -> None:
    """GC-ROUND-1."""
    laid: dict[str, list[int]] = {}
    for moment in moments(1, setup(3, c_building=c_building)):
        action = values(moment.action)
        for diagram in GAME.choice_diagrams(moment.before, action):
            if str(action["action"]).startswith("lay_") and moment.before.round == 1:
                sign, count, places = meant(diagram)
                assert places == [count]
                laid.setdefault(sign, []).append(count)
    assert laid.keys() >= {"building-archives", "building-university", f"building-{c_building}"}
    assert all(counts == list(range(1, len(counts) + 1)) for counts in laid.values())
