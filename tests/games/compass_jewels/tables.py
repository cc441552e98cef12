"""Positions and games of Compass for tests."""

import random
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from typing import TypeVar

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Event, Setup, Step, Struct
from companion.games.compass_jewels import GAME, turn
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.cards import KINDS, kind, side
from companion.games.compass_jewels.state import Phase, Player, State
from companion.games.compass_jewels.variant import DATA, variant

NAMES = ("Ann", "Ben")

EXAMPLE_1 = {
    "b4": "G/YRBP",
    "c4": "R/YGBP",
    "d4": "B/RYGP",
    "e4": "R/GYBP",
    "f4": "R/PGBY",
    "a1": "P/RYGB",
    "f1": "Y/RGBP",
}
EXAMPLE_9 = {"a1": "R/YGBP", "f6": "G/RYBP", "c3": "B/RYGP", "d5": "P/RYGB"}
THREE_COLOURS = ("G/YBRP", "Y/GPRB", "P/RYGB", "B/RGPY")
"""The jewel of example 3."""
FOUR_COLOURS = ("B/RGYP", "Y/BRPG", "G/YRBP", "Y/PGBR")
"""The jewel of example 4."""
TWO_COLOURS = ("R/GPYB", "G/RBYP", "B/YPRG", "R/YBGP")
"""The jewel of example 5."""

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Moment:
    """An action of a game, with the state before it and the step."""

    before: State
    action: Action
    step: Step[State]


def position(
    cards: Mapping[str, str],
    white: tuple[str, ...],
    black: tuple[str, ...],
    hands: tuple[Iterable[str], Iterable[str]] = ((), ()),
    **options: object,
) -> State:
    """Return a position at the beginning of A's turn; squares not mentioned are holes."""
    settings = variant(Setup(NAMES, options=options), DATA)
    players = tuple(
        Player(checkers, tuple(map(kind, hand)))
        for checkers, hand in zip((white, black), hands, strict=True)
    )
    layout = tuple(cards.get(square) for square in SQUARES)
    return turn.begin(State(settings, players, Phase.MOVE, layout), 0, ()).state


def example_1() -> State:
    return position(EXAMPLE_1, ("b4", "a1"), ("f4", "f1"))


def example_9(black: Iterable[str] = (), **options: object) -> State:
    return position(EXAMPLE_9, ("a1", "f6"), ("c3", "d5"), (("Y/GRBP",), black), **options)


def declaring(first: Iterable[str], second: Iterable[str] = (), **options: object) -> State:
    """Return the beginning of phase two with these collections."""
    state = position(EXAMPLE_9, ("a1", "f6"), ("c3", "d5"), (first, second), **options)
    return play(state, "end_phase").state


def start(data: Struct | None = None, **options: object) -> State:
    """Return the first turn after a setup in which the first choice is always taken."""
    state: State = GAME.new_initial_state(Setup(NAMES, options=options, data=data or {}))
    while state.phase not in (Phase.MOVE, Phase.BLOCKED):
        first = GAME.legal_actions(state, GAME.current_player(state))[0]
        state = GAME.apply_action(state, first).state
    return state


def play(state: State, *notations: str) -> Step[State]:
    """Return the state after actions in notation, with all events on the way."""
    events: tuple[Event, ...] = ()
    for notation in notations:
        step = GAME.apply_action(state, GAME.string_to_action(notation))
        state, events = step.state, (*events, *step.events)
    return Step(state, events)


def declare(state: State, *jewels: Iterable[str]) -> Step[State]:
    """Return the state after jewels have been declared, card by card as they lie."""
    return play(state, *(laid(card) for jewel in jewels for card in jewel))


def laid(card: str) -> str:
    """Return the notation of laying a card for a jewel, as it lies."""
    return f"place_card({kind(card).replace('/', ',')},{side(card, 'N')})"


def named(action: str, card: str) -> str:
    """Return the notation of an action that names a card."""
    return f"{action}({kind(card).replace('/', ',')})"


def refusal(state: State, notation: str) -> tuple[str, str] | None:
    """Return the code and the rule by which an action in notation is refused."""
    refused = GAME.why_not(state, GAME.string_to_action(notation))
    return None if refused is None else (refused.code, refused.rule)


def legal(state: State) -> set[str]:
    """Return all legal actions in notation."""
    actions = GAME.legal_actions(state, GAME.current_player(state))
    return {GAME.action_to_string(action) for action in actions}


def only(step: Step[State], kind_: type[E]) -> E:
    """Return the one event of a kind."""
    (event,) = all_of(step, kind_)
    return event


def all_of(step: Step[State], kind_: type[E]) -> list[E]:
    """Return the events of a kind, in order."""
    return [event for event in step.events if isinstance(event, kind_)]


def walk(setup: Setup, seed: int) -> Iterator[Moment]:
    """Play a random game to its end."""
    source = random.Random(seed)
    draw = sampler(source)
    state: State = GAME.new_initial_state(setup)
    while not GAME.is_terminal(state):
        player = GAME.current_player(state)
        if player == CHANCE:
            action = draw(GAME.chance_outcomes(state))
        else:
            action = source.choice(GAME.legal_actions(state, player))
        step = GAME.apply_action(state, action)
        yield Moment(state, action, step)
        state = step.state


def hand(source: random.Random, size: int) -> tuple[str, ...]:
    """Return random cards of the deck."""
    return tuple(source.sample(KINDS * 2, size))
