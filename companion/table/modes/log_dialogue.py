"""Repair of the log as questions with answers, for displays that show all lines at once.

What the panel shows page by page is one question each; an answer is a line of its list.
"""

import msgspec
from msgspec.structs import replace

from companion.engine.game import Line
from companion.engine.text import Text, text
from companion.table.binding import InputEvent
from companion.table.choosing.choice import choice_name
from companion.table.choosing.choosing import confirm as take_choice
from companion.table.choosing.choosing import listed_choices
from companion.table.log.choice_purpose import ChangeStep, InsertBefore
from companion.table.log_repair.pages import confirm, options
from companion.table.log_repair.preview import lines
from companion.table.log_repair.turn_log import has_log, step_numbers, step_text
from companion.table.mode import LogPage, MisfitQuestion, RepairPreview, StepMove, TurnLog
from companion.table.narrowing.intent import Choice
from companion.table.state import (
    StepChange,
    Table,
    beneath_message,
    uncover,
    with_choosing,
    with_console,
)


class RepairQuestion(msgspec.Struct, frozen=True):
    """A question of a repair: what it is about, and the answers, of which at least one exists.

    ``choices`` are the answers if an action is chosen, one for each.
    """

    about: tuple[Line, ...]
    answers: tuple[Text, ...]
    choices: tuple[Choice, ...] = ()


def open_question(table: Table) -> RepairQuestion | None:
    """Return the question of the repair in progress, ``None`` while the log is closed.

    What covers it on the panel, such as a message, leaves it open.
    """
    page, change = beneath_message(table), table.choosing
    if isinstance(page, LogPage):
        return _of_page(table, page)
    if isinstance(change, StepChange):
        listed = listed_choices(table)
        asked = (table.game.words.question(listed[-1].constraint.field),) if listed else ()
        about = tuple(map(Line, (*_about_change(change), *asked)))
        names = tuple(choice_name(table, each) for each in listed)
        return RepairQuestion(about, names, tuple(listed))
    return None


def may_open(table: Table) -> bool:
    """Return whether the log can be opened: not while it is open, or a step of it changed."""
    return has_log(table) and open_question(table) is None


def answered(table: Table, number: int, press: InputEvent) -> Table | None:
    """Return the table after an answer to the open question, ``None`` if there is no such one."""
    question, page = open_question(table), beneath_message(table)
    if question is None or number >= len(question.answers):
        return None
    if isinstance(page, RepairPreview):
        return confirm(table, page, press)
    if isinstance(page, LogPage):
        page = replace(page, cursor=number)
        return confirm(with_console(table, cover=page), page, press)
    return take_choice(with_choosing(uncover(table), cursor=number), press)


def _of_page(table: Table, page: LogPage) -> RepairQuestion:
    if isinstance(page, RepairPreview):
        word = "binding.apply" if page.repair.misfit is None else "binding.decide"
        return RepairQuestion(lines(table, page.consequences), (text(word),))
    if isinstance(page, TurnLog | StepMove):
        title = text("menu.log" if isinstance(page, TurnLog) else "log.move_to")
        steps = (table.steps[number - 1] for number in step_numbers(table))
        return RepairQuestion((Line(title),), tuple(step_text(table, each) for each in steps))
    about = page.repair.misfit if isinstance(page, MisfitQuestion) else table.steps[page.number - 1]
    title = text("log.preview") if about is None else step_text(table, about)
    return RepairQuestion((Line(title),), tuple(each.name for each in options(table, page)))


def _about_change(change: StepChange) -> tuple[Text, ...]:
    """Return the step for which an action is chosen, and what becomes of it."""
    table, purpose = change.original, change.purpose
    if isinstance(purpose, InsertBefore | ChangeStep):
        word = "log.insert" if isinstance(purpose, InsertBefore) else "log.change"
        return step_text(table, table.steps[purpose.number - 1]), text(word)
    misfit = purpose.repair.misfit
    return () if misfit is None else (step_text(table, misfit), text("log.instead_of"))
