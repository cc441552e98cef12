"""Which games robots can play: those without secrets, and those that say how to guess them."""

import pytest

from companion.engine import registry
from companion.engine.base import BaseGame
from companion.engine.facets import Secrets
from companion.engine.game import Action, Event, Struct
from companion.engine.robots import can_play
from tests.engine.test_search import HEAP, Heap, State


class Whispered(Heap, Secrets[State]):
    def audience(self, _state: State, _news: Action | Event) -> tuple[int, ...] | None:
        return None

    def observation(self, _state: State, _player: int) -> Struct:
        return {}


def test_a_game_with_secrets_that_cannot_be_guessed_is_not_for_robots() -> None:
    assert can_play(HEAP)
    assert not can_play(Whispered())


def test_a_game_that_does_not_say_whether_it_has_secrets_is_not_for_robots() -> None:
    with pytest.warns(DeprecationWarning, match="Old: BaseGame is now"):

        class Old(Heap, BaseGame[State]):
            pass

    assert not can_play(Old())


@pytest.mark.parametrize("name", registry.names())
def test_robots_can_play_every_game_whose_rules_the_box_knows(name: str) -> None:
    assert can_play(registry.load(name)) == (name != "open-table")
    assert not can_play(registry.load(name).at("table"))
