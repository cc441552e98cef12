"""What happens by itself: the game goes on until somebody has to act."""

from collections.abc import Callable, Mapping
from types import MappingProxyType
from typing import Final, TypeAlias

from companion.engine.evolve import replace
from companion.engine.game import Step
from companion.games.gilded_compass import draws, resolution, rounds, telling, turn
from companion.games.gilded_compass.state import Phase, State

Following: TypeAlias = Callable[[State], Step[State] | None]


def go_on(step: Step[State]) -> Step[State]:
    """Return a step extended by everything that follows by itself."""
    state, events = step.state, step.events
    while (following := _FOLLOWING.get(state.phase)) is not None:
        after = following(state)
        if after is None:
            break
        state, events = after.state, (*events, *after.events)
    return Step(state, events)


def _deal(state: State) -> Step[State] | None:
    if draws.dealt_to(state) is None:
        return rounds.begin(state)
    tile = draws.unseen(state)
    return None if tile is None else Step(draws.dealt(state, tile), ())


def _lay(state: State) -> Step[State] | None:
    return None if draws.to_lay(state) else rounds.opened(state)


def _help(state: State) -> Step[State] | None:
    return None if state.laps and state.laps.asked is not None else rounds.first_turn(state)


def _place(state: State) -> Step[State] | None:
    if not turn.is_over(state):
        return None
    ended = turn.finished(state)
    after = rounds.following(ended.state)
    return Step(after.state, (*ended.events, *after.events))


def _draw(state: State) -> Step[State] | None:
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


def _gift(state: State) -> Step[State] | None:
    return None if state.laps and state.laps.asked is not None else rounds.close(state)


def _resolve(state: State) -> Step[State] | None:
    return rounds.over(state) if resolution.is_over(state) else resolution.advance(state)


def _tell(state: State) -> Step[State] | None:
    return None if telling.due(state) else telling.finish(replace(state, drawing=None))


_FOLLOWING: Final[Mapping[Phase, Following]] = MappingProxyType(
    {
        Phase.DEAL: _deal,
        Phase.LAY: _lay,
        Phase.HELP: _help,
        Phase.PLACE: _place,
        Phase.DRAW: _draw,
        Phase.GIFT: _gift,
        Phase.RESOLVE: _resolve,
        Phase.TELL: _tell,
    }
)
"""What happens by itself in each phase, ``None`` if it waits for somebody."""
