"""Touching the board: which spaces choices name, and what a space could mean."""

from collections import Counter

import pytest

from companion.table.narrowing.intent import Constraint, is_usual, narrow
from companion.web.views.offer import (
    for_seat,
    resolve_option,
    resolve_space,
    struct,
)
from companion.web.views.position import Position
from companion.web.views.spaces import action_spaces
from tests.web.scene import GAMES, Scene, speech
from tests.web.touches import touches

MOST, EVERY = 300, 7
"""How many steps are played, and every how many of them all actions are reached."""


def mover(scene: Scene) -> int:
    return scene.table.game.current_player(scene.table.state)


def test_only_the_spaces_of_present_players_exist() -> None:
    assert "seat-2-r1c1" in Position(Scene("inner-compass", count=2).table).spaces
    assert "seat-3-r1c1" not in Position(Scene("inner-compass", count=2).table).spaces


def test_a_value_is_a_space_on_the_players_own_board() -> None:
    own = action_spaces(Position(Scene().table), 1)
    assert own.space("space", "b3") == "b3"
    assert own.space("square", "r1c2") == "seat-2-r1c2"
    assert own.space("square", "nowhere") is None
    assert own.space("space", None) is None
    assert own.space("action", "b3") is None


def test_a_space_may_be_named_after_field_and_value() -> None:
    scene = Scene("essence")
    assert action_spaces(Position(scene.table), 0).space("phrase", 1) == "phrase-1"


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_place_that_an_option_names_can_be_touched(game: str) -> None:
    scene, touched = Scene(game), 0
    for _ in scene.play(60):
        seat = mover(scene)
        if seat < 0:
            continue
        offer = for_seat(Position(scene.table), seat)
        options = struct(offer, speech("en", scene.table).voice)["options"]
        named = Counter(place for option in options for place in option["places"])
        for place, count in named.items():
            assert resolve_space(offer, place) is not None or count > 1, place
            touched += 1
    assert touched or game in {"compass-points", "essence"}


@pytest.mark.slow
def test_touching_a_piece_means_the_same_as_its_tag() -> None:
    scene, count = Scene(), 0
    for _ in scene.play(60):
        seat = mover(scene)
        if seat < 0:
            continue
        offer = for_seat(Position(scene.table), seat)
        for place in sorted(offer.places.ids):
            if place.startswith("track-"):
                token = scene.table.state.track[int(place[-1]) - 1]
                meant = offer.naming(place, offer.actions)
                assert meant == narrow(offer.actions, (Constraint("emotion", (token,)),))
                count += bool(meant)
    assert count


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_every_action_can_be_reached_by_touch(game: str) -> None:
    """What no space stands for is drawn in the hand; nothing else has to be chosen from a list."""
    scene = Scene(game)
    for n, _ in enumerate(scene.play(MOST)):
        table = scene.table
        for seat in table.game.active_players(table.state) if n % EVERY == 0 else ():
            offer = for_seat(Position(table), seat)
            for action in filter(is_usual, offer.actions):
                assert list(touches(offer, action))


def test_choosing_and_touching_have_the_same_result() -> None:
    scene = Scene()
    offer = for_seat(Position(scene.table), mover(scene))
    assert resolve_option(offer, 0) == resolve_space(offer, "a1")
    assert resolve_space(offer, "a1") == next(
        action for action in offer.actions if getattr(action, "space", "") == "a1"
    )
    with pytest.raises(IndexError):
        resolve_option(offer, 99)
