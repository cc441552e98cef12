"""Any count is entered by a dial: its numbers, or a hundred others that people choose."""

import random

import pytest

from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.shared_actions import Leave
from companion.i18n.catalogue import Catalogue
from companion.sheets import actions, dial, scoring
from companion.sheets.game import SheetGame
from companion.sheets.open_table import BY_CATEGORY, GAME
from companion.sheets.state import Phase, TableState
from companion.table.command import Command
from companion.table.inputs import ActionInput
from companion.table.state import Table, Timestamp
from companion.table.table import begin, handle
from companion.web.views import offer
from companion.web.views.position import Position
from tests.sheets.test_play import NAMES, begun, do, game
from tests.table.conftest import NOW

DRAW = sampler(random.Random(1))
WIDE = "categories: [{id: total, name: Sum, kind: total, least: -1000, most: 9999}]\n"
"""A game with one total."""


def counting(course: str = WIDE) -> tuple[SheetGame, TableState]:
    """Return a game and its state once points are counted."""
    rules = game(f"finish: now\n{course}")
    return rules, do(rules, begun(rules, 2), actions.FinishGame())


class Counted:
    """An open table of two whose points are counted."""

    def __init__(self, **options: object) -> None:
        """End a game at once."""
        self.clock = NOW.clock
        setup = Setup(NAMES[:2], "table", options)
        self.table: Table = begin(GAME, setup, (), NOW, DRAW).table
        self._handle(ActionInput(actions.FinishGame()))
        while self.state.phase is Phase.TURN:
            self.press(Command.CONFIRM)

    @property
    def state(self) -> TableState:
        """The position."""
        state: TableState = self.table.state
        return state

    def press(self, *commands: Command) -> None:
        """Press keys one after the other."""
        for command in commands:
            self._handle(command)

    def _handle(self, item: ActionInput | Command) -> None:
        self.clock += 5000
        timestamp = Timestamp(self.clock, NOW.wall + self.clock / 1000)
        self.table = handle(self.table, item, timestamp, DRAW).table


def test_a_dial_with_few_numbers_has_all() -> None:
    rules, state = counting("categories: [{id: coins, name: Coins, least: -5, usual: 3}]\n")
    assert dial.on_dial(state) == range(-5, 101)
    assert [each.count for each in dial.counts(state)][:2] == [3, 4]
    assert dial.others(state) == ()
    assert rules.why_not(state, actions.SetDial(100)) is not None


def test_a_dial_with_many_numbers_has_those_about_the_likeliest() -> None:
    """SH-POINTS-1."""
    _, state = counting()
    assert dial.on_dial(state) == range(-50, 150)
    assert [each.least for each in dial.others(state)][:2] == [200, 300]
    assert len(dial.others(state)) == 110


@pytest.mark.parametrize("total", [-1000, -51, 150, 357, 9999])
def test_any_total_takes_two_choices_more_at_most(total: int) -> None:
    rules, state = counting()
    first = total // 100 * 100
    taken = [actions.SetDial(first), actions.Tally(0, "total", total)]
    state = do(rules, state, *taken)
    assert scoring.total(state, 0) == total
    assert dial.on_dial(state) == range(-50, 150), "the next player's dial is where it was"


def test_a_running_total_moves_the_dial() -> None:
    rules = game(f"finish: now\namounts: [500]\n{WIDE}")
    state = do(rules, begun(rules, 2), actions.AddPoints(0, 500), actions.FinishGame())
    assert dial.on_dial(state) == range(450, 650)
    assert dial.counts(state)[0].count == 500


def test_whoever_leaves_takes_along_what_the_dial_was_set_to() -> None:
    rules, state = counting()
    state = do(rules, state, actions.SetDial(5000), Leave(0))
    assert dial.on_dial(state) == range(-50, 150)


def test_other_numbers_are_one_key_before_the_first_on_the_panel() -> None:
    counted = Counted()
    assert counted.table.has_open_list
    back, on, take = Command.PREVIOUS, Command.NEXT, Command.CONFIRM
    counted.press(back, take, on, take)
    assert counted.state.dial == 300
    counted.press(on, on, take)
    assert counted.state.players[0].entries[0].count == 302


def test_a_phone_lists_the_numbers_and_the_others_beside() -> None:
    counted = Counted()
    voice = Catalogue("en", GAME, NAMES[:2])
    seat = counted.table.game.current_player(counted.table.state)
    offered = offer.struct(offer.for_seat(Position(counted.table), seat), voice)
    labels = [each["label"] for each in offered["options"]]
    assert (len(labels), labels[0], labels[-1]) == (201, "0", "Other numbers")


def test_a_table_counts_by_as_many_categories_as_it_says() -> None:
    counted = Counted(scoring=BY_CATEGORY, categories=2)
    voice = Catalogue("en", GAME, NAMES[:2])
    asked = []
    while counted.state.phase is Phase.FINAL:
        asked.append(voice.long(GAME.prompt(counted.state, 0)))
        counted.press(Command.NEXT, Command.CONFIRM)
    assert len(asked) == 4
    assert ["Category 1" in each for each in asked] == [True, True, False, False]
    assert [scoring.total(counted.state, seat) for seat in range(2)] == [2, 2]


def test_a_table_counts_by_four_categories_as_a_rule() -> None:
    counted = Counted(scoring=BY_CATEGORY)
    assert len(counted.state.plan.categories) == 4
