"""Positions of Compass Points and rounds played on them, in the notation of the rules."""

import random
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from companion.engine.data import merged
from companion.engine.game import Action, Event, Setup, Step
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

NAMES = ("Ann", "Ben", "Cem", "Dua")
SETUP = Setup(NAMES)
KINDS: tuple[type[Action], ...] = tuple(
    member
    for member in vars(actions).values()
    if isinstance(member, type)
    and issubclass(member, Action)
    and member.__module__ == actions.__name__
)
"""Everything that can be done."""


def board_of(size: int = 9, **squares: str) -> Variant:
    """Return a board on which only the given squares are inscribed."""
    return variant(merged(DATA, {"board": {"size": size, "squares": squares}}))


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


def do(state: State, action: Action | str) -> Step[State]:
    """Take an action, given as a record or in notation, and return the step."""
    if isinstance(action, str):
        action = GAME.string_to_action(action)
    return GAME.apply_action(state, action)


def code(state: State, action: Action | str) -> str | None:
    """Return the code and the rule by which an action is refused."""
    if isinstance(action, str):
        action = GAME.string_to_action(action)
    refusal = GAME.why_not(state, action)
    return None if refusal is None else f"{refusal.code} {refusal.rule}"


def scores(state: State) -> tuple[int, ...]:
    """Return the scores of N, E, S, W."""
    return GAME.returns(state)


def hit(state: State) -> str:
    """Return the sides that will miss the next round."""
    return "".join(side for side, player in zip(SIDES, state.players, strict=True) if player.hit)


def out(state: State) -> str:
    """Return the sides that sit out this round."""
    return "".join(side for side, player in zip(SIDES, state.players, strict=True) if player.misses)


@dataclass(frozen=True)
class Moment:
    """One action of a random game, with the state before it and the step."""

    before: State
    action: Action
    step: Step[State]


def moments(seed: int, setup: Setup = SETUP) -> Iterator[Moment]:
    """Yield the actions of a random game."""
    source = random.Random(seed)
    state = GAME.new_initial_state(setup)
    while not GAME.is_terminal(state):
        seat = source.choice(GAME.active_players(state))
        action = source.choice(GAME.legal_actions(state, seat))
        step = GAME.apply_action(state, action)
        yield Moment(state, action, step)
        state = step.state
