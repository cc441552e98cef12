"""A joystick that plays a step at once: the bottom line says so, and nobody does it by accident."""

import random

from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.games.inner_compass.actions import Move
from companion.i18n.catalogue import Catalogue
from companion.table.binding import find
from companion.table.choosing.handover import GUARD
from companion.table.choosing.squares import WAYS
from companion.table.command import Command
from companion.table.mode import Turn
from companion.table.modes.stack import bindings, mode_of
from companion.table.screens.bottom_line import arrows, bottom_line, possible
from companion.table.screens.headline import KeyLayout
from companion.table.state import ActionInput, Handover, Table, Timestamp
from companion.table.table import begin, handle

DRAW = sampler(random.Random(4))


def moves_only() -> Table:
    """Inner Compass in a turn in which there is nothing but steps to choose from."""
    source, clock = random.Random(4), 0
    game = registry.load("inner-compass")
    setup = Setup(("Ann", "Ben", "Cleo"), "full")
    table = begin(game, setup, (), Timestamp(0, 0.0), DRAW).table
    while True:
        clock += 5000
        timestamp = Timestamp(clock, clock / 1000)
        if table.laying or table.tasks:
            table = handle(table, Command.BACK, timestamp, DRAW).table
        elif (
            isinstance(mode_of(table), Turn)
            and all(isinstance(each, Move) for each in table.candidates)
            and steps(table)
        ):
            return table
        else:
            action = source.choice(table.candidates)
            table = handle(table, ActionInput(action), timestamp, DRAW).table


def steps(table: Table) -> list[Command]:
    found = ((way, find(bindings(table), way)) for way in WAYS)
    return [way for way, each in found if each is not None and each.label.key == "binding.step"]


def test_the_bottom_line_and_the_list_of_commands_name_the_directions_that_step() -> None:
    table = moves_only()
    voice = Catalogue("en", table.game, table.setup.players)
    signs = {"up": "↑", "right": "→", "down": "↓", "left": "←"}
    line = bottom_line(bindings(table), voice, KeyLayout.FULL)
    assert f"{arrows({*steps(table)})} go" in line
    listed = [voice.long(each) for each in possible(bindings(table), KeyLayout.FULL)]
    assert {f"{signs[way]} step" for way in steps(table)} <= set(listed)
    told = {"up": "up: choose", "down": "down: choose"}
    assert not {told[way] for way in steps(table) if way in told} & set(listed)


def test_a_direction_steps_at_once_but_not_just_after_a_change_of_turn() -> None:
    table = moves_only()
    way = steps(table)[0]
    at = table.entries[-1].clock + 60_000
    stepped = handle(table, way, Timestamp(at, at / 1000), DRAW)
    assert isinstance(stepped.table.steps[len(table.steps)].action, Move)
    current = table.game.current_player(table.state)
    announced = replace(
        table, handover=Handover((current + 1) % 3, current, at, 0, by_itself=False)
    )
    for wait in (0, GUARD - 1, GUARD, 2 * GUARD):
        timestamp = Timestamp(at + wait, (at + wait) / 1000)
        assert handle(announced, way, timestamp, DRAW).entries == ()
    opened = handle(announced, way, Timestamp(at + GUARD, at / 1000), DRAW).table
    assert opened.cursor is not None
    assert steps(announced) == []
