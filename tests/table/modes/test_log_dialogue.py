"""The log is repaired by answers to questions, as on the panel page by page."""

import random
from typing import Final

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.sheets.actions import AddPoints
from companion.table.clocks.change import SetTimes
from companion.table.clocks.kinds import ClockKind
from companion.table.command import Command
from companion.table.log_repair.running_game import WAITING
from companion.table.mode import RepairPreview, TurnLog
from companion.table.modes.log_dialogue import may_open, open_question
from companion.table.play import begin
from companion.table.state import (
    ActionInput,
    ClockInput,
    DoneInput,
    LogAnswer,
    Notice,
    OpenLogInput,
    PassInput,
    PlacementInput,
    ReminderInput,
    StepChange,
    Table,
    TableInput,
    TagInput,
    Timestamp,
    notify,
)
from companion.table.table import handle, resume

PLAYERS: Final = ("Ann", "Ben", "Cleo")
GAINED: Final = (1, 2, 5)


def give(table: Table, *items: TableInput) -> Table:
    for item in items:
        at = 10 + len(table.entries)
        moment = Timestamp(at * 1000, 1000.0 + at)
        table = handle(table, item, moment, sampler(random.Random(3))).table
    return table


@pytest.fixture
def table() -> Table:
    """A game at the level ``table``, in which each player has got points in a first round."""
    game = registry.load("inner-compass")
    setup = Setup(PLAYERS, "table")
    table = begin(game, setup, (), Timestamp(0, 1000.0), sampler(random.Random(3))).table
    table = give(table, Command.CONFIRM) if table.state.phase == "start" else table
    for gained in GAINED:
        seat = table.game.current_player(table.state)
        table = give(table, ActionInput(AddPoints(seat, gained)), Command.CONFIRM)
    return table


def said(table: Table) -> tuple[list[str], list[str]]:
    question = open_question(table)
    assert question is not None
    voice = Catalogue("en", table.game, table.setup.players)
    about = [
        " ".join(voice.long(each) for each in (line.left, line.right) if each is not None)
        for line in question.about
    ]
    return about, [voice.long(each) for each in question.answers]


def choose(table: Table, *answers: str) -> Table:
    for each in answers:
        listed = said(table)[1]
        number = next((n for n, name in enumerate(listed) if each in name), None)
        assert number is not None, (each, listed)
        table = give(table, LogAnswer(number))
    return table


def points(table: Table) -> tuple[int, ...]:
    return tuple(map(int, table.game.returns(table.state)))


def test_points_of_an_earlier_turn_are_changed(table: Table) -> None:
    before = points(table)
    opened = give(table, OpenLogInput())
    assert opened.console.cover == TurnLog()
    assert said(opened)[0] == ["Turn log"]
    asked = choose(opened, "Ben +2", "Change it")
    assert said(asked)[0][:2] == ["Ben +2, +2 EP", "Change it"]
    preview = choose(asked, "Add points", "Ben", "+5")
    assert isinstance(preview.console.cover, RepairPreview)
    assert said(preview)[0][0] == "Ben +3"
    assert points(preview) == before, "nothing changes before the preview is applied"
    after = choose(preview, "apply")
    assert points(after) == (1, 5, 5)
    assert after.entries[-1].kind is EntryKind.EDIT
    assert open_question(after) is None
    assert points(give(after, Command.UNDO)) == before == (1, 2, 5)


def test_a_step_is_deleted(table: Table) -> None:
    after = choose(give(table, OpenLogInput()), "Ben +2", "Delete it", "apply")
    assert points(after) == (1, 0, 5)


def test_a_forgotten_step_is_inserted(table: Table) -> None:
    asked = choose(give(table, OpenLogInput()), "Ann: End the turn", "Insert before it")
    after = choose(asked, "Add points", "Ann", "+3", "apply")
    assert points(after) == (4, 2, 5)


def test_back_leads_to_the_question_before(table: Table) -> None:
    opened = give(table, OpenLogInput())
    asked = choose(opened, "Ben +2")
    assert said(give(asked, Command.BACK)) == said(opened)
    assert open_question(give(asked, Command.BACK, Command.BACK)) is None
    kept = give(choose(asked, "Change it"), Command.BACK)
    assert said(kept) == said(asked)


def test_the_log_opens_once(table: Table) -> None:
    opened = give(table, OpenLogInput())
    assert may_open(table)
    assert not may_open(opened)
    assert give(opened, OpenLogInput()) == opened


@pytest.mark.parametrize("number", [6, 10**6])
def test_an_answer_that_is_not_there_changes_nothing(table: Table, number: int) -> None:
    opened = give(table, OpenLogInput())
    assert len(said(opened)[1]) == 6
    assert give(opened, LogAnswer(number)) == opened
    assert give(table, LogAnswer(0)) == table


@pytest.fixture
def changed(table: Table) -> Table:
    """The same game, while the host chooses points in place of those that Ben has got."""
    changed = choose(give(table, OpenLogInput()), "Ben +2", "Change it")
    assert isinstance(changed.choosing, StepChange)
    return changed


def test_what_covers_a_step_being_changed_leaves_its_question_open(changed: Table) -> None:
    question = said(changed)
    covered = give(changed, TagInput("T9", None))
    assert isinstance(covered.console.cover, Notice)
    assert said(covered) == question
    assert not may_open(covered)
    assert give(covered, OpenLogInput()) == covered
    assert isinstance(choose(covered, question[1][0]).console.cover, RepairPreview)


def test_a_message_over_a_preview_leaves_its_question_open(table: Table) -> None:
    preview = choose(give(table, OpenLogInput()), "Ben +2", "Delete it")
    question = said(preview)
    covered = notify(preview, Notice(text("log.same")))
    assert said(covered) == question
    assert not may_open(covered)


def test_clocks_that_are_changed_meanwhile_stay_changed(changed: Table) -> None:
    before = changed.clocks.control
    timed = give(changed, ClockInput(SetTimes(ClockKind.SUDDEN_DEATH, 60_000)))
    assert timed.notice is not None
    kept = give(give(timed, Command.CONFIRM), Command.BACK)
    assert not isinstance(kept.choosing, StepChange)
    assert kept.clocks.control != before
    again = resume(kept.game, kept.setup, kept.enter, kept.entries)
    assert again.clocks.control == kept.clocks.control


def test_only_the_box_and_the_host_choose_an_action_for_a_step(changed: Table) -> None:
    seat = changed.game.current_player(changed.state)
    placement = PlacementInput((("bag", frozenset({"cube"})),))
    for item in (ActionInput(changed.candidates[0], seat), placement):
        assert give(changed, item) == changed
    for pressed in (DoneInput(seat), PassInput(seat)):
        after = give(changed, pressed)
        assert (after.choosing, after.notice) == (changed.choosing, WAITING)


def test_nobody_is_reminded_of_the_position_of_an_earlier_step(changed: Table) -> None:
    assert give(changed, ReminderInput()).reminder is None
