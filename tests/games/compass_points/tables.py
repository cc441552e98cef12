"""Positions of Compass Points and rounds played on them, in the notation of the rules."""

import random
from collections.abc import Iterator, Mapping
from typing import Final, TypeAlias

from companion.engine.data import merge
from companion.engine.game import Action, Event, Setup, Step
from companion.engine.rules import types_of
from companion.games.compass_points import GAME, actions
from companion.games.compass_points.actions import (
    GivePoints,
    LayDirection,
    LaySpeed,
    PutOnCorner,
    Turn,
)
from companion.games.compass_points.state import Phase, Player, State
from companion.games.compass_points.variant import DATA, SIDES, Variant, variant
from tests.games import positions
from tests.games.positions import Positions

NAMES = ("Ann", "Ben", "Cem", "Dua")
SETUP = Setup(NAMES)
KINDS: tuple[type[Action], ...] = tuple(types_of(actions))
"""Everything that can be done."""
Moment: TypeAlias = positions.Moment[State]
_STATES: Final[Positions[State]] = Positions(GAME)
do = _STATES.do
code = _STATES.code


def board_of(size: int = 9, **squares: str) -> Variant:
    """Return a board on which only the given squares are inscribed."""
    return variant(merge(DATA, {"board": {"size": size, "squares": squares}}))


def position(
    pawn: str = "e5",
    number: int = 1,
    scores: Mapping[str, int] | None = None,
    out: str = "",
    on: Variant | None = None,
) -> State:
    """Return a round about to begin; `out` are the sides that sit out."""
    players = tuple(
        Player(corrected=(scores or {}).get(side, 0), misses=side in out) for side in SIDES
    )
    return State(on or variant(DATA), players, pawn, round=number)


def laid(state: State, cards: str) -> State:
    """Return the state after all cards have been laid, such as ``N SE2, E W2``."""
    pairs = [words.split() for words in cards.split(", ")]
    for side, card in pairs:
        state = do(state, LayDirection(SIDES.index(side), card[:-1])).state
    for side, card in pairs:
        state = do(state, LaySpeed(SIDES.index(side), int(card[-1]))).state
    return state


def played(state: State, cards: str, *choices: str) -> Step[State]:
    """Return the state after a whole round, with all its events."""
    state = laid(state, cards)
    events: tuple[Event, ...] = ()
    left = iter(choices)
    while state.phase in (Phase.MOVE, Phase.POINTS, Phase.CORNER):
        step = do(state, _next(state, left))
        state, events = step.state, (*events, *step.events)
    return Step(state, events)


def _next(state: State, choices: Iterator[str]) -> Action:
    if state.phase is Phase.MOVE:
        return Turn()
    chosen = next(choices)
    return GivePoints(SIDES.index(chosen)) if chosen in tuple(SIDES) else PutOnCorner(chosen)


def in_phase(phase: Phase) -> State:
    """Return a position in which the game is in a phase."""
    pawn = {Phase.POINTS: "g1", Phase.CORNER: "e8", Phase.OVER: "e8"}.get(phase, "e5")
    first = "N2" if phase is Phase.CORNER else "N0"
    state = position(pawn)
    if phase is Phase.SPEED:
        for seat in range(len(SIDES)):
            state = do(state, LayDirection(seat, "N")).state
    if phase in (Phase.DIRECTION, Phase.SPEED):
        return state
    state = laid(state, f"N {first}, E N{2 * (phase is Phase.OVER)}, S N0, W N0")
    while state.phase is not phase:
        state = do(state, Turn()).state
    return state


def scores(state: State) -> tuple[int, ...]:
    """Return the scores of N, E, S, W."""
    return GAME.returns(state)


def hit(state: State) -> str:
    """Return the sides that will miss the next round."""
    return "".join(side for side, player in zip(SIDES, state.players, strict=True) if player.hit)


def out(state: State) -> str:
    """Return the sides that sit out this round."""
    return "".join(side for side, player in zip(SIDES, state.players, strict=True) if player.misses)


def moments(seed: int, setup: Setup = SETUP) -> Iterator[Moment]:
    """Yield the actions of a random game, of whoever is awaited."""

    def choose(state: State, source: random.Random) -> Action:
        seat = source.choice(GAME.active_players(state))
        return source.choice(GAME.legal_actions(state, seat))

    return _STATES.walk(setup, seed, choose)
