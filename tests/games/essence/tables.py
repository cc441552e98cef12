"""Positions and games of Essence for tests."""

import random
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TypeVar

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Event, Setup, Step, Struct
from companion.games.essence import GAME
from companion.games.essence.state import State

NAMES = ("Ann", "Ben", "Cem", "Dua", "Eve", "Flo", "Gus")
RULINGS: tuple[dict[str, object], ...] = (
    {},
    {"double_points": "with", "expansion_e1": "with"},
    {"phrases": "cards", "start": "choose", "void_rounds": False},
    {"double_points": "with", "phrase_reshuffle": False, "colours": ["violet", "blue", "red"]},
)
"""Combinations of options that together use every value of every option."""

E = TypeVar("E", bound=Event)


@dataclass(frozen=True, slots=True)
class Moment:
    """An action of a game, with the state before it and the step."""

    before: State
    action: Action
    step: Step[State]


def begin(seats: int = 3, data: Struct | None = None, **options: object) -> State:
    """Return a game in which the first question is about to be drawn."""
    state: State = GAME.new_initial_state(Setup(NAMES[:seats], "full", options, data or {}))
    return play(state, "begin").state


def play(state: State, *notations: str) -> Step[State]:
    """Return the state after actions in notation, with all events on the way."""
    events: tuple[Event, ...] = ()
    for notation in notations:
        step = GAME.apply_action(state, GAME.string_to_action(notation))
        state, events = step.state, (*events, *step.events)
    return Step(state, events)


def drawn(state: State, *phrases: str) -> State:
    """Draw while it is CHANCE's turn: the given phrase cards, or else the first possible one."""
    wanted = list(phrases)
    while GAME.current_player(state) == CHANCE:
        (first, _), *_ = GAME.chance_outcomes(state)
        notation = GAME.action_to_string(first)
        if wanted and notation.startswith("draw_phrase"):
            notation = f"draw_phrase({wanted.pop(0)})"
        state = play(state, notation).state
    return state


def asked(card: str, seats: int = 3, data: Struct | None = None, **options: object) -> State:
    """Return the vote on a question drawn by the first player, who stands on a suitable field."""
    state = begin(seats, data, **options)
    colour = state.variant.question(card).colour
    field = state.variant.fields.index(colour)
    if state.colour != colour:
        state = play(state, f"correct_pawn(0,{field})").state
    return drawn(play(state, f"draw_question({card})").state)


def votes(state: State, *numbers: int | None) -> State:
    """Lay each seat's vote in order; ``None`` is a card that the box does not read."""
    laid = (
        f"lay_unread({seat})" if number is None else f"vote({seat},{number})"
        for seat, number in enumerate(numbers)
    )
    return play(state, *laid).state


def refusal(state: State, notation: str) -> tuple[str, str] | None:
    """Return the code and the rule by which an action in notation is refused."""
    refused = GAME.why_not(state, GAME.string_to_action(notation))
    return None if refused is None else (refused.code, refused.rule)


def legal(state: State, player: int | None = None) -> list[str]:
    """Return the legal actions of a player, or of everybody active, in notation."""
    seats = GAME.active_players(state) if player is None else (player,)
    actions = (action for seat in seats for action in GAME.legal_actions(state, seat))
    return [GAME.action_to_string(action) for action in actions]


def fields(state: State) -> tuple[int, ...]:
    """Return the fields on which the pawns stand."""
    return tuple(player.field for player in state.players)


def all_of(step: Step[State], kind: type[E]) -> list[E]:
    """Return the events of a kind, in order."""
    return [event for event in step.events if isinstance(event, kind)]


def only(step: Step[State], kind: type[E]) -> E:
    """Return the one event of a kind."""
    (event,) = all_of(step, kind)
    return event


def walk(setup: Setup, seed: int, corrected: float = 0.0) -> Iterator[Moment]:
    """Play a random game to its end, with a correction now and then."""
    source = random.Random(seed)
    draw = sampler(source)
    state: State = GAME.new_initial_state(setup)
    while not GAME.is_terminal(state):
        corrections = GAME.corrections(state) if source.random() < corrected else ()
        if corrections:
            action: Action = source.choice(corrections)
        elif GAME.current_player(state) == CHANCE:
            action = draw(GAME.chance_outcomes(state))
        else:
            action = source.choice(_offered(state))
        step = GAME.apply_action(state, action)
        yield Moment(state, action, step)
        state = step.state


def _offered(state: State) -> tuple[Action, ...]:
    """Return the legal actions, leaving out repeated votes so that games stay short."""
    waiting = GAME.awaited(state)
    return tuple(action for seat in waiting for action in GAME.legal_actions(state, seat))


def games(count: int, seed: int = 0, corrected: float = 0.0) -> Iterator[Iterator[Moment]]:
    """Return random games of 2 to 7 players, cycling through all rulings."""
    for number in range(seed, seed + count):
        options = dict(RULINGS[number // 6 % len(RULINGS)])
        seats = 2 + number % 6
        if "colours" in options and seats > 3:
            del options["colours"]
        yield walk(Setup(NAMES[:seats], "full", options), number, corrected)
