"""Rounds: the next player, and the ends of phases, rounds and the game (section 3)."""

from collections.abc import Mapping
from operator import attrgetter
from types import MappingProxyType
from typing import Final

from msgspec.structs import replace

from companion.engine.data import merge
from companion.engine.game import Event, Setup, Step
from companion.games.compass_points.board import board
from companion.games.compass_points.events import GameOver, RoundBegan, RoundMissed, SatOut
from companion.games.compass_points.state import Phase, Player, State
from companion.games.compass_points.variant import DATA, ROUNDS, variant

_DONE: Final = MappingProxyType(
    {
        Phase.DIRECTION: attrgetter("direction"),
        Phase.SPEED: attrgetter("laid"),
        Phase.MOVE: attrgetter("turned"),
    }
)
"""For each phase, what is set once a player has done their part in it."""
_NEXT: Final[Mapping[Phase, Phase]] = {Phase.DIRECTION: Phase.SPEED, Phase.SPEED: Phase.MOVE}


def set_up(setup: Setup) -> State:
    """Return the state before the first card, the pawn in the centre (CP-SETUP-1)."""
    settings = variant(merge(DATA, setup.data))
    return State(settings, (Player(),) * len(setup.players), board(settings).centre)


def waiting(state: State) -> int | None:
    """Return the next seat in order that has to act in the phase (CP-ROUND-2)."""
    done = _DONE[state.phase]
    return next((seat for seat in state.order if not done(state.players[seat])), None)


def acting(state: State) -> int:
    """Return the seat that acts in an unfinished phase."""
    seat = waiting(state)
    assert seat is not None  # noqa: S101 - a phase ends when everybody is through
    return seat


def is_played(state: State) -> bool:
    """Return whether all participants have moved."""
    return all(state.players[seat].turned for seat in state.order) and state.phase is Phase.MOVE


def advance(state: State) -> Step[State] | None:
    """Advance to the next phase or round, ``None`` while a player is to act (CP-ROUND-1)."""
    if is_played(state):
        return end(state) if state.round == ROUNDS else begin(following(state))
    if waiting(state) is None:
        return Step(replace(state, phase=_NEXT[state.phase]), ())
    return None


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
