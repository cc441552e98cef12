"""Buttons and phones of those whose turn it is not: they act out of turn, and end nobody's turn."""

import pytest

from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.games.inner_compass.actions import ClearLine, EndTurn, Imprint
from companion.i18n.catalogue import Catalogue
from companion.sheets import actions
from companion.sheets.state import TableState
from companion.table.binding import find
from companion.table.choosing.choosing import choice_under_cursor, listed_choices
from companion.table.choosing.handover import GUARD, RECENT, SHOWN, skip_handover
from companion.table.command import Command
from companion.table.inputs import ActionInput, DoneInput
from companion.table.modes.stack import bindings
from companion.table.screens.view import view
from companion.table.state import Table, TableInput, Timestamp
from companion.table.table import begin, handle
from companion.web.views import offer
from companion.web.views.position import Position
from tests.sheets.test_play import NAMES, game
from tests.table.conftest import NOW


class Played:
    """A table with the time that has passed there."""

    def __init__(self, draw: Draw, course: str, count: int = 3) -> None:
        """Begin a game of a sheet with the first seat."""
        wins = "" if "wins" in course else "wins: named\n"
        rules = game(f"begins: first\n{wins}{course}")
        self.draw = draw
        self.clock = NOW.clock
        self.table: Table = begin(rules, Setup(NAMES[:count], "table"), (), NOW, draw).table

    @property
    def state(self) -> TableState:
        """The position."""
        state: TableState = self.table.state
        return state

    def after(self, milliseconds: int, item: TableInput) -> None:
        """Wait, and take an input."""
        self.clock += milliseconds
        timestamp = Timestamp(self.clock, NOW.wall + self.clock / 1000)
        table = skip_handover(self.table, timestamp)
        self.table = handle(table, item, timestamp, self.draw).table

    def words(self, seat: int) -> list[str]:
        """Return what the phone of a seat offers."""
        offered = offer.for_seat(Position(self.table), seat)
        voice = Catalogue("en", self.table.game, self.table.setup.players)
        return [voice.long(offer.option_name(self.table, each)) for each in offered.choices]


@pytest.mark.parametrize("course", ["", "priority: true\n"])
@pytest.mark.parametrize("wait", [SHOWN + 1, RECENT - 1])
def test_a_button_pressed_twice_by_mistake_ends_no_other_turn(
    draw: Draw, course: str, wait: int
) -> None:
    played = Played(draw, course, count=2)
    played.after(5000, DoneInput(0))
    assert played.state.current == 1
    played.after(wait, DoneInput(0))
    assert played.table.notice is None, "nothing covers what the other one does"
    assert played.state.taken == 1, "the turn of the other one is not over"
    assert not any(player.ahead for player in played.state.players)


@pytest.mark.parametrize("course", ["phases: [Bids, Tricks]\n", "", "amounts: [1]\nwins: most\n"])
def test_whoever_is_the_last_to_be_done_is_not_done_with_what_follows(
    draw: Draw, course: str
) -> None:
    played = Played(draw, f"order: together\n{course}", count=2)
    played.after(5000, DoneInput(0))
    played.after(5000, DoneInput(1))
    played.after(GUARD - 1, DoneInput(1))
    assert not any(player.ready for player in played.state.players)
    played.after(GUARD, DoneInput(1))
    assert played.state.players[1].ready


def test_the_next_player_ends_a_forgotten_turn(draw: Draw) -> None:
    played = Played(draw, "", count=2)
    played.after(5000, DoneInput(0))
    played.after(RECENT, DoneInput(0))
    assert (played.state.round, played.state.current) == (2, 0)


@pytest.mark.parametrize(("course", "behind"), [("", 1), ("order: counter-clockwise\n", 2)])
def test_a_forgotten_turn_is_ended_by_whoever_is_next_in_the_order(
    draw: Draw, course: str, behind: int
) -> None:
    played = Played(draw, course)
    played.after(5000, DoneInput(behind))
    assert played.state.current == behind


def test_whoever_was_interrupted_ends_what_was_forgotten_to_end(draw: Draw) -> None:
    played = Played(draw, "")
    played.after(5000, ActionInput(actions.Interject(1), 1))
    played.after(2 * RECENT, DoneInput(0))
    assert (played.state.current, played.state.back_to) == (0, None)


def test_the_own_button_has_the_next_turn_in_advance_and_takes_that_back(draw: Draw) -> None:
    played = Played(draw, "")
    played.after(5000, DoneInput(2))
    assert played.state.players[2].ahead
    assert played.state.current == 0
    played.after(1000, DoneInput(2))
    assert not any(player.ahead for player in played.state.players)
    played.after(1000, DoneInput(2))
    played.after(1000, DoneInput(0))
    played.after(5000, DoneInput(1))
    assert played.state.current == 0, "Cleo is left out"


@pytest.mark.parametrize("seat", [1, 2])
def test_with_priority_the_own_button_acts_at_once_and_gives_the_turn_back(
    draw: Draw, seat: int
) -> None:
    played = Played(draw, "priority: true\n")
    played.after(5000, DoneInput(seat))
    assert (played.state.current, played.state.back_to) == (seat, 0)
    played.after(5000, DoneInput(seat))
    assert (played.state.current, played.state.back_to, played.state.taken) == (0, None, 0)


def test_whoever_is_chosen_presses_the_own_button_or_phone(draw: Draw) -> None:
    played = Played(draw, "order: chosen\n")
    assert played.words(2)[0] == "Cleo is next"
    played.after(5000, DoneInput(2))
    assert played.state.current == 2
    played.after(5000, ActionInput(actions.HandTo(1), 1))
    assert (played.state.current, played.state.round) == (1, 1)


def test_a_press_too_many_chooses_nobody(draw: Draw) -> None:
    played = Played(draw, "order: chosen\nround_ends: passed\n", count=2)
    played.after(5000, DoneInput(0))
    played.after(SHOWN + 1, DoneInput(0))
    assert played.state.current == 1
    played.after(RECENT, DoneInput(0))
    assert played.state.current == 0


def test_a_phone_offers_both_out_of_turn(draw: Draw) -> None:
    played = Played(draw, "")
    assert played.words(2) == ["Cleo acts out of turn", "Cleo has already had the next turn"]
    played.after(0, ActionInput(actions.FinishAhead(2), 2))
    assert played.words(2) == ["Cleo acts out of turn", "Cleo has the next turn after all"]
    played.after(0, ActionInput(actions.Interject(2), 2))
    assert played.state.current == 2
    assert played.words(2)[0] == "End the turn"
    assert played.words(0) == []


def test_a_phone_takes_no_action_out_of_turn_for_somebody_else(draw: Draw) -> None:
    played = Played(draw, "")
    played.after(0, ActionInput(actions.FinishAhead(1), 2))
    played.after(0, ActionInput(actions.HandOver(), 2))
    assert played.state.current == 0
    assert not any(player.ahead for player in played.state.players)


def test_a_line_told_afterwards_interrupts_the_next_turn_and_does_not_end_it(draw: Draw) -> None:
    """Ben tells the line of Ann's last memory; once her token lies, it is his turn again."""
    names = ("Ann", "Ben", "Cleo")
    rules = registry.load("inner-compass")
    table = begin(rules, Setup(names, "track"), (), NOW, draw).table
    clock = NOW.clock
    for _ in range(60):
        clock += 5000
        now = Timestamp(clock, NOW.wall + clock / 1000)
        if table.laying or table.tasks:
            table = handle(table, Command.BACK, now, draw).table
            continue
        if table.state.current == 1 and ClearLine(0) in table.candidates:
            break
        memory = next((each for each in table.candidates if isinstance(each, Imprint)), EndTurn())
        table = handle(table, ActionInput(memory), now, draw).table
    later = Timestamp(clock + 10_000, 0.0)
    table = handle(skip_handover(table, later), Command.NEXT, later, draw).table
    for _ in range(len(listed_choices(table))):
        chosen = choice_under_cursor(table)
        if chosen is not None and chosen.action == ClearLine(0):
            break
        table = handle(table, Command.NEXT, later, draw).table
    says = find(bindings(table), Command.CONFIRM)
    assert says is not None
    assert (says.label.key, says.ends_turn) == ("binding.take", False)
    table = handle(table, Command.CONFIRM, later, draw).table
    screen = view(table, Catalogue("en", rules, names), 8)
    assert (screen.title, screen.big) == ("Ben waits", "Ann")
