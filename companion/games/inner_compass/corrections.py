"""What the table may set by hand, outside the rules, each marked in the log (IC-AP-4)."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.engine.evolve import replace
from companion.engine.game import Correction, Event, Refusal, Step
from companion.games.inner_compass import ending, rewards, turn
from companion.games.inner_compass.actions import (
    CorrectEP,
    CorrectPiece,
    CorrectTrack,
    CorrectTurn,
    CorrectValue,
)
from companion.games.inner_compass.board import board
from companion.games.inner_compass.events import Corrected, ValuePlaced
from companion.games.inner_compass.refusals import emotion_name, refuse, tile_name
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.track import TOKENS, is_start
from companion.games.inner_compass.variant import VALUE_TOKENS

_CHANGES: Final = tuple(change for change in range(-10, 11) if change)
_RANKED: Final = frozenset({Phase.HANDS, Phase.OVER})
"""Phases in which the leaders are known; new ones may have to enter their cards (IC-TIE-1)."""
_IN_PLAY: Final = frozenset({Phase.FREE, Phase.STEP, Phase.ACT, Phase.MEMORY, Phase.CLOSE})


def corrections(state: State) -> tuple[Correction, ...]:
    """Return all corrections that are possible now."""
    seats = range(len(state.players))
    spaces = board(state.board).spaces if state.board else ()
    possible: list[Correction] = [CorrectEP(seat, n) for seat in seats for n in _CHANGES]
    possible += [CorrectTrack(token, i) for token in TOKENS for i in range(1, len(TOKENS) + 1)]
    possible += [CorrectPiece(seat, space) for seat in seats for space in spaces]
    possible += [CorrectTurn(seat) for seat in seats]
    possible += [CorrectValue(seat, tile) for seat in seats for tile in state.tiles]
    return tuple(correction for correction in possible if why_not(state, correction) is None)


def why_not(state: State, action: Correction) -> Refusal | None:
    """Return why a correction is not possible."""
    if len(state.track) < len(TOKENS):
        return refuse("not-yet", "IC-AP-4")
    if isinstance(action, CorrectTrack):
        return _why_not_track(state, action)
    if getattr(action, "player", None) not in range(len(state.players)):
        return refuse("no-such-seat", "IC-AP-4")
    return _BY_PLAYER[type(action)](state, action)


def _why_not_ep(state: State, action: CorrectEP) -> Refusal | None:
    if action.change not in _CHANGES:
        return refuse("ep-change", "IC-AP-4", most=_CHANGES[-1])
    if state.players[action.player].ep + action.change < 0:
        return refuse("ep-negative", "IC-AP-4")
    return None


def _why_not_turn(state: State, _action: CorrectTurn) -> Refusal | None:
    return None if state.phase in _IN_PLAY else refuse("not-now", "IC-AP-4")


def _why_not_track(state: State, action: CorrectTrack) -> Refusal | None:
    if action.emotion not in TOKENS or action.place not in range(1, len(TOKENS) + 1):
        return refuse("no-such-emotion", "IC-TRACK-3", emotion=action.emotion)
    if not is_start(_moved(state, action)):
        return refuse("x-on-top", "IC-TRACK-3")
    if _moved(state, action) == state.track:
        return refuse("token-there", "IC-AP-4", emotion=emotion_name(action.emotion))
    return None


def _why_not_piece(state: State, action: CorrectPiece) -> Refusal | None:
    piece = state.players[action.player].piece
    if piece is None or state.board is None or state.phase not in _IN_PLAY:
        return refuse("not-now", "IC-AP-4")
    land = board(state.board)
    if action.space not in land.colour:
        return refuse("no-such-space", "IC-R1", space=action.space)
    if action.space == piece:
        return refuse("piece-there", "IC-AP-4", space=action.space)
    stepping = state.phase is Phase.STEP and action.player == state.current
    if stepping and not land.ways_out(action.space):
        return refuse("no-way-out", "IC-R6", space=action.space)
    return None


def _why_not_value(state: State, action: CorrectValue) -> Refusal | None:
    if state.follows_cubes:
        return refuse("lines-are-seen", "IC-VALUE-1")
    tokens = [tile for seat, tile in state.values if seat == action.player]
    if action.tile not in state.tiles or action.tile in tokens:
        return refuse("value-same-tile-twice", "IC-VALUE-2", tile=tile_name(action.tile))
    if len(tokens) + state.value_due >= VALUE_TOKENS or state.phase not in _IN_PLAY:
        return refuse("not-now", "IC-AP-4")
    return None


_BY_PLAYER: Final[Mapping[type[Correction], Callable[[State, Any], Refusal | None]]] = (
    MappingProxyType(
        {
            CorrectEP: _why_not_ep,
            CorrectPiece: _why_not_piece,
            CorrectTurn: _why_not_turn,
            CorrectValue: _why_not_value,
        }
    )
)


def _moved(state: State, action: CorrectTrack) -> tuple[str, ...]:
    track = [token for token in state.track if token != action.emotion]
    track.insert(action.place - 1, action.emotion)
    return tuple(track)


def apply(state: State, action: Correction) -> Step[State]:
    """Return the state after a correction."""
    corrected = Corrected("IC-AP-4")
    if isinstance(action, CorrectTrack):
        return Step(replace(state, track=_moved(state, action)), (corrected,))
    if isinstance(action, CorrectTurn):
        return turn.begin(replace(state, value_due=0), action.player, (corrected,))
    if isinstance(action, CorrectValue):
        return _put_value(state, action, corrected)
    if isinstance(action, CorrectPiece):
        player = replace(state.players[action.player], piece=action.space)
        return Step(state.with_player(action.player, player), (corrected,))
    assert isinstance(action, CorrectEP)  # noqa: S101 - why_not knows no other kind
    player = state.players[action.player]
    player = replace(player, ep_corrected=player.ep_corrected + action.change)
    state = state.with_player(action.player, player)
    if state.phase in _RANKED:
        return ending.advance(state, (corrected,))
    return Step(state, (corrected,))


def _put_value(state: State, action: CorrectValue, corrected: Event) -> Step[State]:
    """Place a forgotten value token: its line counts, and it may be the first (IC-VALUE-3)."""
    seat = action.player
    placed = ValuePlaced("IC-VALUE-1", seat, action.tile)
    first = all(tile != action.tile for _, tile in state.values)
    player = state.players[seat]
    tokens = sum(owner == seat for owner, _ in state.values) + 1
    player = replace(player, lines=max(player.lines, tokens))
    state = replace(state.with_player(seat, player), values=(*state.values, (seat, action.tile)))
    gained: tuple[Event, ...] = ()
    if first:
        state, gained = rewards.gain(state, seat, state.variant.first_bonus, "first", "IC-VALUE-3")
    return Step(state, (corrected, placed, *gained))
