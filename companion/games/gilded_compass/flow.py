"""Automatic steps of each phase until a player has to act; ``None`` if the game waits."""

from msgspec.structs import replace

from companion.engine.game import Step
from companion.games.gilded_compass import draws, resolution, rounds, telling, turn
from companion.games.gilded_compass.state import State


def deal(state: State) -> Step[State] | None:
    """Start the game once all players have a collection; deal unseen tiles without asking."""
    if state.dealt_to is None:
        return rounds.begin(state)
    tile = draws.unseen(state)
    return None if tile is None else Step(draws.dealt(state, tile), ())


def lay(state: State) -> Step[State] | None:
    """Open the round once all tiles are laid out (GC-ROUND-1)."""
    return None if draws.to_lay(state) else rounds.begin_turns(state)


def offer_help(state: State) -> Step[State] | None:
    """Begin the first turn once the black dice have been offered (GC-ROUND-2)."""
    return None if state.laps and state.laps.asked is not None else rounds.first_turn(state)


def place(state: State) -> Step[State] | None:
    """End the turn once there is nothing left to place (GC-ROUND-3)."""
    if not turn.is_over(state):
        return None
    ended = turn.finished(state)
    after = rounds.following(ended.state)
    return Step(after.state, (*ended.events, *after.events))


def draw(state: State) -> Step[State] | None:
    """Continue once everything is drawn; shuffle an exhausted stack."""
    drawing = state.drawing
    if drawing is None or not drawing.left:
        return resolution.drawn(state)
    if draws.is_exhausted(state):
        shuffled = draws.shuffled(state)
        if draws.is_exhausted(shuffled):
            return resolution.drawn(state)
        return Step(shuffled, ())
    tile = draws.unseen(state)
    return None if tile is None else Step(draws.drawn(state, tile), ())


def offer_turn(state: State) -> Step[State] | None:
    """Close the round once all extra turns have been offered (GC-ROUND-6)."""
    return None if state.laps and state.laps.asked is not None else rounds.close(state)


def resolve(state: State) -> Step[State] | None:
    """Resolve the next building, or end the round (GC-ROUND-6)."""
    return rounds.over(state) if resolution.is_over(state) else resolution.advance(state)


def tell(state: State) -> Step[State] | None:
    """End the game once all secret tiles are entered (GC-R33)."""
    return None if telling.due(state) else telling.finish(replace(state, drawing=None))
