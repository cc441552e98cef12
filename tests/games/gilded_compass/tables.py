"""Tables of the Gilded Compass, and turns at them, in short notation."""

import random
from collections.abc import Callable, Iterator, Mapping
from typing import Final, TypeAlias

from companion.engine.game import CHANCE, Action, Event, Setup, Step
from companion.engine.rules import types_of
from companion.engine.shared_actions import ChooseStart
from companion.games.gilded_compass import GAME, actions
from companion.games.gilded_compass.actions import Place, PlaceDummy, Roll, WillToWin
from companion.games.gilded_compass.buildings.dice import FACES
from companion.games.gilded_compass.state import Phase, State
from tests.games import positions
from tests.games.positions import Positions

NAMES = ("Ann", "Ben", "Cem", "Dua", "Eve")
KINDS: tuple[type[Action], ...] = tuple(types_of(actions))
"""Everything that can be done."""
Moment: TypeAlias = positions.Moment[State]
_STATES: Final[Positions[State]] = Positions(GAME)
do = _STATES.do
all_of = _STATES.play
code = _STATES.code


def setup(
    players: int = 2,
    level: str = "full",
    data: Mapping[str, object] | None = None,
    **options: object,
) -> Setup:
    """Return a setup, such as ``setup(3, c_building="tower", variant="dummy")``."""
    return Setup(NAMES[:players], level, options, data or {})


def legal(state: State) -> tuple[Action, ...]:
    """Return what the player whose turn it is, or CHANCE, may do."""
    return GAME.legal_actions(state, GAME.current_player(state))


def drawn(state: State, stop: Callable[[State], bool] | None = None) -> State:
    """Draw the first possible outcome until somebody must act or roll."""
    while GAME.current_player(state) == CHANCE and state.phase is not Phase.ROLL:
        if stop is not None and stop(state):
            return state
        state = do(state, legal(state)[0]).state
    return state


def table(opening_setup: Setup | None = None, start: int = 0) -> State:
    """Return a table at which the start player is about to roll."""
    state = GAME.new_initial_state(opening_setup or setup())
    return drawn(do(state, ChooseStart(start)).state)


def rolls(own: str, black: str = "", dummy: str = "") -> Iterator[Roll]:
    """Yield the actions that report a roll: by value for five dice or more, else die by die."""
    for dice in (own, black, dummy):
        left = len(dice)
        if left < 5:
            yield from (Roll(int(value), 1) for value in dice)
            continue
        for value in FACES:
            if left:
                yield Roll(value, dice.count(str(value)))
                left -= dice.count(str(value))


def rolled(state: State, own: str, black: str = "", dummy: str = "") -> State:
    """Return the state after a roll, such as ``11223346``."""
    return all_of(state, *rolls(own, black, dummy)).state


def place(building: str, dice: str, group: int = 0, slot: int = 0) -> Place:
    """Return a placement of own dice."""
    return Place(building, dice, group, slot)


def dummy(building: str, dice: str, group: int = 0, slot: int = 0) -> PlaceDummy:
    """Return a placement of dummy dice."""
    return PlaceDummy(building, dice, group, slot)


def will(building: str, dice: str, lost: int, group: int = 0) -> WillToWin:
    """Return a placement with Will to Win."""
    return WillToWin(building, dice, group, lost)


def turn(state: State, own: str, *placed: Action, black: str = "", dummy: str = "") -> State:
    """Return the state after a roll and placements, and the draws that follow."""
    return drawn(all_of(rolled(state, own, black, dummy), *placed).state)


def chosen(state: State) -> Step[State]:
    """Let everybody take the first choice until the next roll or the end."""
    events: tuple[Event, ...] = ()
    while state.phase not in (Phase.ROLL, Phase.OVER):
        step = do(state, legal(state)[0])
        state, events = step.state, (*events, *step.events)
    return Step(state, events)


def moments(seed: int, opening_setup: Setup) -> Iterator[Moment]:
    """Yield the actions of a random game; chance follows its own probabilities."""
    return _STATES.walk(opening_setup, seed, taken)


def taken(state: State, source: random.Random) -> Action:
    """Return a random legal action."""
    if GAME.current_player(state) != CHANCE:
        return source.choice(legal(state))
    possible, weights = zip(*GAME.chance_outcomes(state), strict=True)
    action: Action = source.choices(possible, weights)[0]
    return action
