"""Random plays of a game, examined by the checks."""

import random
from collections.abc import Iterator, Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from companion.engine.codec import snake_case
from companion.engine.game import CHANCE, Action, Event, Setup, Step
from companion.engine.rules import AnyGame


class Move(msgspec.Struct, frozen=True):
    """One action of a play, its actor, and its result."""

    actor: int
    action: Action
    step: Step[Any]


class Play(msgspec.Struct, frozen=True, eq=False):
    """One random game: ``states`` has one more than ``moves``.

    ``snapshots`` are the states as text, taken when they were new. ``failure`` is the error that
    ended the play if a legal action could not be applied.
    """

    setup: Setup
    seed: int
    states: tuple[Any, ...]
    moves: tuple[Move, ...]
    snapshots: tuple[str, ...]
    failure: str = ""

    def __str__(self) -> str:
        options = "".join(f", {name} {value}" for name, value in self.setup.options.items())
        seats = len(self.setup.players)
        return f"level {self.setup.level}, {seats} players{options}, seed {self.seed}"


class Position(msgspec.Struct, frozen=True, eq=False):
    """The state of a play after a number of moves; usable as a key, with equality by identity."""

    play: Play
    after: int

    @property
    def state(self) -> Any:  # noqa: ANN401 - a game's state
        """The state itself."""
        return self.play.states[self.after]

    @property
    def events(self) -> tuple[Event, ...]:
        """The events of the action that led to the position."""
        return self.play.moves[self.after - 1].step.events if self.after else ()

    @property
    def seats(self) -> range:
        """All seats of the play, counted from 0."""
        return range(len(self.play.setup.players))

    def __str__(self) -> str:
        return f"{self.play}, after {self.after} actions"


def offered(game: AnyGame, setup: Setup, state: Any) -> Iterator[tuple[int, Action]]:  # noqa: ANN401
    """Yield each actor with each of its legal actions, relying on ``legal_actions`` alone."""
    for actor in (CHANCE, *range(len(setup.players))):
        for action in game.legal_actions(state, actor):
            yield actor, action


def record(game: AnyGame, setup: Setup, seed: int, longest: int) -> Play:
    """Play one random game, stopping early without a legal action or when one fails.

    Only ``random()`` is used: no other method of ``Random`` is guaranteed to give the same numbers
    in every version of Python.
    """
    source = random.Random(seed)  # noqa: S311 - a repeatable game, no secret
    state = game.new_initial_state(setup)
    states, snapshots = [state], [repr(state)]
    moves: list[Move] = []
    failure = ""
    while len(moves) < longest and not game.is_terminal(state):
        able = tuple(offered(game, setup, state))
        if not able:
            break
        actor, action = able[int(source.random() * len(able))]
        try:
            step = game.apply_action(state, action)
        except Exception as error:  # noqa: BLE001 - one check reports it, whatever it is
            failure = f"{action}: {error!r}"
            break
        state = step.state
        moves.append(Move(actor, action, step))
        states.append(state)
        snapshots.append(repr(state))
    return Play(setup, seed, tuple(states), tuple(moves), tuple(snapshots), failure)


def sample(game: AnyGame, plays: Sequence[Play], count: int) -> tuple[Position, ...]:
    """Return up to ``count`` positions, taking turns among kinds of positions.

    Two positions are of the same kind if they come from plays of the same setup and the same kinds
    of actions are legal in them, so rare situations of a game are among the first chosen.
    """
    kinds: dict[object, list[Position]] = {}
    for play in plays:
        for after, state in enumerate(play.states):
            able = offered(game, play.setup, state)
            names = tuple(sorted({snake_case(type(action).__name__) for _, action in able}))
            kinds.setdefault((str(play.setup), names), []).append(Position(play, after))
    spread = [_spread(positions) for positions in kinds.values()]
    rounds = zip_longest(*spread)
    chosen = [
        position
        for found_positions in rounds
        for position in found_positions
        if position is not None
    ]
    return tuple(chosen[:count])


def _spread(positions: list[Position]) -> list[Position]:
    """Return positions in an order whose first few are spread over the whole play."""
    step = 1 << max(len(positions) - 1, 0).bit_length()
    order: dict[int, None] = {}
    while step:
        order.update(dict.fromkeys(range(0, len(positions), step)))
        step //= 2
    return [positions[i] for i in order]
