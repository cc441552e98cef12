"""The colours by which pages show who plays what: those of the pieces on the board."""

import pytest

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.picture import FILLS
from companion.web.lobbying import seat_colour
from tests.web.scene import GAMES, NAMES


@pytest.mark.parametrize("name", ["inner-compass", "gilded-compass"])
def test_a_seat_has_the_colour_of_its_pieces(name: str) -> None:
    """The looks of a seat's pieces end with its number."""
    game = registry.load(name)
    assert game.picture is not None
    looks = game.picture.looks
    for seat, fill in enumerate(game.seat_colours, 1):
        own = {f"piece-{seat}", f"cube-{seat}", f"die-{seat}"} & set(looks)
        assert {looks[key].fill for key in own} == {fill}
    assert len(game.seat_colours) == game.players[-1]


def test_a_colour_that_was_chosen_is_the_seats() -> None:
    essence, jewels = registry.load("essence"), registry.load("compass-jewels")
    chosen = Setup(NAMES[:2], "full", {"colours": ["indigo", "yellow"]})
    assert [seat_colour(essence, chosen, seat) for seat in range(2)] == ["black", "yellow"]
    usual = [seat_colour(jewels, Setup(NAMES[:2], "full"), seat) for seat in range(2)]
    assert set(usual) == {"white", "black"}


@pytest.mark.parametrize("name", GAMES)
def test_it_is_one_that_pages_can_show_or_none(name: str) -> None:
    game = registry.load(name)
    setup = Setup(NAMES[: game.players[0]], game.levels[-1])
    for seat in range(game.players[0]):
        assert seat_colour(game, setup, seat) in {"", *FILLS}
