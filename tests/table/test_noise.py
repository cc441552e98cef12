"""Hands are imprecise: pieces bounce, are lifted and put back, and two hands work at once.

A pair of hands plays Inner Compass at full level over readers under every space and slot. Whatever
the readers see on the way, once the hands let go the box knows what was done, and it never takes an
action that nobody made.
"""

import random
from dataclasses import dataclass, field

import pytest
from msgspec.structs import replace

from companion.devices import TagEvent
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Action, Setup
from companion.session.sensing import REST, Sensing, kinds
from companion.table.narrowing.intent import is_usual
from companion.table.state import GameProgress
from companion.table.table import (
    ActionInput,
    Table,
    Timestamp,
    begin,
    handle,
)

NAMES = ("Ann", "Ben", "Cem")
TURNS = 120


@dataclass
class Hands:
    """The readers, the tags on them, and the table they report to."""

    seed: int
    now: float = 0.0
    by_hand: int = 0
    """How many moves were made on the board alone, without a key."""
    lying: dict[str, list[str]] = field(default_factory=dict)
    spare: dict[str, list[str]] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.source = random.Random(self.seed)
        self.draw = sampler(self.source)
        game = registry.load("inner-compass")
        setup = Setup(NAMES, "full", {"unknown_cards": False})
        self.table = replace(
            begin(game, setup, (), Timestamp(0, 0.0), self.draw).table,
            progress=GameProgress.PLAYING,
            tasks=(),
        )
        self.pieces = game.pieces(self.table.state)
        self.known = {f"T{i}": piece.id for i, piece in enumerate(self.pieces)}
        for tag, piece in self.known.items():
            self.spare.setdefault(kinds(self.pieces)[piece], []).append(tag)
        while self.table.game.current_player(self.table.state) < 0 or self._placing():
            self._take(self.table.candidates[0])
        spaces = [f"{c}{r}" for c in "abcdef" for r in range(1, 7)]
        track, display = [f"track-{n}" for n in range(1, 7)], [f"display-{d}" for d in "NESW"]
        places = (*spaces, *track, *display)
        self.sensing = Sensing(
            {("under", place): place for place in places}, reported=frozenset(places)
        )
        self._arrange(self.table)
        self._rest()

    def _placing(self) -> bool:
        return str(self.table.state.phase) == "pieces"

    def _take(self, action: Action) -> None:
        after = handle(self.table, ActionInput(action), Timestamp(0, 0.0), self.draw).table
        self.table = replace(after, progress=GameProgress.PLAYING, tasks=())

    def play(self) -> Table:
        """Take one legal action by hand, noisily; return the table that should result."""
        table = self.table
        action = self.source.choice([action for action in table.candidates if is_usual(action)])
        before = table.game.placements(table.state)
        after = handle(table, ActionInput(action), Timestamp(0, 0.0), self.draw).table
        if table.game.placements(after.state) == before or not isinstance(action, self._sensed()):
            # No reader can see this action, so it is entered by key.
            self.table = replace(after, tasks=())
            self._arrange(self.table)
            self._rest()
            return self.table
        self.by_hand += 1
        self._noise()
        moved = table.game.apply_action(table.state, action).state
        self._arrange(replace(table, state=moved))
        self._rest()
        return after

    def _sensed(self) -> tuple[type[Action], ...]:
        module = __import__("companion.games.inner_compass.actions", fromlist=["Move"])
        return (module.Move, module.FreeMove)

    def _noise(self) -> None:
        """Lift pieces that nobody means to move and put them back before the hands come to rest."""
        for _ in range(self.source.randrange(4)):
            place = self.source.choice([spot for spot, tags in self.lying.items() if tags])
            tag = self.lying[place][0]
            for _ in range(self.source.randrange(1, 4)):
                self._event(place, tag, present=False)
                self._wait(self.source.uniform(0.0, REST / 2))
                self._event(place, tag, present=True)
                self._wait(self.source.uniform(0.0, REST / 3))

    def _arrange(self, table: Table) -> None:
        """Move the pieces to where they belong, in random order, some by way of a wrong place."""
        placements = table.game.placements(table.state)
        places = list(dict.fromkeys((*self.lying, *placements)))
        self.source.shuffle(places)
        for place in places:
            for tag in tuple(self.lying.get(place, ())):
                if self._kind(tag) not in placements.get(place, frozenset()):
                    self.lying[place].remove(tag)
                    self.spare[self._kind(tag)].append(tag)
                    self._event(place, tag, present=False)
                    self._wait(self.source.uniform(0.0, REST / 2))
                    self._stop_elsewhere(tag)
        for place in places:
            there = {self._kind(tag) for tag in self.lying.get(place, ())}
            for kind in sorted(placements.get(place, frozenset()) - there):
                tag = self.spare[kind].pop()
                self.lying.setdefault(place, []).append(tag)
                self._event(place, tag, present=True)
                self._wait(self.source.uniform(0.0, REST / 3))

    def _stop_elsewhere(self, tag: str) -> None:
        """Now and then put a piece down on the way, for a moment."""
        if self.source.random() < 0.3:
            place = self.source.choice([place for _, place in self.sensing.places.items()])
            self._event(place, tag, present=True)
            self._wait(self.source.uniform(0.0, REST / 2))
            self._event(place, tag, present=False)

    def _kind(self, tag: str) -> str:
        return kinds(self.pieces)[self.known[tag]]

    def _event(self, place: str, tag: str, *, present: bool) -> None:
        if hasattr(self, "sensing"):
            self.sensing = self.sensing.take(TagEvent("under", place, tag, present), self.now)

    def _wait(self, seconds: float) -> None:
        self.now += seconds
        self._look()

    def _rest(self) -> None:
        """Let go: a piece that was lifted and put back before is waited for a little longer."""
        self._wait(REST + 0.01)
        while self.sensing.changed:
            assert self.sensing.due is not None
            self._wait(max(0.0, self.sensing.due - self.now) + 0.01)

    def _look(self) -> None:
        self.sensing, sensed = self.sensing.look(self.now, self.known, self.pieces)
        if sensed is not None:
            moment = Timestamp(round(1000 * self.now), self.now)
            self.table = replace(handle(self.table, sensed, moment, self.draw).table, tasks=())


def play_noisily(seed: int, turns: int = TURNS) -> int:
    """Play up to so many turns, checking each move, and return how many moves were sensed."""
    hands = Hands(seed)
    for turn in range(turns):
        if hands.table.is_over:
            break
        expected = hands.play()
        placements = hands.table.game.placements
        assert placements(hands.table.state) == placements(expected.state), (seed, turn)
        assert hands.table.notice is None, (seed, turn, hands.table.notice)
        assert not hands.table.clocks.paused
    return hands.by_hand


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(2))
def test_noisy_hands_never_cause_a_wrong_move(seed: int) -> None:
    assert play_noisily(seed) > TURNS / 4
