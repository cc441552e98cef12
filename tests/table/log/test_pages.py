"""The pages of the log: no key changes anything but the one that carries a repair out."""

import random
from typing import Final, get_args

import pytest

from companion.engine import registry
from companion.engine.game import Action, Setup
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.table.binding import find
from companion.table.command import Command
from companion.table.history.entries import apply_repair, end_early
from companion.table.log.repair import Delete, begin
from companion.table.log_repair.pages import options
from companion.table.log_repair.turn_log import (
    is_secret,
    open_log,
    step_numbers,
    step_text,
)
from companion.table.mode import LogPage, MisfitQuestion, RepairPreview, StepMenu, TurnLog
from companion.table.modes.log_dialogue import open_question
from companion.table.modes.stack import bindings
from companion.table.narrowing.intent import narrow
from companion.table.state import (
    ActionInput,
    LogAnswer,
    Notice,
    StepChange,
    Table,
    TagInput,
    notify,
    with_console,
)
from companion.table.table import Timestamp, handle
from companion.table.table import begin as set_up
from tests.table.log.test_repair import DRAW, LEVELS, carried_out, legal_at, middle

KEYS: Final = (Command.CONFIRM, Command.CONFIRM, Command.NEXT, Command.PREVIOUS, Command.BACK)
NOW: Final = Timestamp(10**7, 1e9)


def press(table: Table, *commands: Command) -> Table:
    for command in commands:
        table = handle(table, command, NOW, DRAW).table
    return table


def choose(table: Table, action: Action) -> Table:
    """Choose an action for the log, answer by answer."""
    while is_chosen_for(table):
        question = open_question(table)
        assert question is not None
        number = next(
            number
            for number, choice in enumerate(question.choices)
            if action == choice.action
            or (choice.action is None and action in narrow(table.candidates, (choice.constraint,)))
        )
        table = handle(table, LogAnswer(number), NOW, DRAW).table
    return table


def is_open(table: Table) -> bool:
    """Tell whether a page of the log is open, or an action is chosen for it."""
    return isinstance(table.console.cover, get_args(LogPage)) or is_chosen_for(table)


def is_chosen_for(table: Table) -> bool:
    return isinstance(table.choosing, StepChange)


@pytest.mark.slow
@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_only_what_is_labelled_so_carries_a_repair_out(name: str, level: str) -> None:
    """Some hundred keys on the pages of the log, and any action where one is chosen."""
    source = random.Random(7)
    for seed in range(3):
        before = middle(name, level, seed)
        table = open_log(before)
        for _ in range(60):
            if not is_open(table):
                assert table.steps == before.steps
                table = open_log(before)
            if is_chosen_for(table) and source.random() < 0.7:
                item: Command | ActionInput = ActionInput(source.choice(table.candidates))
            else:
                item = source.choice(KEYS)
            page = table.console.cover
            binding = find(bindings(table), item) if isinstance(item, Command) else None
            after = handle(table, item, NOW, DRAW).table
            if binding is None and isinstance(item, Command):
                assert after == table
            if len(after.entries) > len(before.entries):
                assert isinstance(page, RepairPreview)
                assert binding is not None
                assert binding.label.key == "binding.apply"
                assert after.entries[len(before.entries)].kind is EntryKind.EDIT
                before = after
            table = after


def test_a_game_that_was_ended_early_is_repaired_and_stays_ended() -> None:
    table = middle("inner-compass", "track", 1)
    stopped = end_early(table, NOW, on=True)
    at, number = next(
        (at, n) for at, n in enumerate(step_numbers(stopped)) if len(legal_at(stopped, n)) > 1
    )
    chosen = (Command.CONFIRM, Command.CONFIRM)
    changing = press(open_log(stopped), *(Command.NEXT,) * at, *chosen)
    assert is_chosen_for(changing)
    old = stopped.steps[number - 1].action
    other = next(action for action in changing.candidates if action != old)
    shown = choose(changing, other)
    assert isinstance(shown.console.cover, RepairPreview)
    while not isinstance(shown.notice, Notice):
        last = (Command.PREVIOUS,) if isinstance(shown.console.cover, MisfitQuestion) else ()
        shown = press(shown, *last, Command.CONFIRM)
    assert shown.steps[number - 1].action == other
    assert shown.stopped


def test_a_repair_after_an_early_end_is_what_is_reverted_first() -> None:
    table = middle("inner-compass", "track", 1)
    stopped = end_early(table, NOW, on=True)
    repaired_ = carried_out(begin(stopped, Delete(step_numbers(stopped)[0]), DRAW), NOW)
    assert repaired_.steps != stopped.steps
    back = press(repaired_, Command.UNDO)
    assert back.steps == stopped.steps
    assert back.stopped
    again = press(back, Command.CONFIRM, Command.UNDO)
    assert not again.stopped


def test_a_message_lies_over_a_repair_which_nothing_plays_on() -> None:
    table = middle("inner-compass", "track", 1)
    shown = press(open_log(table), Command.CONFIRM, Command.NEXT, Command.NEXT, Command.CONFIRM)
    page = shown.console.cover
    assert isinstance(page, RepairPreview)
    for item in (ActionInput(table.candidates[0]), TagInput("T", None)):
        assert handle(shown, item, NOW, DRAW).table == shown
    notified = notify(shown, Notice(text("log.empty")))
    assert press(notified, Command.CONFIRM).console.cover == page


def test_a_secret_step_can_go_or_move_but_nobody_reads_what_it_was() -> None:
    table = middle("compass-points", "full", 1)
    secret = next(n for n in step_numbers(table) if is_secret(table, table.steps[n - 1]))
    names = [option.name.key for option in options(table, StepMenu(secret))]
    assert names == ["log.delete", "log.move"]
    assert step_text(table, table.steps[secret - 1]).key == "log.secret"


@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_a_line_of_the_log_names_nobody_twice(name: str, level: str) -> None:
    table = middle(name, level, 1)
    voice = Catalogue(
        "en", table.game, ("Anna", "Benno", "Cleo", "Dora")[: len(table.setup.players)]
    )
    for number in step_numbers(table):
        words = voice.short(step_text(table, table.steps[number - 1]))
        assert all(words.count(player) <= 1 for player in ("Anna", "Benno", "Cleo", "Dora")), words


def test_what_is_laid_out_is_not_to_be_repaired() -> None:
    game = registry.load("inner-compass")
    table = set_up(game, Setup(("Ann", "Ben"), "track"), (), NOW, DRAW).table
    assert table.laying
    assert not is_open(open_log(table))


def test_back_leads_from_a_question_to_what_the_repair_has_come_to() -> None:
    """What was decided before stays decided; back from the preview drops the repair."""
    table = middle("inner-compass", "scoring", 0)
    number = next(
        n
        for n in step_numbers(table)
        if len(begin(table, Delete(n), DRAW).todo) > 1
        and begin(table, Delete(n), DRAW).misfit is not None
    )
    opened = press(open_log(table), *(Command.NEXT,) * step_numbers(table).index(number))
    shown = press(opened, Command.CONFIRM, Command.NEXT, Command.NEXT, Command.CONFIRM)
    assert isinstance(shown.console.cover, RepairPreview)
    asked = press(shown, Command.CONFIRM)
    assert isinstance(asked.console.cover, MisfitQuestion)
    back = press(asked, Command.BACK)
    assert back.console.cover == shown.console.cover
    closed = press(back, Command.BACK)
    assert closed.console.cover is None
    assert closed.steps == table.steps


def test_a_repair_of_a_log_that_has_gone_on_is_not_carried_out() -> None:
    table = middle("inner-compass", "track", 1)
    shown = press(open_log(table), Command.CONFIRM, Command.NEXT, Command.NEXT, Command.CONFIRM)
    page = shown.console.cover
    assert isinstance(page, RepairPreview)
    on = carried_out(begin(table, Delete(step_numbers(table)[0]), DRAW), NOW)
    assert apply_repair(table, page.repair, NOW).steps == on.steps
    stale = press(with_console(on, cover=page), Command.CONFIRM)
    assert stale.steps == on.steps
    assert stale.notice is not None
    assert stale.notice.message.key == "log.gone_on"


def test_every_page_can_be_left_with_back() -> None:
    table = middle("inner-compass", "track", 1)
    step = press(open_log(table), Command.CONFIRM)
    assert isinstance(step.console.cover, StepMenu)
    assert isinstance(press(step, Command.BACK).console.cover, TurnLog)
    move = press(step, *(Command.NEXT,) * 3, Command.CONFIRM)
    assert isinstance(press(move, Command.BACK).console.cover, StepMenu)
    changing = press(step, Command.CONFIRM)
    assert isinstance(press(changing, Command.BACK).console.cover, StepMenu)
