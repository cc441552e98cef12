"""Rounds: who is next, and when a phase, a round and the game are over (section 3)."""

from collections.abc import Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Final

from companion.engine.evolve import replace
from companion.engine.game import Event, Step
from companion.games.compass_points.events import GameOver, RoundBegan, RoundMissed, SatOut
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import ROUNDS

_DONE: Final = MappingProxyType(
    {
        Phase.DIRECTION: attrgetter("direction"),
        Phase.SPEED: attrgetter("laid"),
        Phase.MOVE: attrgetter("turned"),
    }
)
"""For each phase, what is set once a player has done their part in it."""
_NEXT: Final[Mapping[Phase, Phase]] = MappingProxyType(
    {Phase.DIRECTION: Phase.SPEED, Phase.SPEED: Phase.MOVE}
)


def waiting(state: State) -> int | None:
    """Return the next seat in order that has something to do in the phase (CP-ROUND-2)."""
    done = _DONE[state.phase]
    return next((seat for seat in state.order if not done(state.players[seat])), None)


def is_played(state: State) -> bool:
    """Tell whether everybody who takes part has moved."""
    return all(state.players[seat].turned for seat in state.order) and state.phase is Phase.MOVE


def advance(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Go on after a player's step: to the next player, phase or round (CP-ROUND-1)."""
    if is_played(state):
        step = end(state) if state.round == ROUNDS else begin(following(state))
        return Step(step.state, (*events, *step.events))
    if state.phase in _NEXT and waiting(state) is None:
        state = replace(state, phase=_NEXT[state.phase])
    return Step(state, events)


def following(state: State) -> State:
    """Return the next round, which players who were hit miss, once (CP-CROSS-4, CP-R7).

    The pawn stays where it is (CP-ROUND-3); used cards return to the hands as well (CP-R5).
    """
    players = tuple(replace(player, misses=player.hit, hit=False) for player in state.players)
    return replace(state, players=players, round=state.round + 1)


def begin(state: State) -> Step[State]:
    """Begin a round, all cards in hand; skip one that all four miss (CP-MISS-1, CP-MISS-4)."""
    state = dealt(state)
    missing = [seat for seat, player in enumerate(state.players) if player.misses]
    events: tuple[Event, ...] = tuple(SatOut("CP-MISS-1", seat, state.round) for seat in missing)
    if state.order:
        began = RoundBegan("CP-ROUND-1", state.round, state.order[0])
        return Step(state, (*events, began))
    events = (*events, RoundMissed("CP-MISS-4", state.round))
    step = end(state) if state.round == ROUNDS else begin(following(state))
    return Step(step.state, (*events, *step.events))


def dealt(state: State) -> State:
    """Return the state with all cards in their owners' hands, ready for directions (CP-ROUND-3)."""
    players = tuple(
        replace(player, direction=None, laid=False, speed=None, turned=False)
        for player in state.players
    )
    return replace(state, players=players, phase=Phase.DIRECTION)


def end(state: State, rule: str = "CP-END-1") -> Step[State]:
    """End the game; rounds still to be missed lapse (CP-END-1, CP-R19)."""
    players = tuple(replace(player, hit=False) for player in state.players)
    return Step(replace(state, players=players, phase=Phase.OVER), (GameOver(rule),))
