"""Positions and games of Essence for tests."""

import random
from collections.abc import Iterator
from typing import Final, TypeAlias

from companion.engine.game import CHANCE, Action, Setup, Struct
from companion.games.essence import GAME
from companion.games.essence.state import State
from tests.games import positions
from tests.games.positions import Positions

NAMES = ("Ann", "Ben", "Cem", "Dua", "Eve", "Flo", "Gus")
RULINGS: tuple[dict[str, object], ...] = (
    {},
    {"double_points": "with", "expansion_e1": "with"},
    {"phrases": "cards", "start": "choose", "void_rounds": False},
    {"double_points": "with", "phrase_reshuffle": False, "colours": ["violet", "blue", "red"]},
)
"""Combinations of options that together use every value of every option."""

Moment: TypeAlias = positions.Moment[State]
_STATES: Final[Positions[State]] = Positions(GAME)
play = _STATES.play
refusal = _STATES.refusal
only, all_of = positions.only, positions.all_of


def begin(seats: int = 3, data: Struct | None = None, **options: object) -> State:
    """Return a game in which the first question is about to be drawn."""
    state: State = GAME.new_initial_state(Setup(NAMES[:seats], "full", options, data or {}))
    return play(state, "begin").state


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


def legal(state: State, player: int | None = None) -> list[str]:
    """Return the legal actions of a player, or of everybody active, in notation."""
    seats = GAME.active_players(state) if player is None else (player,)
    actions = (action for seat in seats for action in GAME.legal_actions(state, seat))
    return [GAME.action_to_string(action) for action in actions]


def fields(state: State) -> tuple[int, ...]:
    """Return the fields on which the pawns stand."""
    return tuple(player.field for player in state.players)


def walk(setup: Setup, seed: int, corrected: float = 0.0) -> Iterator[Moment]:
    """Play a random game to its end, with a correction now and then."""

    def choose(state: State, source: random.Random) -> Action:
        corrections = GAME.corrections(state) if source.random() < corrected else ()
        if corrections:
            return source.choice(corrections)
        if GAME.current_player(state) == CHANCE:
            return _STATES.fair(state, source)
        return source.choice(_offered(state))

    return _STATES.walk(setup, seed, choose)


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
