"""After the last turn: late entry of cubes or counts, card counts in a tie, and the end."""

from collections.abc import Mapping
from functools import lru_cache
from itertools import chain
from typing import Final

from msgspec.structs import replace

from companion.engine.action_kinds import Act
from companion.engine.every import among, choice
from companion.engine.game import Action, Event, Refusal, Step
from companion.engine.wording import refuse
from companion.games.inner_compass import scoring
from companion.games.inner_compass.actions import EnterCount, EnterCube, EnterHand
from companion.games.inner_compass.board import Rows, board
from companion.games.inner_compass.events import CubesWanted, GameOver
from companion.games.inner_compass.qualities import quality
from companion.games.inner_compass.refusals import tile_name
from companion.games.inner_compass.state import Phase, State
from companion.games.inner_compass.variant import CUBES, HAND_LIMIT

_HAND: Final = among(range(HAND_LIMIT + 1), "hand-limit", "IC-CLEAN-1", count=HAND_LIMIT)


def advance(state: State, events: tuple[Event, ...]) -> Step[State]:
    """Request the next entry needed for the end of the game, or end the game (IC-END-4)."""
    if state.variant.level == "track" and state.values:
        if state.board is None:
            return Step(replace(state, phase=Phase.SECTIONS), (*events, CubesWanted("IC-AP-2")))
        seat = _to_enter(state)
        if seat is not None:
            request = () if state.phase is Phase.CUBES else (CubesWanted("IC-AP-2"),)
            return Step(replace(state, phase=Phase.CUBES, current=seat), (*events, *request))
    seat = _to_count(state)
    if seat is not None:
        return Step(replace(state, phase=Phase.HANDS, current=seat), events)
    return Step(replace(state, phase=Phase.OVER), (*events, GameOver("IC-END-4")))


def _to_enter(state: State) -> int | None:
    """Return the next seat to enter: first those with value tokens, to choose counts."""
    seats = sorted(range(len(state.players)), key=lambda seat: not scoring.own_tiles(state, seat))
    return next((seat for seat in seats if _lacks(state, seat)), None)


def _lacks(state: State, seat: int) -> bool:
    player = state.players[seat]
    if state.typed:
        return len(player.counts) < len(scoring.own_tiles(state, seat))
    return len(player.cubes) < min(player.memories, CUBES)


def _to_count(state: State) -> int | None:
    tied = scoring.leaders(state)
    if len(tied) == 1:
        return None
    return next((seat for seat in tied if scoring.hand_size(state, seat) is None), None)


def cubes(state: State) -> tuple[Action, ...]:
    """Return the cubes that may be entered for the current player, unless counts are entered."""
    own = state.players[state.current].cubes
    cubes = {} if state.typed else _cubes(state.board or ())
    return tuple([cube for space, cube in cubes.items() if space not in own])


@lru_cache(maxsize=64)
def _cubes(rows: Rows) -> Mapping[str, EnterCube]:
    return {space: EnterCube(space) for space in board(rows).spaces}


def counts(state: State) -> tuple[Action, ...]:
    """Return how often the current player's tiles may count, unless cubes are entered."""
    if state.typed is False:
        return ()
    done = dict(state.players[state.current].counts)
    tiles = (tile for tile in scoring.own_tiles(state, state.current) if tile not in done)
    return tuple(chain.from_iterable(map(_counts, tiles)))


@lru_cache(maxsize=64)
def _counts(tile: str) -> tuple[EnterCount, ...]:
    return tuple(EnterCount(tile, count) for count in range(quality(tile).most(CUBES) + 1))


def why_not_cube(state: State, action: EnterCube) -> Refusal | None:
    """Return why a cube cannot be entered."""
    if state.typed:
        return refuse("counts-typed", "IC-AP-2")
    if action.space not in board(state.board or ()).colour:
        return refuse("no-such-space", "IC-R1", space=action.space)
    if action.space in state.players[state.current].cubes:
        return refuse("own-cube", "IC-IMPRINT-6", space=action.space)
    return None


def why_not_count(state: State, action: EnterCount) -> Refusal | None:
    """Return why a count cannot be entered."""
    if state.typed is False:
        return refuse("cubes-entered", "IC-AP-2")
    if action not in counts(state):
        return refuse("no-value-there", "IC-END-5", tile=tile_name(action.tile))
    return None


def enter_cube(state: State, action: EnterCube) -> Step[State]:
    """Record a cube on the Life board (IC-AP-2)."""
    player = state.players[state.current]
    state = state.with_player(state.current, cubes=(*player.cubes, action.space))
    return advance(replace(state, typed=False), ())


def enter_count(state: State, action: EnterCount) -> Step[State]:
    """Record how often a tile counts."""
    player = state.players[state.current]
    counted = (*player.counts, (action.tile, action.count))
    return advance(replace(state, typed=True).with_player(state.current, counts=counted), ())


def enter_hand(state: State, action: EnterHand) -> Step[State]:
    """Record the number of cards in a tied player's hand (IC-TIE-1)."""
    return advance(state.with_player(state.current, cards_left=action.cards), ())


CUBE: Final = Act(EnterCube, enter_cube, why_not_cube, cubes)
COUNT: Final = Act(EnterCount, enter_count, why_not_count, counts)
HAND: Final = choice(EnterHand, enter_hand, cards=_HAND)
