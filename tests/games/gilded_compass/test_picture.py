"""The picture in a browser, and what only one seat sees."""

from itertools import pairwise

from msgspec.structs import replace

from companion.engine.text import text
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.buildings.building import Award
from companion.games.gilded_compass.buildings.tower import Tower
from companion.games.gilded_compass.state import Drawing, Phase, State
from companion.i18n.catalogue import Catalogue
from tests.games.gilded_compass.buildings.boards import archives, university
from tests.games.gilded_compass.tables import NAMES, rolled, setup, table


def drawn_at(state: State, place: str) -> list[str]:
    return [
        f"{sprite.look} {sprite.sign}".strip()
        for sprite in GAME.sprites(state)
        if sprite.place == place
    ]


def test_dice_lie_in_their_buildings() -> None:
    state = replace(
        rolled(table(setup(2, c_building="tower")), "11223346"),
        archives=archives("A3x2", "*5x1"),
        university=university(4, "A1 B3"),
        tower=Tower(left=(1, None, None)),
    )
    assert drawn_at(state, "group-a1") == ["die-1 3", "die-1 3"]
    assert drawn_at(state, "group-a2") == ["die-dummy 5"]
    assert drawn_at(state, "entrance-2") == ["die-2 3"]
    assert drawn_at(state, "tower-left-1") == ["die-2 •"]
    assert drawn_at(state, "seat-1-dice") == [f"die-1 {value}" for value in "11223346"]


def test_dice_in_an_emblem_lie_side_by_side_with_all_their_pips() -> None:
    state = table(setup(2))
    marks = GAME.emblem(state, text("dice", dice="11223346", apart="1 1 2 2 3 3 4 6"))
    assert "".join(mark.sign for mark in marks) == "11223346"
    assert all(mark.x + mark.width < following.x for mark, following in pairwise(marks))
    assert all(mark.width == mark.height == 1 - 2 * mark.y for mark in marks)


def test_tiles_have_the_printed_colours_of_the_copy() -> None:
    """GC-VOC-1: printed colours are display data."""
    state = replace(table(setup(data={"colours": {"fire": "orange"}})), maps=("fire-2-1",))
    assert drawn_at(state, "map-1") == ["map-orange 2/1"]
    specialists = ("excavator-jungle-3", "cartographer-fire-4")
    owned = state.with_player(0, specialists=specialists, abilities=("persuasion",))
    drawn = drawn_at(owned, "seat-1-specialists")
    assert drawn == ["excavator-green 3", "cartographer-orange 4"]
    assert drawn_at(owned, "seat-1-tokens")[1].startswith("ability")


def test_secret_tiles_are_counted_only() -> None:
    """GC-R33."""
    state = table(setup(2, c_building="galleon"))
    before = drawn_at(state, "seat-1-tokens")
    assert before == ["knowledge 1", "hidden 1"]
    with_treasure = state.with_player(0, pending=("3",))
    assert drawn_at(with_treasure, "seat-1-tokens") == ["knowledge 1", "hidden 2"]


def test_a_seat_sees_its_secret_tiles_and_what_it_chooses_from() -> None:
    """GC-GUILD-3."""
    voice = Catalogue("en", GAME, NAMES)
    state = table(setup(2, b_building="guild")).with_player(
        0, missions=("secret_map",), items=("cartographer-fire",), trophies=("gold-3",)
    )
    drawing = Drawing("missions", 0, 0, ("find_the_maps", "dual_map-fire-dark"), 1)
    state = replace(state, drawing=drawing, phase=Phase.CHOOSE, resolving=0, queue=(Award(0),))
    lines = [
        f"{voice.long(line.left)}: {voice.long(line.right)}"
        for line in GAME.private(state, 0)
        if line.right is not None
    ]
    assert lines == [
        "Tile 1: Find the Maps",
        "Tile 2: A Dual Map, Fire and Dark",
        "Mission: A Secret Map",
        "Magical item: Item for Cartographer, Fire",
        "Trophy: Gold trophy, 3 gold",
    ]
    assert GAME.private(state, 1) == ()
