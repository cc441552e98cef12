"""Determinization for robots: a full state that matches a seat's observation (IC-R29)."""

from collections.abc import Mapping
from random import Random
from typing import Any

from msgspec.structs import replace

from companion.engine.piece_conservation import UnseenPieces
from companion.engine.rules import Rules
from companion.engine.visibility import known_fields
from companion.games.inner_compass.board import COLOURS
from companion.games.inner_compass.state import CARDS, State, cards


def guess(
    game: Rules[State], first: State, observation: Mapping[str, Any], player: int, source: Random
) -> State:
    """Return a state with any cards in others' hands and in the draw pile.

    Cards that the box does not see stay unseen; they count as part of the pile (``State.pool``).
    """
    state = game.with_fields(first, known_fields(first, observation, player, source))
    if not first.variant.follows_cards:
        return state
    deck = dict(zip(COLOURS, first.variant.deck, strict=True))
    unseen = UnseenPieces({CARDS: deck}, state, source)
    for seat, observed in enumerate(observation["players"]):
        if seat != player:
            size = observed["hand_size"]
            unknown = size if first.variant.unknown_cards else 0
            hand = cards("".join(unseen.take(CARDS, size - unknown)))
            state = state.with_player(seat, hand=hand, unknown=unknown)
    return replace(state, pool=cards("".join(unseen.left[CARDS])))
