"""Essence passes the conformance kit."""

from collections.abc import Iterator, Sequence

import pytest

from companion.engine.conformance import GameConformance
from companion.engine.game import Setup
from companion.games.essence import GAME
from companion.games.essence.state import UNREAD, Phase, State, votable
from companion.i18n.catalogue import Catalogue
from companion.table.narrowing import intent
from tests.docs.rules.ids import rule_ids
from tests.games.essence.tables import NAMES, RULINGS


@pytest.mark.slow
class TestEssence(GameConformance):
    """Only more than two players have winners (ES-END-6); other tests cover two."""

    game = GAME
    rules = rule_ids("essence")
    voice = Catalogue
    narrowing = intent
    seeds = range(2)
    size = 80

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        return [Setup(NAMES[:3], "full", options) for options in RULINGS] + [
            Setup(NAMES, "full", {"double_points": "with", "expansion_e1": "with"})
        ]

    @classmethod
    def twins(cls, state: State, viewer: int) -> Iterator[State]:
        """Yield states in which others have laid other votes face down (ES-R8)."""
        if state.phase not in (Phase.VOTE, Phase.REVEAL):
            return
        for seat in state.seats:
            vote = state.players[seat].vote
            if seat != viewer and vote not in (None, UNREAD):
                for number in votable(state):
                    yield state.with_player(seat, vote=number)
