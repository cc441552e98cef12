"""Games made for the base class of 0.2 go on for a release, and their authors are warned."""

from typing import Any

import pytest

from companion.engine import game
from companion.engine.base import BaseGame
from companion.engine.facets import SecretScore
from companion.engine.game import ScoreLine
from companion.engine.rules import Rules


def test_deriving_from_it_warns() -> None:
    with pytest.warns(DeprecationWarning, match="Old: BaseGame is now .*Rules"):

        class Old(BaseGame[Any]):
            pass

    assert not issubclass(Old, SecretScore)


def test_hiding_points_is_a_facet_for_a_game_that_did_it_by_a_method() -> None:
    with pytest.warns(DeprecationWarning, match="Hiding: BaseGame is now"):

        class Hiding(BaseGame[Any]):
            def open_score(self, state: object, /) -> tuple[ScoreLine, ...]:
                del state
                return ()

    assert issubclass(Hiding, SecretScore)


def test_the_protocol_of_a_game_is_its_rules_now() -> None:
    with pytest.warns(DeprecationWarning, match="Game is now companion.engine.rules.Rules"):
        assert getattr(game, "Game") is Rules  # noqa: B009 - types do not know it
    with pytest.raises(AttributeError):
        getattr(game, "Gane")  # noqa: B009
