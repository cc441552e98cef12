"""Positions and games of Inner Compass for tests."""

import random
from collections.abc import Iterator
from itertools import islice
from typing import Final, TypeAlias

from msgspec.structs import replace

from companion.engine.game import CHANCE, Action, Setup, Struct
from companion.games.inner_compass import GAME
from companion.games.inner_compass.actions import Feel, Imprint
from companion.games.inner_compass.ask import position
from companion.games.inner_compass.state import Phase, Player, State
from companion.games.inner_compass.variant import Level
from tests.games import positions
from tests.games.positions import Positions

NAMES = ("Ann", "Ben", "Cem", "Dua")
RULINGS: tuple[dict[str, object], ...] = (
    {},
    {"mode": "advanced"},
    {"mode": "advanced", "exact_move": True, "discount": "spaces", "unknown_cards": True},
    {"floor": "emotion", "first_bonus": 5, "show_totals": True, "arrangement": "end"},
    {"double_clear": "go_on"},
)
"""Combinations of options that together use every value of every option."""

Moment: TypeAlias = positions.Moment[State]
_STATES: Final[Positions[State]] = Positions(GAME)
play = _STATES.play
refusal = _STATES.refusal
legal = _STATES.legal
only, all_of = positions.only, positions.all_of


def base(**changes: object) -> State:
    """Return the base state S0 of the rules, at level full, with some fields replaced."""
    return position.read({"base": "S0", "set": changes}).state


def below_full(level: Level, **changes: object) -> State:
    """Return the base state reduced to what a lower tracking level knows."""
    state = base(**changes)
    players = tuple(replace(player, piece=None, hand=None) for player in state.players)
    if level == "track":
        players = tuple(
            Player(memories=player.memories, lines=player.lines, ep_track=player.ep_track)
            for player in players
        )
    return replace(
        state,
        variant=replace(state.variant, level=level),
        players=players,
        phase=Phase.MEMORY,
        display=(None,) * 4,
        pool=(0,) * 5,
        discard=(0,) * 5,
    )


def start(level: str, seats: int = 2, data: Struct | None = None, **options: object) -> State:
    """Return the first turn after a setup in which CHANCE always takes its first choice."""
    state: State = GAME.new_initial_state(Setup(NAMES[:seats], level, options, data or {}))
    while GAME.current_player(state) == CHANCE or state.phase is Phase.PIECES:
        first = GAME.legal_actions(state, GAME.current_player(state))[0]
        state = GAME.apply_action(state, first).state
    return state


def walk(setup: Setup, seed: int) -> Iterator[Moment]:
    """Play a random game to its end; players prefer memories and cards, so that it ends sooner."""

    def choose(state: State, source: random.Random) -> Action:
        player = GAME.current_player(state)
        if player == CHANCE:
            return _STATES.fair(state, source)
        return _liked(GAME.legal_actions(state, player), source)

    return _STATES.walk(setup, seed, choose)


def _liked(actions: tuple[Action, ...], source: random.Random) -> Action:
    for kind in (Imprint, Feel):
        liked = [action for action in actions if isinstance(action, kind)]
        if liked and source.random() < 0.9:
            return source.choice(liked)
    return source.choice(actions)


def games(count: int, level: str, seed: int = 0) -> Iterator[Iterator[Moment]]:
    """Return random games of one level for 2, 3 and 4 players, cycling through all rulings."""
    for number in range(seed, seed + count):
        options = RULINGS[number // 3 % len(RULINGS)]
        yield walk(Setup(NAMES[: 2 + number % 3], level, options), number)


def moments(count: int, level: str, every: int = 7, seed: int = 0) -> Iterator[Moment]:
    """Return moments of random games at regular intervals."""
    for game in games(count, level, seed):
        yield from islice(game, seed % every, None, every)
