"""Cards that differ between box and table, corrected at level ``full`` (IC-AP-4)."""

from typing import Final

from msgspec.structs import replace

from companion.engine.every import act, seats
from companion.engine.game import Refusal, Step
from companion.engine.wording import refuse
from companion.games.inner_compass import actions
from companion.games.inner_compass.board import COLOURS, DIRECTIONS
from companion.games.inner_compass.events import Corrected
from companion.games.inner_compass.refusals import emotion_name
from companion.games.inner_compass.state import Phase, State, add

_TURN: Final = frozenset({Phase.FREE, Phase.STEP, Phase.ACT, Phase.MEMORY, Phase.CLOSE})
"""Phases in which no card is being drawn."""
_MOST: Final = 15
"""More cards than anybody holds before the end of a turn."""


def _shown(state: State, action: actions.CorrectDisplay) -> str | None:
    """Return the card assumed by the box in a slot."""
    return state.display[DIRECTIONS.index(action.direction)]


def _why_not_display(state: State, action: actions.CorrectDisplay) -> Refusal | None:
    if not state.variant.follows_cards or state.phase not in _TURN:
        return refuse("not-now", "IC-AP-4")
    if action.direction not in tuple(DIRECTIONS) or action.card not in tuple(COLOURS):
        return refuse("no-such-card", "IC-CLEAN-2", emotion=emotion_name(action.card))
    shown = _shown(state, action)
    if shown in (None, action.card) or not state.pool[COLOURS.index(action.card)]:
        return refuse("no-such-card", "IC-CLEAN-2", emotion=emotion_name(action.card))
    return None


def _set_display(state: State, action: actions.CorrectDisplay) -> Step[State]:
    """Replace a misread card by one of the draw pile."""
    slot = DIRECTIONS.index(action.direction)
    display = (*state.display[:slot], action.card, *state.display[slot + 1 :])
    pool = add(add(state.pool, action.card, -1), _shown(state, action) or "")
    return Step(replace(state, display=display, pool=pool), (Corrected("IC-AP-4"),))


def _why_not_hand(state: State, action: actions.CorrectHand) -> Refusal | None:
    if not state.variant.unknown_cards or state.phase not in _TURN:
        return refuse("hands-are-seen", "IC-AP-4")
    now = state.players[action.player].unknown
    if action.count == now or action.count not in range(_MOST + 1):
        return refuse("not-now", "IC-AP-4")
    left = state.draw_size + now - action.count
    return None if left >= 0 else refuse("too-many-cards", "IC-AP-4", most=state.draw_size + now)


def _set_hand(state: State, action: actions.CorrectHand) -> Step[State]:
    return Step(state.with_player(action.player, unknown=action.count), (Corrected("IC-AP-4"),))


CARDS: Final = (
    act(actions.CorrectDisplay, _set_display, _why_not_display, direction=DIRECTIONS, card=COLOURS),
    act(actions.CorrectHand, _set_hand, _why_not_hand, player=seats, count=range(_MOST + 1)),
)
