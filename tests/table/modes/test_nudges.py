"""A joystick that is nudged moves, opens and closes; only keys that a line names do more."""

import random
from collections.abc import Iterator

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import CHANCE, Setup
from companion.engine.log import EntryKind
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.mode import Pause
from companion.table.modes.stack import bindings, mode_of
from companion.table.screens.bottom_line import possible
from companion.table.screens.headline import KeyLayout
from companion.table.screens.view import view
from companion.table.state import Table, Timestamp, Topic, TopicPages, with_console
from companion.table.table import ActionInput, begin, handle
from tests.web.scene import GAMES

DRAW = sampler(random.Random(4))
SEATS = {"inner-compass": 3, "gilded-compass": 3, "compass-points": 4, "essence": 4}
STEPS = 60


def tables(game: str) -> Iterator[tuple[Table, Timestamp]]:
    """Yield the tables of a game at random: its setup, turns, tasks, open lists, corrections."""
    source, clock = random.Random(4), 0
    names = ("Ann", "Ben", "Cleo", "Dan")[: SEATS.get(game, 2)]
    rules = registry.load(game)
    table = begin(rules, Setup(names, rules.levels[-1]), (), Timestamp(0, 0.0), DRAW).table
    for _ in range(STEPS):
        clock += 5000
        timestamp = Timestamp(clock, clock / 1000)
        yield table, timestamp
        if not table.laying and not table.is_over:
            for way in (Command.NEXT, Command.CORRECT):
                yield handle(table, way, timestamp, DRAW).table, timestamp
        if table.laying or table.tasks:
            table = handle(table, Command.BACK, timestamp, DRAW).table
            continue
        actions = [each for each in table.candidates if not table.is_secret(each)]
        if not actions:
            return
        table = handle(table, ActionInput(source.choice(actions)), timestamp, DRAW).table


def changes(before: Table, after: Table) -> bool:
    """Return whether something has been played, ticked off or taken back."""
    new = [entry.kind for entry in after.entries[len(before.entries) :]]
    resumed = set(new) <= {EntryKind.PAUSE, EntryKind.RESUME}
    return not resumed or after.tasks != before.tasks or after.state != before.state


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_a_nudge_without_a_board_plays_nothing(game: str) -> None:
    """Except for a step on the board that the line names with its arrow."""
    nudged = named = 0
    for table, timestamp in tables(game):
        bound = {each.trigger: each for each in bindings(table)}
        for way in (Command.LEFT, Command.RIGHT):
            if way in bound:
                named += 1
                continue
            nudged += 1
            assert not changes(table, handle(table, way, timestamp, DRAW).table), (way, table.tasks)
    assert nudged > STEPS


@pytest.fixture
def table() -> Table:
    rules = registry.load("inner-compass")
    begun = begin(rules, Setup(("Ann", "Ben"), "scoring"), (), Timestamp(0, 0.0), DRAW).table
    return handle(begun, Command.BACK, Timestamp(0, 0.0), DRAW).table


def test_a_pause_closes_an_open_list_that_would_hide_it(table: Table) -> None:
    """*Confirm* then resumes, and plays nothing."""
    moment = Timestamp(5000, 5.0)
    opened = handle(table, Command.NEXT, moment, DRAW).table
    assert opened.has_open_list
    paused = handle(opened, Command.PAUSE, moment, DRAW).table
    assert isinstance(mode_of(paused), Pause)
    voice = Catalogue("en", table.game, table.setup.players)
    assert view(paused, voice, 6, KeyLayout.FULL).footer == "A go on"
    resumed = handle(paused, Command.CONFIRM, moment, DRAW).table
    assert not resumed.clocks.paused
    kinds = [entry.kind for entry in resumed.entries[len(opened.entries) :]]
    assert kinds == [EntryKind.PAUSE, EntryKind.RESUME]


def test_a_pause_stays_in_sight_where_the_table_enters_a_draw() -> None:
    """The list of what was drawn opens again once the pause is over."""
    rules, moment = registry.load("gilded-compass"), Timestamp(5000, 5.0)
    setup = Setup(("Ann", "Ben", "Cleo"), "full")
    table = begin(rules, setup, ("all",), Timestamp(0, 0.0), DRAW).table
    source = random.Random(4)
    while table.laying or table.game.current_player(table.state) != CHANCE or not table.steps:
        if table.laying or table.tasks:
            table = handle(table, Command.BACK, moment, DRAW).table
        table = handle(table, ActionInput(source.choice(table.candidates)), moment, DRAW).table
    table = handle(table, Command.BACK, moment, DRAW).table
    paused = handle(table, Command.PAUSE, moment, DRAW).table
    assert isinstance(mode_of(paused), Pause)
    resumed = handle(paused, Command.CONFIRM, moment, DRAW).table
    assert resumed.state is table.state
    assert not resumed.clocks.paused
    assert resumed.has_open_list


def listed(table: Table, *sources: str) -> list[str]:
    voice = Catalogue("en", table.game, table.setup.players)
    shown = with_console(table, sources=frozenset(sources), cover=TopicPages(topic=Topic.KEYS))
    lines, page = list[str](), shown
    for _ in range(9):
        lines += [row.text for row in view(page, voice, 6, KeyLayout.FULL).rows]
        page = handle(page, Command.NEXT, Timestamp(0, 0.0), DRAW).table
    return lines


def test_what_can_be_done_names_only_what_the_box_has(table: Table) -> None:
    without, everything = listed(table), listed(table, "seat", "tag", "place")
    assert not [line for line in without if line.startswith(("tag:", "board:", "seat:", "Ben:"))]
    kinds = {line.partition(":")[0] for line in everything}
    assert kinds >= {"tag", "board", "seat"}


def test_the_button_that_ends_the_turn_of_another_is_named() -> None:
    rules = registry.load("inner-compass")
    begun = begin(rules, Setup(("Ann", "Ben"), "track"), (), Timestamp(0, 0.0), DRAW).table
    table = handle(begun, Command.BACK, Timestamp(0, 0.0), DRAW).table
    names = table.setup.players
    following = names[1 - table.game.current_player(table.state)]
    assert f"{following}: end turn" in listed(table, "seat")
    voice = Catalogue("en", table.game, names)
    possible_keys = [voice.short(each) for each in possible(bindings(table), KeyLayout.SEATS)]
    assert f"{following}: end turn" in possible_keys
    assert following in view(table, voice, 6, KeyLayout.SEATS).footer
