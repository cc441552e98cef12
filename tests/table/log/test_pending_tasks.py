"""What is to be done at the table, after any sequence of plays, ticks, undos, edits and reversals.

A model of the table is changed by nothing but what people do: they carry out what they read.
"""

import random
from collections import Counter
from collections.abc import Iterable
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.picture import Sprite
from companion.engine.text import Text
from companion.games.inner_compass.actions import Imprint
from companion.games.inner_compass.state import State
from companion.table.command import Command
from companion.table.history.entries import apply_repair, tick_off
from companion.table.log.log_step import LogStep
from companion.table.log.repair import begin
from companion.table.modes.common_bindings import can_undo
from companion.table.play import begin as set_up
from companion.table.play import take
from companion.table.table import handle, resume
from companion.table.task import Task, without
from tests.matrix import example_count
from tests.table.log.test_repair import any_edit, decided
from tests.table.test_time import at

GAME = registry.load("inner-compass")
Pieces = Counter[tuple[object, ...]]
"""What lies on a table: the number of pieces of a kind, at a place."""


def pieces(state: State) -> Pieces:
    """What should lie on the table."""
    lying: Pieces = Counter()
    for seat, player in enumerate(state.players):
        lying.update(("cube", seat, space) for space in player.cubes)
        lying["ep", seat] += player.ep
        lying["piece", seat, player.piece] += player.piece is not None
    lying.update(("track", place, token) for place, token in enumerate(state.track, 1))
    lying.update(("value", seat, tile) for seat, tile in state.values)
    lying["compass", state.compass] += state.compass is not None
    return lying


def carried_out(game_state: State, task: Task) -> Pieces:
    """What changes on the table when somebody does what they read."""
    changes: Pieces = Counter()
    if task.shift is not None:
        for sprites, count in ((task.shift.belongs, 1), (task.shift.lies, -1)):
            for sprite in sprites:
                changes[key_of(game_state, sprite)] += count
        changes.update({("ep", seat): count for seat, count in task.shift.tokens})
        assert task.what.key in {"do.take_ep", "do.return_ep"} or not task.shift.tokens
    elif task.seat is not None:
        changes.update(followed(task.what, task.seat))
    return changes


def key_of(state: State, sprite: Sprite) -> tuple[object, ...]:
    kind, _, which = sprite.look.partition("-")
    if kind == "token":
        return ("track", int(sprite.place.removeprefix("track-")), which)
    if kind == "compass":
        return ("compass", int(sprite.place.split("-")[1]) - 1)
    if kind not in {"cube", "piece"} or sprite.place.startswith("seat-"):
        return ("other",)
    seat = state.variant.colours.index(int(which))
    if sprite.place.startswith("values-"):
        return ("value", seat, state.tiles[int(sprite.place.removeprefix("values-")) - 1])
    return (kind, seat, sprite.place)


def followed(what: Text, seat: int) -> Pieces:
    """What changes on the table when a player follows an instruction."""
    params: Any = what.params
    match what.key:
        case "do.cube":
            return Counter({("cube", seat, params["space"]): 1})
        case "do.take_ep":
            return Counter({("ep", seat): params["n"]})
        case "do.compass":
            return Counter({("compass", seat): 1})
        case "do.slide":
            rest = [token for token in params["track"] if token != params["token"]]
            changes: Pieces = Counter(enumerate_track([*rest, params["token"]]))
            changes.subtract(enumerate_track(params["track"]))
            return changes
    return Counter()


def enumerate_track(track: Iterable[str]) -> list[tuple[object, ...]]:
    return [("track", place, token) for place, token in enumerate(track, 1)]


def by_players(step: LogStep) -> Pieces:
    """What players move themselves, without an instruction, as they act."""
    moved = pieces(step.step.state)
    moved.subtract(pieces(step.state))
    if step.entry.actor >= 0:
        for what in GAME.instructions(step.state, step.action, step.step):
            moved.subtract(followed(what, step.entry.actor))
    return moved


class Model:
    """A box, and the table beside it."""

    def __init__(self, level: str, source: random.Random) -> None:
        """Lay everything out."""
        self.source, self.draw, self.now = source, sampler(source), 1
        drawn = set_up(GAME, Setup(("Ann", "Ben", "Cleo"), level), (), at(0), self.draw).table
        self.table = handle(drawn, Command.BACK, at(1), self.draw).table
        self.lying = pieces(self.table.state)
        self.implied: dict[int, tuple[Task, ...]] = {}

    def do(self, tasks: Iterable[Task], sign: int = 1) -> None:
        for task in tasks:
            for key, count in carried_out(self.table.state, task).items():
                self.lying[key] += sign * count

    def play(self) -> None:
        """Somebody acts, so that pending tasks are taken as done."""
        table = self.table
        if table.is_over:
            return
        seat = table.game.current_player(table.state)
        possible = table.game.legal_actions(table.state, seat)
        memories = [each for each in possible if isinstance(each, Imprint)]
        after = take(table, self.source.choice(memories or possible), at(self.now), self.draw)
        for step in after.steps[len(table.steps) :]:
            self.lying.update(by_players(step))
            if step.is_move:
                self.implied[step.sequence] = step.tasks
                self.do(step.tasks)
        self.table = after

    def tick(self) -> None:
        count = self.source.randint(0, len(self.table.tasks))
        self.do(self.table.tasks[:count])
        self.table = tick_off(self.table, count, at(self.now))

    def undo(self) -> None:
        if not can_undo(self.table):
            return
        table = self.table
        after = handle(table, Command.UNDO, at(self.now), self.draw).table
        if len(after.edits) < len(table.edits):
            self.state(table.edits[-1].stated, -1)
        else:
            gone = table.steps[len(after.steps) :]
            for step in gone:
                self.lying.subtract(by_players(step))
            first = next((step for step in gone if step.is_move), None)
            if first is not None:
                new = [task for step in gone for task in step.new_tasks]
                again = without(self.implied.get(first.sequence, ()), new)
                self.do(again, -1)
        self.table = after

    def edit(self) -> None:
        """Repair the log; nobody touches the table, but a correction says what lies there."""
        repair = decided(begin(self.table, any_edit(self.table, self.source), self.draw), *self.by)
        if repair.splice is None:
            return
        before = len(self.table.edits)
        self.table = apply_repair(self.table, repair, at(self.now))
        if len(self.table.edits) > before:
            self.state(self.table.edits[-1].stated, 1)

    @property
    def by(self) -> tuple[random.Random, Any]:
        return self.source, self.draw

    def state(self, tokens: Iterable[int], sign: int) -> None:
        for seat, count in enumerate(tokens):
            self.lying["ep", seat] += sign * count

    def check(self) -> None:
        """Whoever does all that is listed has the pieces of the state before them."""
        lying = self.lying.copy()
        for task in self.table.tasks:
            lying.update(carried_out(self.table.state, task))
        lying.subtract(pieces(self.table.state))
        lying.pop(("other",), None)
        assert not {key: count for key, count in lying.items() if count}


@pytest.mark.slow
@pytest.mark.parametrize("level", ["track", "scoring", "full"])
@settings(max_examples=example_count(60))
@given(seed=st.integers(0, 10**6))
def test_whoever_does_all_tasks_has_the_pieces_of_the_state(level: str, seed: int) -> None:
    source = random.Random(seed)
    model = Model(level, source)
    ways = {model.play: 5, model.tick: 4, model.undo: 2, model.edit: 1}
    for _ in range(40):
        model.now += 1
        way = source.choices([*ways], [*ways.values()])[0]
        way()
        model.check()
    again = resume(GAME, model.table.setup, (), model.table.entries)
    assert again.tasks == model.table.tasks
