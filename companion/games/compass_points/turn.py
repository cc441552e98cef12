"""A player's move: turning the speed card, and the choices that may follow (CP-MOVE-1)."""

from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import choice
from companion.engine.game import Refusal, Step
from companion.engine.text import Seat
from companion.engine.wording import refuse
from companion.games.compass_points import cards, movement, rounds
from companion.games.compass_points.actions import GivePoints, PutOnCorner, Turn, TurnUnread
from companion.games.compass_points.board import board
from companion.games.compass_points.events import SpeedTurned
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import SIDES, TEAMS


def recipients(state: State) -> tuple[int, ...]:
    """Return the two seats of which the mover names one, asking nobody (CP-SCORE-2, CP-R20)."""
    letters = board(state.variant).inscription(movement.at(state)).letters
    return tuple(SIDES.index(letter) for letter in letters)


def corners(state: State) -> tuple[str, ...]:
    """Return the corners to choose from (CP-OUT-4)."""
    return board(state.variant).nearest_corners(movement.at(state))


def choosers(state: State) -> tuple[int, ...]:
    """Return the team that did not move; the first of them to confirm decides (CP-R16)."""
    return next(team for team in TEAMS if state.mover not in team)


def why_not_turn(state: State, _action: Turn) -> Refusal | None:
    """Return why a card cannot be turned without entering its speed."""
    seat = rounds.acting(state)
    if state.players[seat].speed is None:
        return refuse("not-read", "CP-SPEED-2", player=Seat(seat))
    return None


def why_not_turn_unread(state: State, action: TurnUnread) -> Refusal | None:
    """Return why a speed cannot be entered: a card once read is not changed (CP-SPEED-1)."""
    read = state.players[action.player].speed is not None
    return refuse("was-read", "CP-SPEED-1", player=Seat(action.player)) if read else None


def why_not_give(state: State, action: GivePoints) -> Refusal | None:
    """Return why the points of a square cannot go to a player (CP-SCORE-2)."""
    one, other = recipients(state)
    if action.player in (one, other):
        return None
    return refuse("not-of-the-two", "CP-SCORE-2", one=Seat(one), other=Seat(other))


def why_not_corner(state: State, action: PutOnCorner) -> Refusal | None:
    """Return why the pawn cannot be put on a square (CP-OUT-4)."""
    one, other = corners(state)
    if action.corner in (one, other):
        return None
    return refuse("not-a-nearest-corner", "CP-OUT-4", one=one, other=other)


def turn(state: State, _action: Turn) -> Step[State]:
    """Turn the card of the acting player."""
    return _moved(state, rounds.acting(state))


def turn_unread(state: State, action: TurnUnread) -> Step[State]:
    """Turn a card whose speed is entered only now."""
    return _moved(state.with_player(action.player, speed=action.speed), action.player)


def _moved(state: State, seat: int) -> Step[State]:
    player = state.players[seat]
    turned = SpeedTurned("CP-MOVE-1", seat, str(player.direction), player.speed or 0)
    step = movement.move(state.with_player(seat, turned=True), seat)
    return Step(step.state, (turned, *step.events))


def give(state: State, action: GivePoints) -> Step[State]:
    """Give the points of a square with two letters (CP-SCORE-2)."""
    return movement.gain(replace(state, phase=Phase.MOVE), action.player, "CP-SCORE-2")


def put_on_corner(state: State, action: PutOnCorner) -> Step[State]:
    """Put the pawn on the chosen corner (CP-OUT-4)."""
    return movement.put_on(state, action.corner)


TURN: Final = Act(Turn, turn, why_not_turn)
TURN_UNREAD: Final = choice(
    TurnUnread,
    turn_unread,
    why_not_turn_unread,
    barred=cards.TURN_OF_SPEED,
    player=cards.acting,
    speed=cards.SPEED,
)
GIVE: Final = choice(GivePoints, give, why_not_give, player=recipients)
PUT_ON_CORNER: Final = choice(PutOnCorner, put_on_corner, why_not_corner, corner=corners)
