"""Invariants of the state, checked after every action."""

from collections.abc import Iterator
from itertools import pairwise

from companion.engine.game import Step
from companion.games.compass_points.board import Board, board
from companion.games.compass_points.events import Corrected, GameOver, GoalScored, PointsGained
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import ROUNDS, SIDES


def violations(before: State, step: Step[State]) -> tuple[str, ...]:
    """Return the invariants that the action leading from ``before`` to ``step`` broke.

    A correction by hand may set scores and rounds freely.
    """
    after = step.state
    broken = [*_pawn(after), *_cards(after), *_end(before, step)]
    if not any(isinstance(event, Corrected) for event in step.events):
        broken += (*_scores(before, step), *_rounds(before, after))
    return tuple(broken)


def _pawn(state: State) -> Iterator[str]:
    land = board(state.variant)
    if (state.pawn is None) != (state.goal is not None):
        yield f"the pawn is on {state.pawn}, the goal is {state.goal}"
    if state.pawn is not None and state.pawn not in land.place:
        yield f"the pawn is on {state.pawn}, which is not a square"
    if any(_distance(land, square, other) > 1 for square, other in pairwise(state.path)):
        yield f"the pawn jumps on its way: {' '.join(state.path)}"


def _distance(land: Board, square: str, other: str) -> int:
    return max(abs(a - b) for a, b in zip(land.place[square], land.place[other], strict=True))


def _cards(state: State) -> Iterator[str]:
    """Check that cards are laid and turned in order, phase by phase."""
    in_order = [state.players[seat] for seat in state.order]
    directions = [player.direction is not None for player in in_order]
    laid = [player.laid for player in in_order]
    turned = [player.turned for player in in_order]
    for done, earlier in ((directions, ()), (laid, directions), (turned, laid)):
        if done != sorted(done, reverse=True) or (any(done) and not all(earlier)):
            yield f"cards are out of order: {directions} {laid} {turned}"
    for seat, player in enumerate(state.players):
        if player.misses and (player.direction or player.laid or player.turned):
            yield f"seat {seat} sits out, but has cards on the table"
        if player.speed is not None and not player.laid:
            yield f"seat {seat} has a speed, but no card"


def _end(before: State, step: Step[State]) -> Iterator[str]:
    state = step.state
    over = state.phase is Phase.OVER
    if over and state.goal is None and state.round != ROUNDS:
        yield f"the game is over in round {state.round} without a goal"
    if over and any(player.hit for player in state.players):
        yield "somebody misses a round after the end"
    announced = any(isinstance(event, GameOver) for event in step.events)
    if announced != (over and before.phase is not Phase.OVER):
        yield f"the phase is {state.phase}, but the end is {'told' if announced else 'not told'}"


def _scores(before: State, step: Step[State]) -> Iterator[str]:
    """Check that scores change exactly by the amounts in the events."""
    gained = [0] * len(SIDES)
    for event in step.events:
        if isinstance(event, PointsGained):
            gained[event.player] += event.points
        if isinstance(event, GoalScored):
            gained[event.owner] += event.points
            if event.points != before.players[event.owner].score:
                yield f"the goal adds {event.points} to {before.players[event.owner].score}"
            if before.is_first(event.player):
                yield f"seat {event.player} scores a goal as the first of the round"
    for seat, (old, new) in enumerate(zip(before.players, step.state.players, strict=True)):
        if new.score != old.score + gained[seat]:
            yield f"seat {seat} went from {old.score} to {new.score}, gaining {gained[seat]}"


def _rounds(before: State, after: State) -> Iterator[str]:
    if after.round < before.round or after.round > ROUNDS:
        yield f"round {before.round} is followed by round {after.round}"
    if after.round > before.round and after.phase is Phase.DIRECTION:
        missing = tuple(player.misses for player in after.players)
        if after.round == before.round + 1 and any(missing) and all(missing):
            yield "a round is played that all four miss"
