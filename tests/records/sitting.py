"""Records of random games, with everything people do at a table: undos, corrections, pauses."""

import random
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Action, Setup
from companion.engine.log import Entry, EntryKind, Splice, new_step
from companion.records.jsonl import GameRecord

GAME = registry.load("inner-compass")
PLAYERS = (
    ("Ann", "Ben", "Cem", "Dua"),
    ("Player 1", "Player 2", "Player 3", "Player 4"),
    ("Jörg", "Ann; Ben", 'the "Duke"', "2. Ben:"),
    ("over", "over", "", " \u2028"),
)
OPTIONS: tuple[Mapping[str, object], ...] = (
    {},
    {"mode": "advanced"},
    {"mode": "advanced", "first_bonus": 5, "exact_move": True},
    {"mode": "standard", "arrangement": "end", "floor": "emotion"},
)
CLOCKS: tuple[Mapping[str, object], ...] = ({}, {"kind": "fischer", "main": 60_000, "extra": 5_000})
DATA: tuple[Mapping[str, object], ...] = ({}, {"track": {"ep": [7, 6, 4, 3, 2, 1]}})
LEVELS = ("track", "track", "track", "scoring")
PREFERRED = tuple(type(GAME.make_action(name, {})) for name in ("imprint", "feel", "clear_line"))
"""What makes a game end sooner."""
COMPLETE = 0.2
LONGEST = 100
"""Entries of a game that is not complete."""
OFTEN = 0.015
"""How probable it is that people do something beside the rules before an action."""
FULL = 97
"""Every so many-th game is followed in full: those are long."""


@dataclass(slots=True)
class Sitting:
    """A game in progress: its log, and the states to which an undo can return."""

    source: random.Random
    setup: Setup
    state: Any
    precise: bool
    clock: int = 0
    wall: float = 0.0
    entries: list[Entry] = field(default_factory=list)
    past: list[tuple[int, Any]] = field(default_factory=list)
    """For each played entry that still counts: its sequence, and the state before it."""
    edited: int = 0
    """How many steps counted after the last edit."""

    def log(self, kind: EntryKind, payload: Mapping[str, object]) -> None:
        """Add an entry; only what is drawn by chance takes no time."""
        if kind is not EntryKind.CHANCE:
            passed = self.source.randrange(30_000)
            self.clock += passed
            self.wall = round(self.wall + passed / 1000 + self.source.choice((0, 0, 0.002)), 3)
            if self.precise:
                self.wall += self.source.random() / 1000
        actor = GAME.current_player(self.state)
        number = len(self.entries) + 1
        self.entries.append(Entry(number, kind, actor, payload, self.clock, self.wall))

    def play(self, kind: EntryKind, action: Action) -> None:
        """Take an action and log it."""
        self.log(kind, GAME.to_struct(action))
        self.past.append((len(self.entries), self.state))
        self.state = GAME.apply_action(self.state, action).state

    def undo(self) -> None:
        """Undo up to five of the last entries; none that was there before an edit."""
        first = self.source.randrange(max(self.edited, len(self.past) - 5), len(self.past) + 1)
        if first == len(self.past):
            return
        sequence, state = self.past[first]
        self.log(EntryKind.UNDO, {"to": sequence - 1})
        self.state = state
        del self.past[first:]

    def edit(self) -> None:
        """Put the last step into the log again, in place of itself or of it and the one before."""
        last = self.entries[self.past[-1][0] - 1]
        again = replace(last, clock=self.clock, wall=self.wall)
        new = new_step(again, len(self.past))
        *kept, _ = range(max(1, len(self.past) - 1), len(self.past) + 1)
        splice = Splice(len(self.past) - len(kept), len(kept) + 1, (*kept, new))
        self.log(EntryKind.EDIT, splice.payload)
        self.edited = len(self.past)

    def intervene(self) -> None:
        """Do something outside the rules: undo, edit, correct, or pause."""
        kind_of_intervention = self.source.randrange(4)
        if kind_of_intervention == 0 and self.past:
            self.undo()
        elif kind_of_intervention == 3 and len(self.past) > self.edited:
            self.edit()
        elif kind_of_intervention == 1:
            corrections = GAME.corrections(self.state)
            if corrections:
                self.play(EntryKind.CORRECTION, self.source.choice(corrections))
        else:
            for kind in (EntryKind.CHECKPOINT, EntryKind.PAUSE, EntryKind.RESUME):
                self.log(kind, {})

    def advance(self) -> None:
        """Take one of the legal actions, or draw."""
        player = GAME.current_player(self.state)
        if player == CHANCE:
            outcomes = GAME.chance_outcomes(self.state)
            self.play(EntryKind.CHANCE, sampler(self.source)(outcomes))
            return
        actions = GAME.legal_actions(self.state, player)
        preferred = [action for action in actions if isinstance(action, PREFERRED)]
        self.play(EntryKind.ACTION, self.source.choice(preferred or actions))


def sitting(number: int) -> Sitting:
    """Play random game ``number``; many are abandoned before their end."""
    source = random.Random(number)
    level = source.choice(LEVELS) if number % FULL else "full"
    names = source.choice(PLAYERS)[: 2 + number % 3]
    options, data, clock = (source.choice(values) for values in (OPTIONS, DATA, CLOCKS))
    robots = (len(names) - 1,) if number % 5 == 0 else ()
    setup = Setup(names, level, options, data, clock, robots)
    wall = source.choice((0.0, 1_763_700_000.125, 1_763_700_000.25 + number))
    table = Sitting(source, setup, GAME.new_initial_state(setup), precise=bool(wall % 1), wall=wall)
    longest = 10_000 if source.random() < COMPLETE else source.randrange(LONGEST)
    while not GAME.is_terminal(table.state) and len(table.entries) < longest:
        if source.random() < OFTEN:
            table.intervene()
        table.advance()
    if source.random() < COMPLETE:
        table.intervene()
    return table


def record_of(table: Sitting) -> GameRecord:
    """Return the record of a sitting."""
    enter = ("deal", "draw_tile") if table.precise else ()
    return GameRecord(GAME.id, GAME.rules_version, table.setup, enter, tuple(table.entries))
