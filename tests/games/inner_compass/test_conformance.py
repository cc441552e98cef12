"""Inner Compass passes the conformance kit."""

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from companion.engine.conformance import GameConformance
from companion.engine.game import Setup
from companion.games.inner_compass import GAME
from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.state import NO_CARDS, Cards, State, add
from companion.i18n.catalogue import Catalogue
from companion.table.narrowing import intent
from tests.docs.rules.ids import rule_ids


class TestInnerCompass(GameConformance):
    game = GAME
    rules = rule_ids("inner-compass")
    voice = Catalogue
    narrowing = intent
    seeds = range(3)
    size = 100

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        names = ("Ann", "Ben", "Cem")
        return [
            Setup(names, level, {"mode": mode})
            for level in (*GAME.levels, *GAME.apart)
            for mode in ("standard", "advanced")
        ]

    @classmethod
    def twins(cls, state: State, viewer: int) -> Iterator[State]:
        """Yield states in which unseen cards and secret EP of others differ (IC-R29)."""
        for seat, player in enumerate(state.players):
            if seat != viewer:
                for hand, pool in _exchanges(player.hand, state.pool):
                    yield replace(state.with_player(seat, hand=hand), pool=pool)
                if not state.shows_totals:
                    yield state.with_player(seat, ep_track=player.ep_track + 1)


def _exchanges(hand: Cards | None, pool: Cards) -> Iterator[tuple[Cards, Cards]]:
    for card in COLOURS:
        for other in COLOURS:
            changed = add(add(hand or NO_CARDS, card, -1), other)
            left = add(add(pool, other, -1), card)
            if card != other and min(*changed, *left) >= 0:
                yield changed, left
