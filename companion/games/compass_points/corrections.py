"""What the table may set by hand, outside the rules; each correction is marked in the log."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final

from companion.engine.evolve import replace
from companion.engine.game import Correction, Event, Refusal, Step
from companion.engine.text import Seat
from companion.games.compass_points import rounds
from companion.games.compass_points.actions import (
    CorrectDirection,
    CorrectMiss,
    CorrectPawn,
    CorrectRound,
    CorrectScore,
    CorrectTurn,
    CorrectUnread,
)
from companion.games.compass_points.board import board
from companion.games.compass_points.events import Corrected
from companion.games.compass_points.refusals import refuse
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import DIRECTIONS, PLAYERS, ROUNDS

CHANGES: Final = (5, 10, 50, 1, -1, -5, -10, -50)
"""The amounts by which a score can be corrected, in points."""
_SEATS: Final = range(PLAYERS[0])
_PENDING: Final = frozenset({Phase.POINTS, Phase.CORNER})
"""Phases with an open choice that depends on where the pawn is."""


def corrections(state: State) -> tuple[Correction, ...]:
    """Return all corrections that are possible now."""
    now = state.round
    possible: list[Correction] = [CorrectScore(seat, n) for seat in _SEATS for n in CHANGES]
    possible += [CorrectPawn(square) for square in board(state.variant).squares]
    possible += [CorrectDirection(seat, direction) for seat in _SEATS for direction in DIRECTIONS]
    possible += [CorrectUnread(seat) for seat in _SEATS]
    possible += [CorrectTurn(seat) for seat in _SEATS]
    possible += [
        CorrectMiss(seat, number, misses)
        for seat in _SEATS
        for number in (now, now + 1)
        for misses in (True, False)
    ]
    possible += [CorrectRound(number) for number in range(1, ROUNDS + 1)]
    return tuple(correction for correction in possible if why_not(state, correction) is None)


def why_not(state: State, action: Correction) -> Refusal | None:
    """Return why a correction is not possible."""
    if getattr(action, "player", 0) not in _SEATS:
        return refuse("no-such-seat", "CP-COMP-1")
    if state.phase is Phase.OVER and not isinstance(action, CorrectScore):
        return refuse("not-now-over", "CP-END-2")
    return _WHY_NOT[type(action)](state, action)


def _why_not_score(_state: State, action: CorrectScore) -> Refusal | None:
    return None if action.change in CHANGES else refuse("no-such-change", "CP-SCORE-4")


def _why_not_pawn(state: State, action: CorrectPawn) -> Refusal | None:
    if state.phase in _PENDING:
        return refuse("choose-first", "CP-MOVE-1")
    if action.square not in board(state.variant).place:
        return refuse("no-such-square", "CP-NOTE-2")
    if action.square == state.pawn:
        return refuse("pawn-is-there", "CP-NOTE-2", square=action.square)
    return None


def _why_not_direction(state: State, action: CorrectDirection) -> Refusal | None:
    if action.direction not in DIRECTIONS:
        return refuse("no-such-direction", "CP-COMP-2")
    player = state.players[action.player]
    if player.direction in (None, action.direction) or player.turned:
        return refuse("no-other-direction", "CP-DIR-1", player=Seat(action.player))
    return None


def _why_not_unread(state: State, action: CorrectUnread) -> Refusal | None:
    player = state.players[action.player]
    if player.speed is None or player.turned:
        return refuse("no-card-read", "CP-SPEED-1", player=Seat(action.player))
    return None


def _why_not_turn(state: State, action: CorrectTurn) -> Refusal | None:
    if state.phase is not Phase.MOVE:
        return refuse("no-moves-yet", "CP-MOVE-1")
    if action.player not in state.order:
        return refuse("sits-out", "CP-MISS-1", player=Seat(action.player))
    if action.player == rounds.waiting(state):
        return refuse("moves-already", "CP-MOVE-1", player=Seat(action.player))
    return None


def _why_not_miss(state: State, action: CorrectMiss) -> Refusal | None:
    if action.round not in (state.round, state.round + 1) or action.round > ROUNDS:
        return refuse("no-such-round", "CP-ROUND-1")
    if action.misses not in (True, False) or action.misses == _misses(state, action):
        return refuse("known-already", "CP-MISS-1", player=Seat(action.player))
    return None


def _misses(state: State, action: CorrectMiss) -> bool:
    player = state.players[action.player]
    return player.misses if action.round == state.round else player.hit


def _why_not_round(_state: State, action: CorrectRound) -> Refusal | None:
    if action.round in range(1, ROUNDS + 1):
        return None
    return refuse("no-such-round", "CP-ROUND-1")


_WHY_NOT: Final[Mapping[type[Correction], Callable[[State, Any], Refusal | None]]] = (
    MappingProxyType(
        {
            CorrectScore: _why_not_score,
            CorrectPawn: _why_not_pawn,
            CorrectDirection: _why_not_direction,
            CorrectUnread: _why_not_unread,
            CorrectTurn: _why_not_turn,
            CorrectMiss: _why_not_miss,
            CorrectRound: _why_not_round,
        }
    )
)


_RULE: Final[Mapping[type[Correction], str]] = MappingProxyType(
    {
        CorrectScore: "CP-SETUP-1",
        CorrectPawn: "CP-ROUND-3",
        CorrectDirection: "CP-DIR-1",
        CorrectUnread: "CP-SPEED-1",
        CorrectTurn: "CP-MOVE-1",
        CorrectMiss: "CP-MISS-1",
        CorrectRound: "CP-ROUND-2",
    }
)
"""The rule that governs what each correction sets."""


def apply(state: State, action: Correction) -> Step[State]:
    """Return the state with the corrected value; its first event says that the table set it."""
    step = _APPLY[type(action)](state, action)
    corrected: Event = Corrected(_RULE[type(action)])
    return Step(step.state, (corrected, *step.events))


def _set_score(state: State, action: CorrectScore) -> Step[State]:
    corrected = state.players[action.player].corrected + action.change
    return Step(state.with_player(action.player, corrected=corrected), ())


def _set_pawn(state: State, action: CorrectPawn) -> Step[State]:
    return Step(replace(state, pawn=action.square, path=()), ())


def _set_direction(state: State, action: CorrectDirection) -> Step[State]:
    return Step(state.with_player(action.player, direction=action.direction), ())


def _set_unread(state: State, action: CorrectUnread) -> Step[State]:
    return Step(state.with_player(action.player, speed=None), ())


def _set_turn(state: State, action: CorrectTurn) -> Step[State]:
    """Count earlier players as moved; a speed that was never turned stays secret (CP-SPEED-2)."""
    place = state.order.index(action.player)
    for seat in state.order[:place]:
        player = state.players[seat]
        speed = player.speed if player.turned else None
        state = state.with_player(seat, turned=True, speed=speed)
    for seat in state.order[place:]:
        state = state.with_player(seat, turned=False)
    return Step(state, ())


def _set_miss(state: State, action: CorrectMiss) -> Step[State]:
    if action.round == state.round:
        return rounds.begin(state.with_player(action.player, misses=action.misses))
    return Step(state.with_player(action.player, hit=action.misses), ())


def _set_round(state: State, action: CorrectRound) -> Step[State]:
    return rounds.begin(replace(state, round=action.round))


_APPLY: Final[Mapping[type[Correction], Callable[[State, Any], Step[State]]]] = MappingProxyType(
    {
        CorrectScore: _set_score,
        CorrectPawn: _set_pawn,
        CorrectDirection: _set_direction,
        CorrectUnread: _set_unread,
        CorrectTurn: _set_turn,
        CorrectMiss: _set_miss,
        CorrectRound: _set_round,
    }
)
