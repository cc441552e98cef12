"""What stands on the panel while nobody presses: a pure function from a table to a screen."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.games.inner_compass.actions import EndTurn, Imprint
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.lobby.lobby import open_lobby
from companion.table.screens.glance import glance
from companion.table.screens.screen import Glance
from companion.table.state import GameProgress, uncover, with_console
from companion.table.table import (
    ActionInput,
    Table,
    TagInput,
    Timestamp,
    begin,
    handle,
)
from tests.manifests import manifests
from tests.table.conftest import NOW


def large(table: Table) -> Glance | None:
    screen = glance(table, Catalogue("en", table.game, table.setup.players))
    return None if screen is None else screen.glance


def seen(table: Table) -> Glance:
    shown = large(table)
    assert shown is not None
    return shown


def turns(table: Table, draw: Draw, count: int) -> Table:
    for _ in range(count):
        table = handle(table, ActionInput(EndTurn()), NOW, draw).table
        table = handle(table, Command.BACK, NOW, draw).table if table.tasks else table
    return uncover(table)


def test_it_names_who_is_awaited_and_counts_rounds(table: Table, draw: Draw) -> None:
    assert (seen(table).name, seen(table).round) == ("Ann", ("Round 1", "Round 1"))
    later = turns(table, draw, 3)
    assert (seen(later).name, seen(later).round) == ("Ben", ("Round 2", "Round 2"))


def test_the_lamps_say_whose_turn_it_is(table: Table, draw: Draw) -> None:
    assert seen(table).lamps == (("Ann", True), ("Ben", False))
    assert seen(turns(table, draw, 1)).lamps == (("Ann", False), ("Ben", True))


def test_it_tells_the_last_thing_somebody_did(table: Table, draw: Draw) -> None:
    """The end of a turn is not news: the name has changed."""
    made = handle(table, ActionInput(Imprint("Y", None, None, None)), NOW, draw).table
    assert seen(turns(made, draw, 1)).event == ("Ann: Happiness",)


@pytest.mark.parametrize("key", [Command.NEXT, Command.MENU, Command.WHY, Command.CORRECT])
def test_what_people_have_opened_stays(table: Table, draw: Draw, key: Command) -> None:
    opened = handle(table, key, NOW, draw).table
    assert large(opened) is None


def test_what_is_to_be_read_or_done_stays(table: Table, draw: Draw) -> None:
    refused = handle(table, TagInput("T1", None), NOW, draw).table
    assert refused.notice is not None
    assert large(refused) is None
    done = handle(table, ActionInput(Imprint("Y", None, None, None)), NOW, draw).table
    assert done.tasks
    assert large(done) is None


def test_a_setup_has_none(table: Table, draw: Draw) -> None:
    game = registry.load("inner-compass")
    setup = Setup(("Ann", "Ben"), "track")
    lobby = open_lobby(manifests(game), ("Ann", "Ben"), setup, game.id)
    assert glance(lobby, Catalogue("en", game, ())) is None
    assert large(begin(game, setup, (), NOW, draw).table) is None
    assert table.game is game


def test_a_clock_stands_beside_the_round_if_it_has_a_limit(draw: Draw) -> None:
    game = registry.load("inner-compass")
    limit = {"kind": "fischer", "main": 90_000, "extra": 0}
    begun = begin(game, Setup(("Ann", "Ben"), "track", clock=limit), (), NOW, draw).table
    table = handle(begun, Command.BACK, NOW, draw).table
    assert seen(table).clock == "1:30"
    watched = handle(table, Command.BACK, NOW, draw).table
    assert (seen(watched).clock, seen(watched).round) == ("", ("1:30",))


def test_a_clock_without_a_limit_is_not_shown_unless_asked_for(table: Table) -> None:
    """It would wake the box every second, for nobody."""
    assert seen(table).clock == ""


def test_a_pause_is_as_large_as_a_name(table: Table, draw: Draw) -> None:
    paused = handle(table, Command.PAUSE, Timestamp(0, 0.0), draw).table
    assert (seen(paused).name, seen(paused).event) == ("Paused", ("Ann A go on",))


def test_who_has_won_is_as_large_as_a_name(table: Table, draw: Draw) -> None:
    made = handle(table, ActionInput(Imprint("Y", None, None, None)), NOW, draw).table
    ended = replace(made, progress=GameProgress.STOPPED, tasks=())
    total = ended.game.returns(ended.state)[0]
    assert seen(ended).name == "Ann"
    assert seen(ended).round == (f"Wins with {total}", f"Wins: {total}")
    assert {lit for _, lit in seen(ended).lamps} == {False}, "nobody is awaited"
    assert seen(with_console(ended, unsure=True)).round[0] == f"Wins with ~{total}"


def test_all_who_have_won_are_named(table: Table) -> None:
    ended = replace(table, progress=GameProgress.STOPPED)
    assert (seen(ended).name, seen(ended).round[0]) == ("Ann Ben", "Win with 0")


def test_what_is_not_saved_is_said_here_too(table: Table) -> None:
    unsaved = with_console(table, unsaved="the disk is full")
    screen = glance(unsaved, Catalogue("en", table.game, table.setup.players))
    assert screen is not None
    assert screen.alarm == "NOT SAVED"


def test_votes_stay_secret(draw: Draw) -> None:
    """Who has voted is known, how is not."""
    game = registry.load("essence")
    table = begin(game, Setup(("Ann", "Ben", "Cem"), "full"), (), NOW, draw).table
    voice = Catalogue("en", game, table.setup.players)
    for _ in range(12):
        secret = [action for action in table.candidates if table.is_secret(action)]
        table = handle(table, ActionInput((secret or table.candidates)[0]), NOW, draw).table
        table = replace(uncover(table), tasks=(), progress=GameProgress.PLAYING)
        messages = seen(table).event if large(table) else ()
        last = table.steps[-1]
        action = game.from_struct(table.entries[last.sequence - 1].payload)
        if secret:
            assert voice.short(game.action_name(action)) not in messages
