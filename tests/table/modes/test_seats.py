"""The buttons of seats end a turn only where the bottom line says so, or nobody is still at it."""

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.log import EntryKind
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.binding import find_for
from companion.table.choosing.assumptions import detail_alternatives
from companion.table.choosing.choosing import is_on_board, listed_choices
from companion.table.choosing.handover import GUARD, SHOWN, read_at, skip_handover
from companion.table.command import Command
from companion.table.enrolment import Enrolment
from companion.table.mode import Handover, Menu, TopicPages, TurnLog
from companion.table.modes.stack import bindings, mode_of
from companion.table.modes.tasks import listed_tasks
from companion.table.screens.bottom_line import bottom_line, possible
from companion.table.screens.headline import KeyLayout
from companion.table.state import Cover, with_console
from companion.table.table import ActionInput, DoneInput, Table, Timestamp, begin, handle
from tests.table.conftest import NOW
from tests.table.test_table import act, touch


@pytest.fixture
def table(game: AnyGame, draw: Draw) -> Table:
    drawn = begin(game, Setup(("Ann", "Ben", "Cleo"), "track"), (), NOW, draw).table
    return act(drawn, Command.BACK, draw=draw)


def current(table: Table) -> int:
    return table.game.current_player(table.state)


def later(table: Table, seat: int, draw: Draw) -> Table:
    """Return the table after a press that comes too late to be part of the one before."""
    timestamp = Timestamp(NOW.clock + 2 * GUARD, NOW.wall + 2 * GUARD / 1000)
    return handle(table, DoneInput(seat), timestamp, draw).table


def after_next(table: Table) -> int:
    return (current(table) + 1) % 3


def test_nobody_else_ends_the_next_turn_while_it_is_announced(table: Table, draw: Draw) -> None:
    announced = act(table, DoneInput(current(table)), draw=draw)
    assert isinstance(mode_of(announced), Handover)
    closed = later(announced, after_next(announced), draw)
    assert closed == replace(announced, handover=None)
    assert current(act(closed, DoneInput(current(closed)), draw=draw)) == after_next(closed)


def test_whoever_is_next_ends_the_own_turn_while_it_is_announced(table: Table, draw: Draw) -> None:
    announced = act(table, DoneInput(current(table)), draw=draw)
    seat = current(announced)
    assert act(announced, DoneInput(seat), draw=draw) == announced, "it comes too soon"
    ended = later(announced, seat, draw)
    assert current(ended) == after_next(announced)
    assert isinstance(mode_of(ended), Handover)


def test_the_bottom_line_says_whose_button_ends_the_turn_and_whose_takes_it_back(
    table: Table, draw: Draw
) -> None:
    announced = act(table, DoneInput(current(table)), draw=draw)
    names = announced.setup.players
    voice = Catalogue("en", announced.game, names)
    line = bottom_line(bindings(announced), voice, KeyLayout.SEATS)
    assert line == f"done: end, {names[current(table)]}: undo"
    own = find_for(bindings(announced), DoneInput(current(announced)))
    assert own is not None
    assert own.ends_turn
    listed = [voice.long(each) for each in possible(bindings(announced), KeyLayout.SEATS)]
    assert listed[:2] == ["done: end turn", f"{names[current(table)]}: not yet"]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", ["compass-points", "inner-compass"])
def test_a_long_name_is_cut_before_the_words_for_the_own_button(
    draw: Draw, name: str, language: str
) -> None:
    """The name stands for who takes the turn back; the rest is what the button of the next does."""
    game, names = registry.load(name), ("Maximiliane", "Bartholomäus", "Alexandra", "Konstantin")
    table = begin(game, Setup(names, game.levels[0]), (), NOW, draw).table
    table = act(table, Command.BACK, draw=draw)
    while not isinstance(mode_of(table), Handover):
        table = act(table, ActionInput(table.candidates[0]), draw=draw)
    voice = Catalogue(language, game, names)
    own = find_for(bindings(table), DoneInput(current(table)))
    assert own is not None
    line = bottom_line(bindings(table), voice, KeyLayout.SEATS)
    key = voice.short(text("key.seats.seat"))
    assert line.startswith(key), line
    words = line.removeprefix(key).partition(",")[0].removesuffix("…").strip(" :\u00a0")
    assert words, line
    brief = voice.short(text("key.brief", pressed=text("key.seats.seat"), what=own.label))
    said = (voice.long(own.label), voice.short(own.label), brief.removeprefix(key).strip())
    assert any(each.startswith(words) for each in said), said


def test_a_button_pressed_for_done_takes_back_no_turn_that_ended_by_itself(
    table: Table, draw: Draw
) -> None:
    owner = current(table)
    done = later(act(table, touch(table, "token-B"), draw=draw), owner, draw)
    assert isinstance(mode_of(done), Handover)
    timestamp = Timestamp(NOW.clock + 5 * GUARD, NOW.wall + 5 * GUARD / 1000)
    again = handle(done, DoneInput(owner), timestamp, draw).table
    assert (again.entries, current(again)) == (done.entries, after_next(table))


def test_whoever_has_ended_a_turn_takes_that_back_meanwhile(table: Table, draw: Draw) -> None:
    announced = act(table, DoneInput(current(table)), draw=draw)
    assert current(later(announced, current(table), draw)) == current(table)


def test_a_look_at_something_else_does_not_delay_what_is_done_then(
    game: AnyGame, draw: Draw
) -> None:
    """Tasks that are left of a turn can be ticked off as soon as a list or the menu closes."""
    drawn = begin(game, Setup(("Ann", "Ben", "Cleo"), "scoring"), (), NOW, draw).table
    table = act(drawn, Command.BACK, draw=draw)
    laid = act(table, touch(table, "token-B"), draw=draw)
    at = Timestamp(NOW.clock + 20 * GUARD, NOW.wall + 10)
    while not (laid.tasks and laid.handover):
        laid = handle(laid, Command.CONFIRM, at, draw).table
        at = Timestamp(at.clock + 2 * GUARD, at.wall + 1)
    closed = laid
    for command in (Command.MENU, Command.BACK):
        closed = handle(closed, command, at, draw).table
    assert closed.tasks == laid.tasks
    done = handle(closed, Command.CONFIRM, Timestamp(at.clock + 1, at.wall), draw).table
    assert len(done.tasks) < len(closed.tasks)


def test_tasks_stay_with_their_owner(table: Table, draw: Draw) -> None:
    owner = current(table)
    laid = act(table, touch(table, "token-B"), draw=draw)
    assert {task.seat for task in listed_tasks(laid)} == {owner}
    for other in {0, 1, 2} - {owner}:
        asked = act(laid, DoneInput(other), draw=draw)
        assert (asked.entries, asked.tasks) == (laid.entries, laid.tasks)


def test_no_other_seat_ends_a_turn_over_an_open_list(table: Table, draw: Draw) -> None:
    opened = act(table, Command.NEXT, draw=draw)
    assert opened.has_open_list
    for other in {0, 1, 2} - {current(table)}:
        assert act(opened, DoneInput(other), draw=draw).entries == opened.entries


@pytest.mark.parametrize("cover", [Menu(), TopicPages(), TurnLog()])
def test_seats_and_tags_only_close_what_covers_the_game(
    table: Table, draw: Draw, cover: Cover
) -> None:
    covered = with_console(table, cover=cover)
    tag = touch(table, "token-B")
    for item in (*map(DoneInput, range(3)), tag):
        closed = act(covered, item, draw=draw)
        assert closed.entries == table.entries
        assert closed.console.cover is None
        assert (closed.selection, closed.cursor) == (table.selection, table.cursor)
    assert act(act(covered, tag, draw=draw), tag, draw=draw).steps != table.steps


@pytest.mark.parametrize("cover", [Menu(), TopicPages()])
def test_a_phone_acts_although_the_panel_shows_something_else(
    table: Table, draw: Draw, cover: Cover
) -> None:
    memory = table.candidates[0]
    after = act(with_console(table, cover=cover), ActionInput(memory), draw=draw)
    assert after.steps != table.steps
    assert after.console.cover is None


@pytest.mark.parametrize("cover", [Menu(), TopicPages(), Enrolment(())])
def test_no_other_seat_ends_a_turn_over_what_covers_it(
    table: Table, draw: Draw, cover: Cover
) -> None:
    covered = with_console(table, cover=cover)
    for other in {0, 1, 2} - {current(table)}:
        assert act(covered, DoneInput(other), draw=draw).entries == covered.entries


def test_a_piece_that_is_laid_in_a_pause_only_ends_the_pause(table: Table, draw: Draw) -> None:
    paused = act(table, Command.PAUSE, draw=draw)
    resumed = act(paused, touch(paused, "token-B"), draw=draw)
    new = [entry.kind for entry in resumed.entries[len(paused.entries) :]]
    assert new == [EntryKind.RESUME]
    assert act(resumed, touch(resumed, "token-B"), draw=draw).steps != resumed.steps


def test_nobody_asks_about_the_last_turn_once_it_has_been_read(game: AnyGame, draw: Draw) -> None:
    """Until then the list offers another row of the cube, also while there are tasks."""
    drawn = begin(game, Setup(("Ann", "Ben", "Cleo"), "scoring"), (), NOW, draw).table
    table = act(drawn, Command.BACK, draw=draw)
    table = act(table, touch(table, "token-Y"), Command.CONFIRM, draw=draw)
    handover = table.handover
    assert table.tasks
    assert handover is not None
    asked = detail_alternatives(table)
    assert set(asked) < set(listed_choices(table))
    assert read_at(table) == handover.at + SHOWN
    assert skip_handover(table, Timestamp(handover.at + SHOWN - 1, 0.0)) is table
    after = skip_handover(table, Timestamp(handover.at + SHOWN, 0.0))
    assert is_on_board(after), "the next player chooses"
    assert (after.tasks, after.handover) == (table.tasks, handover), "still to be announced"
    assert read_at(after) is None, "the panel waits for nothing else"
    assert skip_handover(after, Timestamp(handover.at + 9 * SHOWN, 0.0)) is after
