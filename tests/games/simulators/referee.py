"""Random games in which the engine and an independent simulator must agree at every step."""

import json
import random
from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Any, Protocol

from companion.engine import registry
from companion.engine.game import CHANCE, Action, Setup

Struct = dict[str, Any]
"""An action as the log writes it."""

HABIT = 0.7
"""How often those who have a habit follow it."""
LONGEST = 8000
"""Actions after which a game is left: with few cards, all may be in hands that cannot pay."""


class Simulator(Protocol):
    """What a second implementation of a game offers; it takes everything random from the engine."""

    @property
    def over(self) -> bool:
        """Whether the game has ended."""

    @property
    def actor(self) -> int:
        """The seat that acts, or `CHANCE`."""

    def outcomes(self) -> Sequence[tuple[Struct, Fraction]] | None:
        """What chance may bring, with probabilities; `None` if the simulator does not know."""

    def legal(self) -> Sequence[Struct]:
        """What the seat that acts may do, in any order."""

    def apply(self, action: Struct) -> None:
        """Carry out an action of the log."""

    def scores(self) -> Sequence[int]:
        """The points of each seat."""

    def winners(self) -> Sequence[int]:
        """The seats that have won."""


@dataclass
class Tally:
    """How much has been compared."""

    games: int = 0
    unfinished: int = 0
    decisions: int = 0
    actions: int = 0
    draws: int = 0
    scores: int = 0

    def __str__(self) -> str:
        return (
            f"{self.games} games and {self.unfinished} unfinished ones: "
            f"{self.decisions} sets of legal actions ({self.actions} actions), "
            f"{self.draws} sets of random outcomes, {self.scores} scores, no difference"
        )


def written(structs: Iterable[Struct]) -> set[str]:
    """Structs that can be compared as a set."""
    return {json.dumps(struct, sort_keys=True) for struct in structs}


def drawn(outcomes: Iterable[tuple[Struct, Any]]) -> dict[str, float]:
    """Outcomes of chance with their probabilities, those of equal outcomes added."""
    total: defaultdict[str, float] = defaultdict(float)
    for struct, probability in outcomes:
        total[json.dumps(struct, sort_keys=True)] += float(probability)
    return {struct: round(probability, 9) for struct, probability in total.items()}


@dataclass
class Match:
    """A random game, played by the engine and by a simulator."""

    game_id: str
    setup: Setup
    simulator: Simulator
    seed: int
    tally: Tally
    last: Struct = field(default_factory=dict)
    """The action before."""
    step: int = 0

    def __post_init__(self) -> None:
        self.rules = registry.load(self.game_id)
        self.random = random.Random(self.seed)
        self.state: Any = self.rules.new_initial_state(self.setup)

    def agree(self, what: str, engine: object, simulator: object) -> None:
        """Raise `AssertionError` if the two sides differ."""
        if engine == simulator:
            return
        if isinstance(engine, set) and isinstance(simulator, set):
            what += f"\n  engine only: {sorted(engine - simulator)}"
            what += f"\n  simulator only: {sorted(simulator - engine)}"
        message = (
            f"{self.game_id}, {self.setup}, seed {self.seed}, step {self.step}, "
            f"after {self.last}: {what}\n  engine: {engine}\n  simulator: {simulator}\n"
            f"  state: {json.dumps(self.rules.to_struct(self.state))}"
        )
        raise AssertionError(message)

    def draw(self) -> tuple[Action, Struct]:
        """Compare what chance may bring; return one of it."""
        outcomes = [
            (action, self.rules.to_struct(action), float(probability))
            for action, probability in self.rules.chance_outcomes(self.state)
        ]
        expected = self.simulator.outcomes()
        if expected is not None:
            engine = drawn((struct, probability) for _, struct, probability in outcomes)
            self.agree("outcomes of chance", engine, drawn(expected))
            self.tally.draws += 1
        weights = [probability for *_, probability in outcomes]
        action, struct, _ = self.random.choices(outcomes, weights)[0]
        return action, struct

    def choose(self, seat: int) -> tuple[Action, Struct]:
        """Compare the legal actions; return one.

        Rare kinds are as likely as frequent ones. Every other seed often takes the last of a kind
        in alphabetical order: whoever always takes the same leads to what chance hardly ever does.
        """
        by_kind: defaultdict[str, list[tuple[Action, Struct]]] = defaultdict(list)
        for action in self.rules.legal_actions(self.state, seat):
            struct = self.rules.to_struct(action)
            by_kind[str(struct["type"])].append((action, struct))
        structs = [struct for actions in by_kind.values() for _, struct in actions]
        self.agree("legal actions", written(structs), written(self.simulator.legal()))
        self.tally.decisions += 1
        self.tally.actions += len(structs)
        kind = by_kind[self.random.choice(sorted(by_kind))]
        if self.seed % 2 and self.random.random() < HABIT:
            return max(kind, key=lambda each: json.dumps(each[1], sort_keys=True))
        return self.random.choice(kind)

    def score(self) -> None:
        """Compare the points of all seats."""
        points = tuple(self.simulator.scores())
        self.agree("points", tuple(self.rules.returns(self.state)), points)
        self.tally.scores += len(points)

    def play(self, *, scores_throughout: bool = False) -> None:
        """Play to the end; raises `AssertionError` at the first difference.

        With `scores_throughout`, points are compared after every action, not only at the end.
        """
        while not self.simulator.over:
            if self.step == LONGEST:
                self.tally.unfinished += 1
                return
            self.agree("is the game over?", self.rules.is_terminal(self.state), self.simulator.over)
            if scores_throughout:
                self.score()
            actor = self.rules.current_player(self.state)
            self.agree("who acts?", actor, self.simulator.actor)
            action, self.last = self.draw() if actor == CHANCE else self.choose(actor)
            self.state = self.rules.apply_action(self.state, action).state
            self.simulator.apply(self.last)
            self.step += 1
        self.agree("is the game over?", self.rules.is_terminal(self.state), self.simulator.over)
        self.score()
        winners = set(self.simulator.winners())
        self.agree("winners", set(self.rules.winners(self.state)), winners)
        self.tally.games += 1
