"""Each instruction of each game's setup has a picture on panels and pages, and its time."""

from collections.abc import Iterator
from itertools import product
from random import Random

import pytest
from msgspec.structs import replace

from companion.display.painter.layout import lay_out
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.engine.text import Text, text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.command import Command
from companion.table.screens.view import view
from companion.table.table import Table, begin, handle
from companion.table.task import Task, setup_minutes
from tests.table.conftest import NOW

NAMES = ("Ann", "Ben", "Cleo", "Dan", "Eva", "Finn")
GAMES = [registry.load(name) for name in registry.names()]


def layouts(game: AnyGame) -> Iterator[Table]:
    """Yield a table of each level with each choice, at the beginning of its setup."""
    choices = [[(name, value) for value in values] for name, values in game.choices]
    for level, options, count in product(game.all_levels, product(*choices), game.players):
        setup = Setup(NAMES[:count], level, dict(options))
        if any(game.misfits(count, setup.options)):
            continue
        yield begin(game, setup, (), NOW, sampler(Random(1))).table


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES, ids=lambda game: game.id)
def test_each_step_is_drawn_and_timed(game: AnyGame) -> None:
    for table in layouts(game):
        rules = table.game
        for task in table.tasks:
            assert rules.text_diagrams(table.state, task.what), task.what
            assert rules.emblem(table.state, task.what), task.what
            assert rules.setup_seconds[task.what.key] > 0


def on_panel(table: Table) -> list[str]:
    return [row.text for row in view(table, Catalogue("en", table.game, NAMES)).rows]


@pytest.mark.parametrize("level", ["track", "scoring", "full"])
def test_the_first_screen_says_how_long_the_setup_takes(level: str) -> None:
    game, draw = registry.load("inner-compass"), sampler(Random(1))
    table = begin(game, Setup(NAMES[:3], level), (), NOW, draw).table
    minutes = setup_minutes(game, table.tasks)
    assert on_panel(table)[1:] == [f"about {minutes} min"]
    after = handle(table, Command.CONFIRM, NOW, draw).table
    assert len(on_panel(after)) == 1


def test_people_in_parallel_take_less_time() -> None:
    game, minutes = registry.load("inner-compass"), list[int]()
    for count in (2, 4):
        setup = Setup(NAMES[:count], "scoring")
        table = begin(game, setup, (), NOW, sampler(Random(1))).table
        minutes.append(setup_minutes(game, table.tasks))
        alone = setup_minutes(game, [Task(each.what) for each in table.tasks])
        assert minutes[-1] < alone
    assert minutes == sorted(minutes, reverse=True)


def test_the_time_is_that_of_whoever_needs_longest_and_in_whole_minutes() -> None:
    game = registry.load("open-table")
    step = text("do.something")
    for steps, others, needed in ((0, 0, 0), (1, 0, 1), (4, 0, 1), (5, 4, 2), (4, 4, 1)):
        tasks = [Task(step, None, 0)] * steps + [Task(step, None, 1)] * others
        assert setup_minutes(game, tasks) == needed


SECTIONS = [
    (text(f"slot.{slot}"), text(f"turned.{turns}"))
    for slot in ("nw", "ne", "sw", "se")
    for turns in range(4)
]
"""Where a section of the board may lie, and how."""


def letters(words: str) -> str:
    """Return what remains of a text after breaking its lines."""
    return "".join(filter(str.isalnum, words))


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_boards_are_described_in_full(language: str) -> None:
    game = registry.load("inner-compass")
    setup = Setup(NAMES[:3], "scoring")
    table = begin(game, setup, (), NOW, sampler(Random(1))).table
    voice = Catalogue(language, game, NAMES)

    def is_whole(table: Table) -> bool:
        shown = lay_out(view(table, voice), (128, 64)).labels
        return letters(voice.long(table.tasks[0].what)) in letters(
            "".join(label.shown for label in shown)
        )

    assert is_whole(table)
    _, section, *others = table.tasks
    laid = section.what.params["what"]
    assert isinstance(laid, Text)
    table = handle(table, Command.CONFIRM, NOW, sampler(Random(1))).table
    for slot, turns in SECTIONS:
        place = replace(laid, params={**laid.params, "slot": slot, "turns": turns})
        what = replace(section.what, params={**section.what.params, "what": place})
        assert is_whole(replace(table, tasks=(replace(section, what=what), *others))), what


def test_a_screen_of_the_setup_counts_the_steps_of_its_player() -> None:
    game, draw = registry.load("inner-compass"), sampler(Random(1))
    table = begin(game, Setup(NAMES[:3], "scoring"), (), NOW, draw).table
    seats = [task.seat for task in table.tasks]
    assert len(set(seats)) == 3
    for number, seat in enumerate(seats):
        left = seats[number:].count(seat)
        status = view(table, Catalogue("en", table.game, NAMES)).status
        assert status == f"{left} to do", (NAMES[seat or 0], left)
        table = handle(table, Command.CONFIRM, NOW, draw).table
