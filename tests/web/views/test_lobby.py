"""Questions of a setup with their pictures, and the colours by which pages show who plays what."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.game import Setup
from companion.engine.owners_copy import OwnersCopy
from companion.engine.picture import FILLS
from companion.table.command import Command
from companion.table.lobby.inputs import handle_lobby
from companion.table.lobby.lobby import Lobby, open_lobby
from companion.web.views.lobby import lobby, seat_colours
from companion.web.views.viewer import Surroundings
from tests.manifests import manifests
from tests.web.scene import GAMES, NAMES, speech


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
    assert seat_colours(essence, chosen) == ("black", "yellow")
    usual = seat_colours(jewels, Setup(NAMES[:2], "full"))
    assert set(usual) == {"white", "black"}


def test_what_is_printed_is_a_picture_whose_squares_can_be_touched() -> None:
    game = registry.load("compass-points")
    stage = replace(
        open_lobby(manifests(game), NAMES, Setup(NAMES[:4], "full"), game.id),
        copies={game.id: OwnersCopy()},
    )
    while stage.question is not None and stage.question.board is None:
        answers = [value for value, _ in stage.question.answers]
        at = answers.index("check") if "check" in answers else stage.cursor
        stage = confirmed(replace(stage, cursor=at))
    shown = lobby(stage, speech("en", stage), Surroundings())
    assert shown["answers"] == ["Like this", "Different"]
    assert shown["sheet"]["open"] is False
    assert shown["sheet"]["rows"][0][1] == {
        "name": "b9: NE-20, light square",
        "sign": "NE-20",
        "fill": "light",
    }
    stage = confirmed(confirmed(replace(stage, cursor=1)))
    open_ = lobby(stage, speech("en", stage), Surroundings())
    names = [square["name"] for row in open_["sheet"]["rows"] for square in row]
    assert open_["sheet"]["open"] is True
    assert open_["answers"] == [*names, "Done"]
    asked = lobby(confirmed(stage), speech("de", stage), Surroundings())
    assert (asked["title"], asked["sheet"]) == ("a5: Was steht auf diesem Feld?", None)


def confirmed(stage: Lobby) -> Lobby:
    after = handle_lobby(stage, Command.CONFIRM)
    assert isinstance(after, Lobby)
    return after


@pytest.mark.parametrize("name", GAMES)
def test_it_is_one_that_pages_can_show_or_none(name: str) -> None:
    game = registry.load(name)
    setup = Setup(NAMES[: game.players[0]], game.levels[-1])
    colours = seat_colours(game, setup)
    assert len(colours) == game.players[0]
    assert {*colours} <= {"", *FILLS}
