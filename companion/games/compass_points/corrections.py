"""Corrections: changes by hand outside the rules, marked in the log."""

from typing import Final

from msgspec.structs import replace

from companion.engine.every import act, among, only_in
from companion.engine.figures import figure
from companion.engine.game import Correction, Event, Refusal, Step
from companion.engine.text import Seat
from companion.engine.wording import refuse
from companion.games.compass_points import actions, rounds
from companion.games.compass_points.board import board
from companion.games.compass_points.cards import DIRECTION
from companion.games.compass_points.events import Corrected
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import PLAYERS, ROUNDS

CHANGES: Final = among((5, 10, 50, 1, -1, -5, -10, -50), "no-such-change", "CP-SCORE-4")
"""The amounts by which a score can be corrected, in points."""
_SEATS: Final = range(PLAYERS[0])
_ROUND: Final = among(range(1, ROUNDS + 1), "no-such-round", "CP-ROUND-1")
_SETTLED: Final = only_in(
    frozenset(Phase) - {Phase.POINTS, Phase.CORNER}, "choose-first", "CP-MOVE-1"
)
"""Not while a choice is open that depends on where the pawn is."""
_MOVING: Final = only_in((Phase.MOVE,), "no-moves-yet", "CP-MOVE-1")


def why_no_correction(state: State, action: Correction) -> Refusal | None:
    """Return the refusal of every correction: its seat, or the end of the game."""
    if getattr(action, "player", 0) not in _SEATS:
        return refuse("no-such-seat", "CP-COMP-1")
    if state.phase is Phase.OVER and not isinstance(action, actions.CorrectScore):
        return refuse("not-now-over", "CP-END-2")
    return None


def _why_not_pawn(state: State, action: actions.CorrectPawn) -> Refusal | None:
    there = action.square == state.pawn
    return refuse("pawn-is-there", "CP-NOTE-2", square=action.square) if there else None


def _why_not_direction(state: State, action: actions.CorrectDirection) -> Refusal | None:
    player = state.players[action.player]
    if player.direction in (None, action.direction) or player.turned:
        return refuse("no-other-direction", "CP-DIR-1", player=Seat(action.player))
    return None


def _why_not_unread(state: State, action: actions.CorrectUnread) -> Refusal | None:
    player = state.players[action.player]
    if player.speed is None or player.turned:
        return refuse("no-card-read", "CP-SPEED-1", player=Seat(action.player))
    return None


def _why_not_turn(state: State, action: actions.CorrectTurn) -> Refusal | None:
    if action.player not in state.order:
        return refuse("sits-out", "CP-MISS-1", player=Seat(action.player))
    if action.player == rounds.waiting(state):
        return refuse("moves-already", "CP-MOVE-1", player=Seat(action.player))
    return None


def _why_not_miss(state: State, action: actions.CorrectMiss) -> Refusal | None:
    if action.round not in (state.round, state.round + 1) or action.round > ROUNDS:
        return refuse("no-such-round", "CP-ROUND-1")
    if action.misses not in (True, False) or action.misses == _misses(state, action):
        return refuse("known-already", "CP-MISS-1", player=Seat(action.player))
    return None


def _misses(state: State, action: actions.CorrectMiss) -> bool:
    player = state.players[action.player]
    return player.misses if action.round == state.round else player.hit


_SQUARE: Final = among(lambda state: board(state.variant).squares, "no-such-square", "CP-NOTE-2")


def _next_rounds(state: State) -> tuple[int, int]:
    return state.round, state.round + 1


def _corrected(rule: str, state: State, *events: Event) -> Step[State]:
    """Return a step whose first event cites the rule of the corrected value."""
    return Step(state, (Corrected(rule), *events))


def _score(state: State, seat: int) -> int:
    return state.players[seat].score


def _add_score(state: State, seat: int, change: int) -> Step[State]:
    corrected = state.players[seat].corrected + change
    return _corrected("CP-SETUP-1", state.with_player(seat, corrected=corrected))


def _set_pawn(state: State, action: actions.CorrectPawn) -> Step[State]:
    return _corrected("CP-ROUND-3", replace(state, pawn=action.square, path=()))


def _set_direction(state: State, action: actions.CorrectDirection) -> Step[State]:
    state = state.with_player(action.player, direction=action.direction)
    return _corrected("CP-DIR-1", state)


def _set_unread(state: State, action: actions.CorrectUnread) -> Step[State]:
    return _corrected("CP-SPEED-1", state.with_player(action.player, speed=None))


def _set_turn(state: State, action: actions.CorrectTurn) -> Step[State]:
    """Count earlier players as moved; a speed that was never turned stays secret (CP-SPEED-2)."""
    place = state.order.index(action.player)
    for seat in state.order[:place]:
        player = state.players[seat]
        speed = player.speed if player.turned else None
        state = state.with_player(seat, turned=True, speed=speed)
    for seat in state.order[place:]:
        state = state.with_player(seat, turned=False)
    return _corrected("CP-MOVE-1", state)


def _set_miss(state: State, action: actions.CorrectMiss) -> Step[State]:
    if action.round == state.round:
        step = rounds.begin(state.with_player(action.player, misses=action.misses))
        return _corrected("CP-MISS-1", step.state, *step.events)
    return _corrected("CP-MISS-1", state.with_player(action.player, hit=action.misses))


def _set_round(state: State, action: actions.CorrectRound) -> Step[State]:
    step = rounds.begin(replace(state, round=action.round))
    return _corrected("CP-ROUND-2", step.state, *step.events)


CORRECTIONS: Final = (
    *figure(actions.CorrectScore, CHANGES, _score, _add_score, rule="CP-SCORE-4"),
    act(actions.CorrectPawn, _set_pawn, _why_not_pawn, barred=_SETTLED, square=_SQUARE),
    act(
        actions.CorrectDirection,
        _set_direction,
        _why_not_direction,
        player=_SEATS,
        direction=DIRECTION,
    ),
    act(actions.CorrectUnread, _set_unread, _why_not_unread, player=_SEATS),
    act(actions.CorrectTurn, _set_turn, _why_not_turn, barred=_MOVING, player=_SEATS),
    act(
        actions.CorrectMiss,
        _set_miss,
        _why_not_miss,
        player=_SEATS,
        round=_next_rounds,
        misses=(True, False),
    ),
    act(actions.CorrectRound, _set_round, round=_ROUND),
)
