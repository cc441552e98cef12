"""Which actions are possible in each phase, and which functions carry them out."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Any, Final, TypeAlias

from companion.engine.game import (
    SIMULTANEOUS,
    TERMINAL,
    Action,
    Correction,
    IllegalAction,
    Refusal,
    Step,
)
from companion.engine.text import Param, Seat
from companion.games.compass_points import cards, corrections, rounds, turn
from companion.games.compass_points.actions import (
    GivePoints,
    LayDirection,
    LaySpeed,
    LayUnread,
    PutOnCorner,
    Turn,
    TurnUnread,
)
from companion.games.compass_points.refusals import refuse
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import DIRECTIONS, SPEEDS

Apply: TypeAlias = Callable[[State, Any], Step[State]]
WhyNot: TypeAlias = Callable[[State, Any], Refusal | None]

KNOWN: Final[Mapping[Phase, tuple[type[Action], ...]]] = MappingProxyType(
    {
        Phase.DIRECTION: (LayDirection,),
        Phase.SPEED: (LayUnread, LaySpeed),
        Phase.MOVE: (Turn, TurnUnread),
        Phase.POINTS: (GivePoints,),
        Phase.CORNER: (PutOnCorner,),
        Phase.OVER: (),
    }
)
"""The actions that each phase waits for."""

DUE: Final[Mapping[Phase, str]] = MappingProxyType(
    {
        Phase.DIRECTION: "CP-DIR-1",
        Phase.SPEED: "CP-SPEED-1",
        Phase.MOVE: "CP-MOVE-1",
        Phase.POINTS: "CP-SCORE-2",
        Phase.CORNER: "CP-OUT-4",
        Phase.OVER: "CP-END-2",
    }
)
"""The rule that each phase carries out, cited when another action is tried."""

_APPLY: Final[Mapping[type[Action], Apply]] = MappingProxyType(
    {
        LayDirection: cards.lay_direction,
        LayUnread: cards.lay_unread,
        LaySpeed: cards.lay_speed,
        Turn: turn.turn,
        TurnUnread: turn.turn_unread,
        GivePoints: turn.give,
        PutOnCorner: turn.put_on_corner,
    }
)
_WHY_NOT: Final[Mapping[type[Action], WhyNot]] = MappingProxyType(
    {
        LayDirection: cards.why_not_direction,
        LayUnread: lambda _state, _action: None,
        LaySpeed: cards.why_not_speed,
        Turn: turn.why_not_turn,
        TurnUnread: turn.why_not_turn_unread,
        GivePoints: turn.why_not_give,
        PutOnCorner: turn.why_not_corner,
    }
)


def current_player(state: State) -> int:
    """Return who acts; a whole team chooses a corner (CP-R16)."""
    if state.phase is Phase.OVER:
        return TERMINAL
    if state.phase is Phase.CORNER:
        return SIMULTANEOUS
    if state.phase is Phase.POINTS:
        return state.mover
    seat = rounds.waiting(state)
    assert seat is not None  # noqa: S101 - a phase ends when everybody is through
    return seat


def active_players(state: State) -> tuple[int, ...]:
    """Return all who may act."""
    if state.phase is Phase.CORNER:
        return turn.choosers(state)
    return () if state.phase is Phase.OVER else (current_player(state),)


def legal_actions(state: State) -> tuple[Action, ...]:
    """Return what the players who are active may do."""
    return _LEGAL[state.phase](state)


def _directions(state: State) -> tuple[Action, ...]:
    return tuple(LayDirection(current_player(state), direction) for direction in DIRECTIONS)


def _speeds(state: State) -> tuple[Action, ...]:
    return (LayUnread(), *(LaySpeed(current_player(state), speed) for speed in SPEEDS))


def _turns(state: State) -> tuple[Action, ...]:
    seat = current_player(state)
    if state.players[seat].speed is not None:
        return (Turn(),)
    return tuple(TurnUnread(seat, speed) for speed in SPEEDS)


_LEGAL: Final[Mapping[Phase, Callable[[State], tuple[Action, ...]]]] = MappingProxyType(
    {
        Phase.DIRECTION: _directions,
        Phase.SPEED: _speeds,
        Phase.MOVE: _turns,
        Phase.POINTS: lambda state: tuple(GivePoints(seat) for seat in turn.recipients(state)),
        Phase.CORNER: lambda state: tuple(PutOnCorner(corner) for corner in turn.corners(state)),
        Phase.OVER: lambda _state: (),
    }
)


def why_not(state: State, action: Action) -> Refusal | None:
    """Return why an action is refused, or ``None`` if it is legal or a possible correction."""
    if isinstance(action, Correction):
        return corrections.why_not(state, action)
    if type(action) in KNOWN[state.phase]:
        return _WHY_NOT[type(action)](state, action)
    acting = current_player(state)
    who: dict[str, Param] = {"player": Seat(acting)} if acting >= 0 else {}
    return refuse(f"not-now-{state.phase}", DUE[state.phase], **who)


def apply_action(state: State, action: Action) -> Step[State]:
    """Return the state after ``action``, with all that follows. Raises ``IllegalAction``."""
    if isinstance(action, Correction):
        _require(state, action)
        return corrections.apply(state, action)
    step = act(state, action)
    return rounds.advance(step.state, step.events)


def act(state: State, action: Action) -> Step[State]:
    """Return the result of a player's own step, without going on to the next player.

    Raises ``IllegalAction``.
    """
    _require(state, action)
    return _APPLY[type(action)](state, action)


def _require(state: State, action: Action) -> None:
    refusal = why_not(state, action)
    if refusal is not None:
        raise IllegalAction(action, refusal)
