"""Touching the board: which spaces choices name, and what a space could mean."""

from collections import Counter

import pytest

from companion.table.intent import Constraint
from companion.web.offer import chosen, for_seat, picked, struct
from companion.web.places import places
from companion.web.position import Position
from tests.web.scene import GAMES, Scene, speech


def mover(scene: Scene) -> int:
    return scene.table.game.current_player(scene.table.state)


def test_spaces_are_those_of_the_players_who_are_there() -> None:
    assert "seat-2-r1c1" in Position(Scene("inner-compass", count=2).table).spaces
    assert "seat-3-r1c1" not in Position(Scene("inner-compass", count=2).table).spaces


def test_a_value_is_found_on_the_players_own_board() -> None:
    found = places(Position(Scene().table), 1)
    assert found.space("space", "b3") == "b3"
    assert found.space("square", "r1c2") == "seat-2-r1c2"
    assert found.space("square", "nowhere") is None
    assert found.space("space", None) is None
    assert found.space("action", "b3") is None


def test_a_form_with_the_fields_name_is_found_too() -> None:
    scene = Scene("essence")
    assert places(Position(scene.table), 0).space("phrase", 1) == "phrase-1"


@pytest.mark.parametrize("game", GAMES)
def test_whatever_an_option_names_can_be_touched(game: str) -> None:
    scene, touched = Scene(game), 0
    for _ in scene.play(60):
        seat = mover(scene)
        if seat < 0:
            continue
        offer = for_seat(Position(scene.table), seat)
        options = struct(offer, speech("en", scene.table).voice)["options"]
        named = Counter(place for option in options for place in option["places"])
        for place, count in named.items():
            assert picked(offer, place) is not None or count > 1, place
            touched += 1
    assert touched or game in {"compass-points", "essence"}


def test_a_touched_piece_says_what_its_tag_says() -> None:
    scene, found = Scene(), 0
    for _ in scene.play(60):
        seat = mover(scene)
        if seat < 0:
            continue
        offer = for_seat(Position(scene.table), seat)
        for place in sorted(offer.places.ids):
            if place.startswith("track-"):
                meant = list(offer.places.meanings(place, offer.actions))
                token = scene.table.state.track[int(place[-1]) - 1]
                assert all(Constraint("emotion", (token,)) in each for each in meant)
                found += bool(meant)
    assert found


def test_choosing_and_touching_lead_to_the_same() -> None:
    scene = Scene()
    offer = for_seat(Position(scene.table), mover(scene))
    selection = chosen(offer, 0)
    assert selection == (Constraint("space", ("a",)),)
    assert picked(offer, "a1") == next(
        each for each in offer.actions if getattr(each, "space", "") == "a1"
    )
    with pytest.raises(IndexError):
        chosen(offer, 99)
