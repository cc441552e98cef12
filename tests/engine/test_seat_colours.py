"""Who plays which colour: as wished, the first to wish for it, and nobody without one."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.seat_colours import assign_colours, colours_of, palette

COLOURS = ("orange", "teal", "purple", "brown")
WISHES = st.lists(st.sampled_from((*COLOURS, "", "pink")), max_size=len(COLOURS))


@given(WISHES)
def test_everybody_has_a_colour_of_their_own_and_the_first_wish_counts(wished: list[str]) -> None:
    colours = assign_colours(COLOURS, wished)
    assert len(set(colours)) == len(colours) == len(wished)
    assert set(colours) <= set(COLOURS)
    for seat, wish in enumerate(wished):
        if wish in COLOURS and wish not in wished[:seat]:
            assert colours[seat] == wish


def test_whoever_wishes_nothing_gets_what_nobody_has_chosen() -> None:
    assert assign_colours(COLOURS, ["", "orange", ""]) == ("teal", "orange", "purple")


def test_a_game_without_own_pieces_has_no_colours() -> None:
    game = registry.load("compass-points")
    assert palette(game) == ()
    assert assign_colours(palette(game), ["red", ""]) == ("", "")


@pytest.mark.parametrize("name", ["inner-compass", "gilded-compass"])
def test_pieces_have_the_colour_that_was_chosen(name: str) -> None:
    game = registry.load(name)
    names = ("Ada", "Ben")
    setup = Setup(names, "full", {"colours": ["brown", "orange"]})
    assert colours_of(setup, palette(game)) == ("brown", "orange")
    usual, own = (game.new_initial_state(each).variant for each in (Setup(names, "full"), setup))
    numbers = [getattr(each, "dice", None) or each.colours for each in (usual, own)]
    assert numbers == [(1, 2), (4, 1)]


def test_the_tag_under_a_figure_stands_for_its_colour_whoever_plays_it() -> None:
    game = registry.load("inner-compass")
    setup = Setup(("Ada", "Ben"), "full", {"colours": ["brown", "orange"]})
    figures = {
        piece.id: piece
        for piece in game.pieces(game.new_initial_state(setup))
        if piece.id.startswith("seat-")
    }
    assert {name: piece.look for name, piece in figures.items()} == {
        "seat-4": "piece-4",
        "seat-1": "piece-1",
    }
    assert [piece.selects[0]["player"] for piece in figures.values()] == [0, 1]
