"""The pawn's movement and its effects (sections 5 to 9 of the rules file)."""

from collections.abc import Callable, Mapping
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.engine.game import Event, Step
from companion.games.compass_points import rounds
from companion.games.compass_points.board import board
from companion.games.compass_points.events import (
    GoalScored,
    OutOfBounds,
    PawnLanded,
    PawnPassed,
    PawnPushed,
    PawnReplaced,
    PlayerHit,
    PointsGained,
    PushSpent,
    SquareIgnored,
)
from companion.games.compass_points.inscription import Inscription, Kind
from companion.games.compass_points.state import Gain, Phase, State
from companion.games.compass_points.variant import SIDES

Fired: TypeAlias = frozenset[str]
"""The push squares that have fired in this move."""


def move(state: State, seat: int) -> Step[State]:
    """Move the pawn by a player's cards, and carry out the effects (CP-MOVE-1)."""
    player = state.players[seat]
    pawn = at(state)
    state = replace(state, path=(pawn,))
    if not player.speed:
        step = _land(state, seat, frozenset())
        return _after((PawnLanded("CP-SPEED-4", pawn),), step)
    return _travel(state, seat, str(player.direction), player.speed, frozenset())


def at(state: State) -> str:
    """Return the square of the pawn, which is on the board until a goal ends the game."""
    assert state.pawn is not None  # noqa: S101 - see above
    return state.pawn


def _after(events: tuple[Event, ...], step: Step[State]) -> Step[State]:
    return Step(step.state, (*events, *step.events))


def _travel(state: State, seat: int, direction: str, steps: int, fired: Fired) -> Step[State]:
    """Go square by square; only the square where the pawn stops counts (CP-MOVE-2)."""
    walk = board(state.variant).walk(at(state), direction, steps)
    passed = walk.path if walk.off else walk.path[:-1]
    events: tuple[Event, ...] = tuple(PawnPassed("CP-MOVE-2", square) for square in passed)
    path = (*state.path, *walk.path)
    state = replace(state, pawn=path[-1], path=path)
    if not walk.off:
        landed = PawnLanded("CP-MOVE-2", at(state))
        return _after((*events, landed), _land(state, seat, fired))
    if walk.goal is None:
        return _after(events, _leave(state, seat, "CP-OUT-1"))
    if state.is_first(seat):
        return _after(events, _leave(state, seat, "CP-GOAL-3"))
    return _after(events, _score(state, seat, SIDES.index(walk.goal)))


def _land(state: State, seat: int, fired: Fired) -> Step[State]:
    """Let the square under the pawn take effect, every time again (CP-SCORE-5, CP-R13, CP-R14).

    Blank squares do nothing (CP-SQ-1). Dark squares take effect for everybody (CP-SQ-3), light
    ones for everybody but the first player (CP-SQ-4).
    """
    inscription = board(state.variant).inscription(at(state))
    if inscription.kind is Kind.BLANK:
        return Step(state, ())
    if state.is_first(seat) and not inscription.dark:
        return Step(state, (SquareIgnored("CP-SQ-4", seat, at(state)),))
    return _EFFECTS[inscription.kind](state, seat, inscription, fired)


def _points(state: State, seat: int, inscription: Inscription, _fired: Fired) -> Step[State]:
    """Give points at once: to the letter's player, the mover or the one chosen (CP-SCORE-4)."""
    if len(inscription.letters) > 1:
        return Step(replace(state, phase=Phase.POINTS), ())
    if inscription.letters:
        return gain(state, SIDES.index(inscription.letters), "CP-SCORE-1")
    return gain(state, seat, "CP-SCORE-3")


def gain(state: State, seat: int, rule: str) -> Step[State]:
    """Give the points under the pawn to a player, even one who sits out (CP-MISS-2, CP-R3)."""
    square = at(state)
    points = board(state.variant).inscription(square).points
    gains = (*state.players[seat].gains, Gain(square, points, rule))
    gained = PointsGained(rule, seat, points, square)
    return Step(state.with_player(seat, gains=gains), (gained,))


def _cross(state: State, _seat: int, inscription: Inscription, _fired: Fired) -> Step[State]:
    """Make a player miss the next round, even one who sits out now (CP-CROSS-1, CP-CROSS-3).

    In the current round that player still moves (CP-CROSS-2, CP-R21).
    """
    struck = SIDES.index(inscription.letters)
    rule = "CP-CROSS-4" if state.players[struck].hit else "CP-CROSS-1"
    return Step(state.with_player(struck, hit=True), (PlayerHit(rule, struck),))


def _push(state: State, seat: int, inscription: Inscription, fired: Fired) -> Step[State]:
    """Move the pawn on in the same move, and let that square take effect (CP-PUSH-1, CP-PUSH-2).

    This happens after speed 0 as well (CP-PUSH-3), and a push may lead off the board (CP-PUSH-4).
    Each push square fires only once in a move (CP-PUSH-5, CP-R8).
    """
    square = at(state)
    if square in fired:
        return Step(state, (PushSpent("CP-PUSH-5", square),))
    pushed = PawnPushed("CP-PUSH-1", square, inscription.way, inscription.steps)
    return _after(
        (pushed,), _travel(state, seat, inscription.way, inscription.steps, fired | {square})
    )


_EFFECTS: Final[Mapping[Kind, Callable[[State, int, Inscription, Fired], Step[State]]]] = {
    Kind.POINTS: _points,
    Kind.CROSS: _cross,
    Kind.PUSH: _push,
}


def _score(state: State, seat: int, owner: int) -> Step[State]:
    """Double the score of the goal's owner and end the game, whoever moved (CP-GOAL-4, CP-GOAL-5).

    Any player but the first may score in any goal, even in their own (CP-R12).
    """
    points = state.players[owner].score
    scored = GoalScored("CP-GOAL-1", seat, owner, points)
    state = state.with_player(owner, doubled=points)
    state = replace(state, pawn=None, goal=SIDES[owner])
    return _after((scored,), rounds.end(state, "CP-GOAL-5"))


def _leave(state: State, seat: int, rule: str) -> Step[State]:
    """Go out of bounds: the mover misses the next round (CP-OUT-1), the pawn goes to a corner.

    The corner is the one nearest to the last square on the board (CP-OUT-2, CP-OUT-3).
    """
    left = OutOfBounds(rule, seat, at(state))
    state = state.with_player(seat, hit=True)
    corners = board(state.variant).nearest_corners(at(state))
    if len(corners) > 1:
        return Step(replace(state, phase=Phase.CORNER), (left,))
    return _after((left,), put_on(state, corners[0]))


def put_on(state: State, corner: str) -> Step[State]:
    """Put the pawn on a corner; not a move, so the corner has no effect (CP-OUT-5, CP-R15)."""
    replaced = PawnReplaced("CP-OUT-2", corner)
    return Step(replace(state, pawn=corner, phase=Phase.MOVE), (replaced,))
