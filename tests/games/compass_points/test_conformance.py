"""Compass Points keeps to what every game must keep to."""

from collections.abc import Iterator

from companion.catalogue import Catalogue
from companion.engine.conformance import GameConformance
from companion.games.compass_points import GAME
from companion.games.compass_points.config import SPEEDS
from companion.games.compass_points.state import State
from companion.table import intent
from tests.rules.ids import rule_ids


class TestCompassPoints(GameConformance):
    game = GAME
    rules = rule_ids("compass-points")
    voice = Catalogue
    narrowing = intent
    seeds = range(12)
    size = 160
    perft = (8, 64, 512)

    @classmethod
    def twins(cls, state: State, viewer: int) -> Iterator[State]:
        """Give others every speed that they may have laid face down (CP-SPEED-2)."""
        for seat, player in enumerate(state.players):
            if seat != viewer and player.speed is not None and not player.turned:
                yield from (state.with_player(seat, speed=speed) for speed in SPEEDS)
