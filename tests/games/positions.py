"""Positions of any game for tests: actions in notation, events, refusals and random games."""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, Generic, TypeVar

from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Event, Setup, Step
from companion.engine.rules import AnyGame

S = TypeVar("S")
E = TypeVar("E", bound=Event)


@dataclass(frozen=True)
class Moment(Generic[S]):
    """An action of a game, with the state before it and the step."""

    before: S
    action: Action
    step: Step[S]


@dataclass(frozen=True)
class Positions(Generic[S]):
    """What tests do with the states of one game; actions are records or their notation."""

    game: AnyGame

    def do(self, state: S, action: Action | str) -> Step[S]:
        """Take an action."""
        return self.game.apply_action(state, self._read(action))

    def play(self, state: S, *actions: Action | str) -> Step[S]:
        """Take actions; return the last state, with all events on the way."""
        events: tuple[Event, ...] = ()
        for action in actions:
            step = self.do(state, action)
            state, events = step.state, (*events, *step.events)
        return Step(state, events)

    def refusal(self, state: S, action: Action | str) -> tuple[str, str] | None:
        """Return the code and the rule by which an action is refused."""
        refused = self.game.why_not(state, self._read(action))
        return None if refused is None else (refused.code, refused.rule)

    def code(self, state: S, action: Action | str) -> str | None:
        """Return the code and the rule by which an action is refused, as one text."""
        refused = self.refusal(state, action)
        return None if refused is None else " ".join(refused)

    def legal(self, state: S) -> set[str]:
        """Return the legal actions of the player whose turn it is, in notation."""
        actions = self.game.legal_actions(state, self.game.current_player(state))
        return {self.game.action_to_string(action) for action in actions}

    def walk(
        self, setup: Setup, seed: int, choose: Callable[[S, random.Random], Action] | None = None
    ) -> Iterator[Moment[S]]:
        """Play a random game to its end, by what ``choose`` returns, or else fairly."""
        source = random.Random(seed)
        state: S = self.game.new_initial_state(setup)
        while not self.game.is_terminal(state):
            action = (choose or self.fair)(state, source)
            step: Step[S] = self.game.apply_action(state, action)
            yield Moment(state, action, step)
            state = step.state

    def fair(self, state: S, source: random.Random) -> Action:
        """Return a random action of the player whose turn it is, or of CHANCE by its odds."""
        player = self.game.current_player(state)
        if player == CHANCE:
            return sampler(source)(self.game.chance_outcomes(state))
        return source.choice(self.game.legal_actions(state, player))

    def _read(self, action: Action | str) -> Action:
        return self.game.string_to_action(action) if isinstance(action, str) else action


def all_of(step: Step[Any], kind: type[E]) -> list[E]:
    """Return the events of a kind, in order."""
    return [event for event in step.events if isinstance(event, kind)]


def only(step: Step[Any], kind: type[E]) -> E:
    """Return the one event of a kind."""
    (event,) = all_of(step, kind)
    return event
