"""Compass Points passes the conformance kit."""

from collections.abc import Iterator, Sequence

import pytest

from companion.engine.conformance import ConformanceError, GameConformance
from companion.engine.conformance.bench import NAMES
from companion.engine.game import Setup
from companion.games.compass_points import GAME
from companion.games.compass_points.actions import LayDirection, LayUnread
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import SPEEDS
from companion.i18n.catalogue import Catalogue
from companion.table.narrowing import intent
from tests.docs.rules.ids import rule_ids
from tests.games.compass_points.tables import SETUP, do, position


@pytest.mark.slow
class TestCompassPoints(GameConformance):
    game = GAME
    rules = rule_ids("compass-points")
    voice = Catalogue
    narrowing = intent
    seeds = range(12)
    size = 160
    perft = (4, 16, 44, 174, 1144)
    line = (
        *("lay_direction(0,W)", "lay_direction(1,W)", "lay_direction(2,SE)", "lay_direction(3,E)"),
        *("lay_speed(0,1)", "lay_speed(1,1)", "lay_speed(2,2)", "lay_speed(3,0)", "turn"),
    )

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        return [Setup(NAMES[:4], "full")]

    @classmethod
    def opening(cls) -> tuple[Setup, State]:
        """Return a round of unread cards near a goal, with choices, a corner and an early end."""
        state = position("e8")
        for direction in ("NE", "N", "E", "SW"):
            state = do(state, LayDirection(GAME.current_player(state), direction)).state
        while state.phase is Phase.SPEED:
            state = do(state, LayUnread()).state
        return SETUP, state

    @classmethod
    def twins(cls, state: State, viewer: int) -> Iterator[State]:
        """Yield states in which others have laid other speeds face down (CP-SPEED-2)."""
        for seat, player in enumerate(state.players):
            if seat != viewer and player.speed is not None and not player.turned:
                yield from (state.with_player(seat, speed=speed) for speed in SPEEDS)


class OpenTurns(type(GAME)):  # type: ignore[misc]  # the class is as dynamic as its game
    """Claims that all can tell who is next, although a card that nobody has read decides it."""

    secret_turns = ()


class Claiming(TestCompassPoints):
    __test__ = False
    game = OpenTurns()


@pytest.mark.slow
def test_a_claim_that_turns_are_open_is_found_out() -> None:
    with pytest.raises(ConformanceError, match=r"after .* depends on a secret"):
        Claiming().test_who_is_next_depends_on_no_secret()
