"""Observation of a seat: all but others' votes before the reveal (ES-R8, ES-VOTE-1)."""

from typing import Final

from msgspec.structs import asdict

from companion.engine.game import Struct
from companion.games.essence import decks
from companion.games.essence.questions import COLOURS
from companion.games.essence.state import UNREAD, Phase, State, votable

OPEN: Final = frozenset({Phase.SHOW, Phase.CLEAN})
"""Phases in which the voting cards lie open."""


def observation(state: State, viewer: int) -> Struct:
    """Return the state as ``viewer`` sees it: in its own words rather than field by field."""
    rulings = state.variant
    return {
        "phase": state.phase.value,
        "round": state.round,
        "active": state.active,
        "players": [_player(state, seat, viewer) for seat in range(len(state.players))],
        "colour": state.colour,
        "question": None if state.card is None else asdict(state.question),
        "votable": [] if state.card is None else list(votable(state)),
        "shown": list(state.shown),
        "covered": list(state.covered),
        "covering": state.covering,
        "questions_left": {colour: decks.questions_left(state, colour) for colour in COLOURS},
        "phrases_left": {deck.name: decks.phrases_left(state, deck.name) for deck in rulings.decks},
        "phrases_used": [len(cards) for cards in state.used],
        "discards": list(state.discards),
        "under": list(state.under),
        "coin": state.coin,
        "reasons": list(state.reasons),
        "rulings": {
            "double_points": rulings.double_points,
            "phrase_reshuffle": rulings.phrase_reshuffle,
            "void_rounds": rulings.void_rounds,
        },
        "viewer": viewer,
    }


def _player(state: State, seat: int, viewer: int) -> Struct:
    player = state.players[seat]
    player_view: dict[str, object] = {
        "colour": state.variant.pawns[seat],
        "number": state.variant.numbers[seat],
        "field": player.field,
        "coins": player.coins,
        "gain": player.gain,
        "away": player.away,
        "laid": player.vote is not None,
        "unread": player.vote == UNREAD,
    }
    if seat == viewer or state.phase in OPEN:
        player_view["vote"] = player.vote
    return player_view
