"""Monte-Carlo tree search over information sets (ISMCTS), the robots' algorithm.

The robot receives an observation and never a state. For every playout it guesses a state with that
observation (``Robots.guess``), follows the most promising actions known so far, tries a new one,
continues at random for a while, and adds up the points (Cowling, Powley and Whitehouse,
*Information Set Monte Carlo Tree Search*, 2012). Chance outcomes are not part of the tree, which
therefore contains plans, not positions.

There is no clock here: the caller decides after each playout whether to continue.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import count
from math import log, sqrt
from random import Random
from typing import TYPE_CHECKING, Any, Final, TypeAlias

import msgspec

from companion.engine.facets import Robots
from companion.engine.fold import first_state, sampler
from companion.engine.game import CHANCE, Action, Setup, Struct
from companion.engine.ranking import standing_of, team_of
from companion.engine.robots import determinize, likely
from companion.engine.rules import AnyGame
from companion.moved import former_names

Budget: TypeAlias = Callable[[int], bool]
"""Tells after a number of playouts whether there is time for another."""

HORIZON: Final = 40
"""How many actions a playout goes on after the tree, forced ones and those of CHANCE included."""
CURIOSITY: Final = 0.7
"""How much the search tries what it knows little about, in parts of the range of points seen."""


class Estimate(msgspec.Struct, frozen=True):
    """Value of an action: expected points ahead of the best opponent, and number of tries."""

    action: Action
    lead: float
    tries: int


class SearchResult(msgspec.Struct, frozen=True):
    """A robot's choices, the best first, and the number of playouts behind them.

    There are no playouts if there was only one choice, or the best one is known for certain.
    """

    choices: tuple[Estimate, ...]
    playouts: int

    @property
    def best(self) -> Action:
        """The action that the robot takes."""
        return self.choices[0].action


def playouts(number: int) -> Budget:
    """Return a budget of a number of playouts, the same on every computer."""
    return lambda done: done < number


class Thinker(msgspec.Struct, frozen=True):
    """A player that knows a game, its setup and the observation of ``seat``, nothing else."""

    game: AnyGame
    setup: Setup
    seat: int
    horizon: int = HORIZON

    def think(
        self, observation: Struct, legal: Sequence[Action], source: Random, budget: Budget
    ) -> SearchResult:
        """Return the robot's choices among its ``legal`` actions (``options``), at least one."""
        first = first_state(self.game, self.setup)
        state = self._guess(first, observation, source)
        sure = self.game.sure(state, self.seat) if isinstance(self.game, Robots) else None
        if sure not in legal:
            sure = legal[0] if len(legal) == 1 else None
        if sure is not None:
            return SearchResult((Estimate(sure, leads(self.game, state)[self.seat], 0),), 0)
        search = _Search(self, frozenset(legal), sampler(source), source)
        done = 0
        for done in count(1):
            search.play(state)
            if not budget(done):
                break
            state = self._guess(first, observation, source)
        return SearchResult(search.choices() or (Estimate(legal[0], 0.0, 0),), done)

    def _guess(self, first: Any, observation: Struct, source: Random) -> Any:  # noqa: ANN401
        return determinize(self.game, first, observation, self.seat, source)


def leads(game: AnyGame, state: Any) -> tuple[float, ...]:  # noqa: ANN401 - a game's state
    """Return the lead of each seat, or its team, over the best other, in points."""
    points = standing_of(game, state)
    seats = range(len(points))
    return tuple(
        points[seat] - max((points[other] for other in _others(game, seat, seats)), default=0)
        for seat in seats
    )


def _others(game: AnyGame, seat: int, seats: range) -> Iterator[int]:
    mates = team_of(game, seat)
    return (other for other in seats if other not in mates)


@dataclass(slots=True)
class _Node:
    """Statistics of a plan: how often its actions were possible and tried, and their value."""

    children: dict[Action, "_Node"] = field(default_factory=dict)
    possible: int = 0
    tries: int = 0
    total: float = 0.0
    """The sum of the leads of the seat that took the action to here."""


@dataclass(slots=True)
class _Search:
    """The tree of plans, and the range of leads seen so far."""

    robot: Thinker
    legal: frozenset[Action]
    draw: Callable[[tuple[tuple[Action, float], ...]], Action]
    source: Random
    root: _Node = field(default_factory=_Node)
    low: float = 0.0
    high: float = 0.0

    def choices(self) -> tuple[Estimate, ...]:
        """Return the robot's actions, the most tried first."""
        tried = ((action, node) for action, node in self.root.children.items() if node.tries)
        found = [Estimate(action, node.total / node.tries, node.tries) for action, node in tried]
        return tuple(sorted(found, key=lambda each: (-each.tries, -each.lead)))

    def play(self, state: Any) -> None:  # noqa: ANN401 - a game's state
        """Play on from a guessed state, and record the result."""
        path: list[tuple[int, _Node]] = []
        node, seat = self.root, self.robot.seat
        possible = likely(self.robot.game, state, seat)
        if self.legal.isdisjoint(possible):  # an observation may not tell all that is known
            return
        while True:
            action, fresh = self._select(node, state, seat)
            node = node.children[action]
            path.append((seat, node))
            state = self.robot.game.apply_action(state, action).state
            state = self._forced(state)
            if fresh or self.robot.game.is_terminal(state):
                break
            seat = self.robot.game.awaited(state)[0]
        ends = leads(self.robot.game, self._rollout(state))
        for who, passed in path:
            passed.tries += 1
            passed.total += ends[who]
        mine = ends[self.robot.seat]
        self.low, self.high = min(self.low, mine), max(self.high, mine)

    def _select(self, node: _Node, state: Any, seat: int) -> tuple[Action, bool]:  # noqa: ANN401
        """Return an untried action, else the most promising one; and which of both it is."""
        legal: Iterable[Action] = likely(self.robot.game, state, seat)
        if node is self.root:
            legal = (action for action in legal if action in self.legal)
        explored = [(action, node.children.setdefault(action, _Node())) for action in legal]
        for _, child in explored:
            child.possible += 1
        untried = [action for action, child in explored if not child.tries]
        if untried:
            return self.source.choice(untried), True
        scale = CURIOSITY * ((self.high - self.low) or 1.0)
        best = max(
            explored,
            key=lambda each: (
                each[1].total / each[1].tries + scale * sqrt(log(each[1].possible) / each[1].tries)
            ),
        )
        return best[0], False

    def _forced(self, state: Any) -> Any:  # noqa: ANN401 - a game's state
        """Return the next state in which a player has a choice, or the game is over."""
        game = self.robot.game
        while not game.is_terminal(state):
            seats = game.awaited(state)
            if seats == (CHANCE,):
                action = self.draw(game.chance_outcomes(state))
            else:
                legal = likely(game, state, seats[0])
                if len(legal) > 1:
                    break
                action = legal[0]
            state = game.apply_action(state, action).state
        return state

    def _rollout(self, state: Any) -> Any:  # noqa: ANN401 - a game's state
        """Return the state after random play up to the horizon."""
        game = self.robot.game
        for _ in range(self.robot.horizon):
            if game.is_terminal(state):
                break
            seats = game.awaited(state)
            if seats == (CHANCE,):
                action = self.draw(game.chance_outcomes(state))
            else:
                action = self.source.choice(likely(game, state, seats[0]))
            state = game.apply_action(state, action).state
        return state


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
