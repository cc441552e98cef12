"""Positions and games of Compass for tests."""

import random
from collections.abc import Iterable, Mapping
from typing import Final, TypeAlias

from companion.engine.game import Setup, Step, Struct
from companion.games.compass_jewels import GAME, turn
from companion.games.compass_jewels.area import SQUARES
from companion.games.compass_jewels.cards import KINDS, kind, side
from companion.games.compass_jewels.state import Phase, Player, State
from companion.games.compass_jewels.variant import DATA, variant
from tests.games import positions
from tests.games.positions import Positions

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

Moment: TypeAlias = positions.Moment[State]
_STATES: Final[Positions[State]] = Positions(GAME)
play = _STATES.play
refusal = _STATES.refusal
legal = _STATES.legal
walk = _STATES.walk
only, all_of = positions.only, positions.all_of


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


def declare(state: State, *jewels: Iterable[str]) -> Step[State]:
    """Return the state after jewels have been declared, card by card as they lie."""
    return play(state, *(laid(card) for jewel in jewels for card in jewel))


def laid(card: str) -> str:
    """Return the notation of laying a card for a jewel, as it lies."""
    return f"place_card({kind(card).replace('/', ',')},{side(card, 'N')})"


def named(action: str, card: str) -> str:
    """Return the notation of an action that names a card."""
    return f"{action}({kind(card).replace('/', ',')})"


def hand(source: random.Random, size: int) -> tuple[str, ...]:
    """Return random cards of the deck."""
    return tuple(source.sample(KINDS * 2, size))
