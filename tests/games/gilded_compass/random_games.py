"""Random games, checked step by step, for each pair of a B and a C building."""

import random
from collections.abc import Iterator
from itertools import cycle, product
from typing import Final

from companion.engine.game import Action, Setup
from companion.engine.records import fields_of
from companion.games.gilded_compass import GAME
from companion.games.gilded_compass.buildings import B_BUILDINGS, C_BUILDINGS
from companion.games.gilded_compass.state import State
from companion.games.gilded_compass.variant import CHOICE_PLAYERS, LEVELS, PLAYERS
from tests.games.gilded_compass.tables import KINDS, setup, taken

NO_C: Final = "no C building"
PAIRS: Final = tuple(product(B_BUILDINGS, (*C_BUILDINGS, NO_C)))
CLOSED: Final = {"flags": {"artifacts_open": False, "extend_per_end": "unlimited"}}
OFTEN: Final = 0.02
"""How probable a correction is before an action, in every other game."""
LOOKED_AT: Final = 0.03
"""How many of the states are looked at closely."""
PROBES: Final = 4
VALUES: Final = (
    *(None, "", -1, 0, 1, 2, 3, 6, True, False, "33", "14", "6", "3", "dummy-2"),
    *("archives", "library", "guild", "fire", "cartographer", "persuasion", "secret_map"),
)


def setups(b_building: str, c_building: str) -> Iterator[Setup]:
    """Yield endless setups for a pair of buildings: any number of players, dummy, level."""
    for level, (players, dummy), data in cycle(product(LEVELS, _tables(c_building), ({}, CLOSED))):
        variant = "dummy" if dummy else "none"
        if c_building == NO_C:
            options = {"b_building": b_building, "variant": "fewer_buildings"}
        else:
            options = {"b_building": b_building, "c_building": c_building, "variant": variant}
        yield setup(players, level, data, **options)


def _tables(c_building: str) -> list[tuple[int, bool]]:
    """Return all numbers of players, with the dummy where that is possible."""
    small = CHOICE_PLAYERS["variant"]
    if c_building == NO_C:
        return [(players, False) for players in small]
    return [*((players, False) for players in PLAYERS), *((players, True) for players in small)]


def walk(opening_setup: Setup, source: random.Random, often: float) -> Iterator[State]:
    """Play a random game, checking every step; yield its states."""
    state: State = GAME.new_initial_state(opening_setup)
    while not GAME.is_terminal(state):
        yield state
        possible = GAME.corrections(state) if source.random() < often else ()
        action = source.choice(possible) if possible else taken(state, source)
        step = GAME.apply_action(state, action)
        assert GAME.violations(state, step) == (), action
        state = step.state
    yield state


def check(opening_setup: Setup, source: random.Random, often: float = 0.0) -> int:
    """Play a game, check some of its states and the end closely, and return its actions."""
    states = 0
    for state in walk(opening_setup, source, often):
        states += 1
        if GAME.is_terminal(state) or source.random() < LOOKED_AT:
            agrees(state, source)
    return states - 1


def agrees(state: State, source: random.Random) -> None:
    """Check that score lines sum to the gold, and that exactly the listed actions are legal."""
    totals = [0] * len(state.players)
    for line in GAME.score_breakdown(state):
        totals[line.player] += line.points
    assert tuple(totals) == GAME.returns(state)
    seats = (-1, *state.seats)
    listed = {*(action for seat in seats for action in GAME.legal_actions(state, seat))}
    listed |= {*GAME.corrections(state)}
    assert all(GAME.why_not(state, action) is None for action in listed)
    for _ in range(PROBES):
        action = probe(source)
        assert (GAME.why_not(state, action) is None) == (action in listed), action


def probe(source: random.Random) -> Action:
    """Return a random action of any kind with any values."""
    kind = source.choice(KINDS)
    action: Action = kind(*(source.choice(VALUES) for _ in fields_of(kind)))
    return action
