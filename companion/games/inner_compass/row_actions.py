"""The three row actions of the advanced game (section 6)."""

from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.inner_compass import rewards, turn
from companion.games.inner_compass.actions import RowEP, Shift, Stay
from companion.games.inner_compass.events import CubeShifted
from companion.games.inner_compass.player_board import row_of
from companion.games.inner_compass.state import Phase, State

ROW_EP: Final = (0, 1, 2, 3, 4)
"""The EP of a cube from the EP row, by the number of cubes gone from it (IC-ADV-4)."""
ROW_SHIFT: Final = (0, 1, 1, 1, 2)
"""How many spaces a shift may go, by the number of cubes gone from the shift row (IC-ADV-5)."""


def act(state: State, emotion: str, square: str | None, events: list[Event]) -> Step[State]:
    """Take the action of the row that the cube came from, then the memory's rewards (IC-ADV-3).

    If the box does not follow squares, it does not know the row.
    """
    row = row_of(square) if square is not None and state.variant.advanced else 0
    kind = state.variant.row_action(row) if row else None
    if kind == "ep":
        ep = row_ep(cubes_taken_from_row(state, row))
        state, gained = rewards.gain(state, state.current, ep, "row", "IC-ADV-4")
        events += gained
    if kind == "shift" and shifts(state):
        return Step(replace(state, phase=Phase.SHIFT), tuple(events))
    return rewards.reward(state, emotion, events)


def cubes_taken_from_row(state: State, row: int) -> int:
    """Return how many cubes the current player has taken from a row (IC-R40)."""
    return sum(row_of(square) == row for square in state.players[state.current].removed)


def row_ep(gone: int) -> int:
    """Return the EP of the EP row's n-th cube (IC-ADV-4)."""
    return ROW_EP[min(gone, len(ROW_EP)) - 1]


def allowance(gone: int) -> int:
    """Return how far the shift row's n-th cube lets a cube go (IC-ADV-5)."""
    return ROW_SHIFT[min(gone, len(ROW_SHIFT)) - 1]


def shift_targets(state: State, source: str, steps: int) -> tuple[str, ...]:
    """Return where one of the player's cubes may be shifted to (IC-R41, IC-R42)."""
    own = state.players[state.current].cubes
    exactly = state.variant.exact_move
    return tuple(
        space
        for space, distance in turn.geometry(state).within(source, steps).items()
        if space not in own and (distance == steps or not exactly)
    )


def shifts(state: State) -> tuple[Action, ...]:
    """Return the legal shifts after the memory just made (IC-ADV-5, IC-R43)."""
    player = state.players[state.current]
    steps = allowance(cubes_taken_from_row(state, row_of(player.removed[-1])))
    if steps == 0:
        return ()
    return tuple(
        Shift(source, space)
        for source in player.cubes
        for space in shift_targets(state, source, steps)
    )


def why_not_shift(state: State, action: Shift) -> Refusal | None:
    """Return why a shift is refused."""
    player = state.players[state.current]
    if action.source not in player.cubes:
        return refuse("no-own-cube", "IC-ADV-5", space=action.source)
    if action.space in player.cubes:
        return refuse("own-cube", "IC-R42", space=action.space)
    steps = allowance(cubes_taken_from_row(state, row_of(player.removed[-1])))
    if action.space not in shift_targets(state, action.source, steps):
        return refuse("too-far", "IC-R41", steps=steps)
    return None


def shift(state: State, action: Shift | Stay) -> Step[State]:
    """Shift a cube, or none; the memory's emotion stays that of its own space (IC-R43)."""
    seat = state.current
    player = state.players[seat]
    emotion = turn.geometry(state).colour[player.cubes[-1]]
    if isinstance(action, Stay):
        return rewards.reward(state, emotion, [])
    cubes = tuple(action.space if space == action.source else space for space in player.cubes)
    state = state.with_player(seat, cubes=cubes)
    moved = CubeShifted("IC-ADV-5", seat, action.source, action.space)
    return rewards.reward(state, emotion, [moved])


def take_row_ep(state: State, _action: RowEP) -> Step[State]:
    """Give the EP of the EP row at ``track`` level, counting its cubes (IC-ADV-4)."""
    seat = state.current
    gone = state.players[seat].row_cubes + 1
    state = replace(state.with_player(seat, row_cubes=gone), row_taken=True)
    state, events = rewards.gain(state, seat, row_ep(gone), "row", "IC-ADV-4")
    return Step(state, events)


def why_not_row_ep(state: State, _action: RowEP) -> Refusal | None:
    """Return why the row's EP cannot be taken."""
    if state.variant.follows_cubes or state.variant.ep_row is None:
        return refuse("no-row-ep", "IC-ADV-4")
    full_row = len(state.variant.layout[0])
    if state.row_taken or state.players[state.current].row_cubes >= full_row:
        return refuse("row-ep-taken", "IC-ADV-4")
    return None


STAY: Final = Act(Stay, shift)
SHIFT: Final = Act(Shift, shift, why_not_shift, shifts)
ROW_POINTS: Final = Act(RowEP, take_row_ep, why_not_row_ep)
