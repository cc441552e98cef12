"""Laying cards: directions face up, then speeds face down (section 4 of the rules file)."""

from functools import partial
from typing import Final

from companion.engine.action_kinds import Act
from companion.engine.every import among, choice
from companion.engine.game import Refusal, Step
from companion.engine.records import SeatAction
from companion.engine.text import Seat
from companion.engine.wording import refuse
from companion.games.compass_points import rounds
from companion.games.compass_points.actions import LayDirection, LaySpeed, LayUnread
from companion.games.compass_points.events import DirectionLaid, SpeedLaid
from companion.games.compass_points.state import State
from companion.games.compass_points.variant import DIRECTIONS, PLAYERS, SPEEDS


def why_not_seat(changed: str, state: State, action: SeatAction) -> Refusal | None:
    """Return why it is not a player's turn; ``changed`` is the rule that forbids a second card."""
    player = action.player
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


def acting(state: State) -> tuple[int]:
    """Return the only seat that may lay or turn a card now."""
    return (rounds.acting(state),)


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


DIRECTION: Final = among(DIRECTIONS, "no-such-direction", "CP-COMP-2")
SPEED: Final = among(SPEEDS, "no-such-speed", "CP-COMP-3")
"""Any of the speed cards, in any round (CP-SPEED-3)."""
TURN_OF_SPEED: Final = partial(why_not_seat, "CP-SPEED-1")
LAY_DIRECTION: Final = choice(
    LayDirection,
    lay_direction,
    barred=partial(why_not_seat, "CP-DIR-1"),
    player=acting,
    direction=DIRECTION,
)
LAY_UNREAD: Final = Act(LayUnread, lay_unread)
LAY_SPEED: Final = choice(LaySpeed, lay_speed, barred=TURN_OF_SPEED, player=acting, speed=SPEED)
