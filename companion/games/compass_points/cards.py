"""Laying cards: directions face up, then speeds face down (section 4 of the rules file)."""

from companion.engine.game import Action, Refusal, Step
from companion.engine.text import Seat
from companion.engine.wording import refuse
from companion.games.compass_points import rounds
from companion.games.compass_points.actions import LayDirection, LaySpeed, LayUnread, TurnUnread
from companion.games.compass_points.events import DirectionLaid, SpeedLaid
from companion.games.compass_points.state import State
from companion.games.compass_points.variant import DIRECTIONS, PLAYERS, SPEEDS


def why_not_turn_of(state: State, player: int, changed: str) -> Refusal | None:
    """Return why it is not a player's turn; ``changed`` is the rule that forbids a second card."""
    expected = rounds.waiting(state)
    if player == expected or expected is None:
        return None
    if player not in range(PLAYERS[0]):
        return refuse("no-such-seat", "CP-COMP-1")
    if state.players[player].misses:
        return refuse("sits-out", "CP-MISS-1", player=Seat(player))
    if state.order.index(player) < state.order.index(expected):
        return refuse("lies-already", changed, player=Seat(player))
    return refuse("not-in-order", "CP-ROUND-2", player=Seat(expected))


def directions(state: State) -> tuple[Action, ...]:
    """Return the direction cards of the player whose turn it is."""
    return tuple(LayDirection(rounds.acting(state), direction) for direction in DIRECTIONS)


def speeds(state: State) -> tuple[Action, ...]:
    """Return the speed cards of the player whose turn it is."""
    return tuple(LaySpeed(rounds.acting(state), speed) for speed in SPEEDS)


def why_not_direction(state: State, action: LayDirection) -> Refusal | None:
    """Return why a direction card cannot be laid (CP-DIR-1); any direction may be (CP-SPEED-3)."""
    refusal = why_not_turn_of(state, action.player, "CP-DIR-1")
    if refusal is None and action.direction not in DIRECTIONS:
        return refuse("no-such-direction", "CP-COMP-2")
    return refusal


def why_not_speed(state: State, action: LaySpeed | TurnUnread) -> Refusal | None:
    """Return why a speed cannot be laid or entered (CP-SPEED-1); any speed may be (CP-SPEED-3)."""
    refusal = why_not_turn_of(state, action.player, "CP-SPEED-1")
    if refusal is None and action.speed not in SPEEDS:
        return refuse("no-such-speed", "CP-COMP-3")
    return refusal


def lay_direction(state: State, action: LayDirection) -> Step[State]:
    """Lay a direction card face up (CP-DIR-1)."""
    laid = DirectionLaid("CP-DIR-1", action.player, action.direction)
    return Step(state.with_player(action.player, direction=action.direction), (laid,))


def lay_speed(state: State, action: LaySpeed) -> Step[State]:
    """Lay a speed card face down; others learn only that it is there (CP-SPEED-1, CP-SPEED-2)."""
    laid = SpeedLaid("CP-SPEED-1", action.player)
    return Step(state.with_player(action.player, laid=True, speed=action.speed), (laid,))


def lay_unread(state: State, _action: LayUnread) -> Step[State]:
    """Lay a speed card face down that the box has not read (CP-SPEED-1)."""
    seat = rounds.acting(state)
    return Step(state.with_player(seat, laid=True), (SpeedLaid("CP-SPEED-1", seat),))
