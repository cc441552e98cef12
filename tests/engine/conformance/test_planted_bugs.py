"""Every check finds the bug planted for it. That no other check does is tested in labs/long."""

import re
from collections.abc import Iterable

import pytest

from companion.engine.conformance import ConformanceError, GameConformance
from companion.engine.picture import Picture
from tests.engine.conformance.bugs import BUGS
from tests.engine.conformance.pebbles import Game, PebblesConformance

CHECKS = [name for name in dir(GameConformance) if name.startswith("test_")]

WHERE = re.compile(
    r"level \w+, \d players, seed \d+|Setup\(|Pebbles\(|Pebbles Game: |pebbles: |draw: |PB-\d+: "
)
"""The beginning of a message: a play, a setup, a state, the game, an action's name or a rule."""


def failing(game: type[Game], checks: Iterable[str] = CHECKS) -> dict[str, str]:
    """Return the checks that a game fails, each with its message."""
    failures = {}
    kit = type("Kit", (PebblesConformance,), {"game": game()})
    for check in checks:
        if game.spoils_other_checks:
            kit = type("Kit", (PebblesConformance,), {"game": game()})
        try:
            getattr(kit(), check)()
        except ConformanceError as error:
            failures[check] = str(error)
    return failures


@pytest.mark.slow
def test_a_well_behaved_game_passes_all_checks() -> None:
    assert failing(Game) == {}


@pytest.mark.parametrize("check", CHECKS)
def test_a_planted_bug_is_found_by_its_check(check: str) -> None:
    """It says where before it says what."""
    (message,) = failing(BUGS[check], [check]).values()
    assert WHERE.match(message), message


def test_a_board_that_cannot_be_read_is_found() -> None:
    mistake = "odd/board.yaml:3: spaces[0]: the space bag is described twice; rename one"

    class Odd(Game):
        @property
        def picture(self) -> Picture:
            raise ValueError(mistake)

    assert failing(Odd, ["test_sprites_lie_on_the_board"]) == {
        "test_sprites_lie_on_the_board": f"pebbles: {mistake}"
    }
