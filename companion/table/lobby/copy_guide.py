"""First-game guide: players compare their copy with the assumptions of the box."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.game import Setup
from companion.engine.owners_copy import (
    NONE,
    CopyQuestion,
    OwnersCopy,
    with_value_at,
)
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.table.lobby import printed_sheet
from companion.table.setup_question import AnswerBoard, SetupQuestion

GUIDE: Final = "copy"
CHECK: Final = "check"
"""The answer that opens the guide, and what is given for it then."""
_YES, _NO = "yes", "no"


def unconfirmed_questions(game: AnyGame, copy: OwnersCopy) -> tuple[CopyQuestion, ...]:
    """Return the unconfirmed facts about a copy."""
    copy_questions = game.copy_questions(copy.data)
    return tuple(question for question in copy_questions if question.key not in copy.confirmed)


def questions(
    game: AnyGame, copy: OwnersCopy, given: Mapping[str, object]
) -> Iterator[SetupQuestion]:
    """Yield the questions about a copy, as far as they are determined by the answers ``given``."""
    if given.get(GUIDE) != CHECK:
        return
    for question in unconfirmed_questions(game, copy):
        key = f"{GUIDE}.{question.key}"
        yield _whether(question, key)
        if given.get(key) == _NO:
            yield from _what(question, key, given)


def _whether(question: CopyQuestion, key: str) -> SetupQuestion:
    """Return the question whether a printed detail matches, with a drawing if possible."""
    if question.sheet is None:
        answers = tuple((answer, text(f"copy.{answer}")) for answer in (_YES, _NO))
        return SetupQuestion(key, question.ask, answers)
    words = ((_YES, text("copy.alike")), (_NO, text("copy.differs")))
    return SetupQuestion(key, question.ask, words, board=AnswerBoard(question.sheet(())))


def _what(question: CopyQuestion, key: str, given: Mapping[str, object]) -> Iterator[SetupQuestion]:
    """Yield the questions about a difference: its cells, then its sheet."""
    answers: tuple[object, ...] = ()
    each = len(question.cells) // max(1, len(question.names))
    for number, cell in enumerate(question.cells):
        if number % each and answers[-1] == NONE:
            answers = (*answers, NONE)
            continue
        of = f"{number + 1}/{len(question.cells)}" if len(question.cells) > 1 else ""
        excluded = answers if question.distinct else ()
        values = tuple(value for value in cell.values if value[0] not in excluded)
        yield SetupQuestion(f"{key}.{number}", cell.ask, values, of)
        answers = (*answers, given.get(f"{key}.{number}"))
    if question.sheet is not None and None not in answers:
        yield from printed_sheet.questions(question.sheet(answers), f"{key}.at", given)


def copy_from_answers(game: AnyGame, copy: OwnersCopy, given: Mapping[str, object]) -> OwnersCopy:
    """Return the copy with the players' answers about it."""
    confirmed, data, options = set(copy.confirmed), dict(copy.data), dict(copy.options)
    for question in unconfirmed_questions(game, copy):
        key = f"{GUIDE}.{question.key}"
        if given.get(key) == _YES:
            confirmed.add(question.key)
            if question.is_option:
                options[question.path[0]] = question.cells[0].values[0][0]
        elif given.get(key) == _NO:
            value = _value(question, key, given)
            confirmed.add(question.key)
            if question.is_option:
                options[question.path[0]] = value
            else:
                whole = with_value_at(data, question.path, value)
                data = game.completed(whole)
    return OwnersCopy(frozenset(confirmed), data, options)


def copy_for_game(
    game: AnyGame, stored: OwnersCopy, given: Mapping[str, object], base: Setup
) -> tuple[dict[str, object], dict[str, Any]]:
    """Return the options and data of ``base`` for the copy described by the players' answers.

    ``base`` is the last game or the box's file: it overrides the ``stored`` data of the copy, but
    not the players' new answers.
    """
    copy = copy_from_answers(game, stored, given)
    options, data = {**copy.options, **base.options}, {**copy.data, **base.data}
    for question in unconfirmed_questions(game, stored):
        if given.get(f"{GUIDE}.{question.key}") not in (_YES, _NO):
            continue
        own, held = (copy.options, options) if question.is_option else (copy.data, data)
        name = question.path[0]
        held.pop(name, None)
        held.update({name: own[name]} if name in own else {})
    return options, data


def _value(question: CopyQuestion, key: str, given: Mapping[str, object]) -> object:
    """Return a printed value in the format of the owner's data."""
    numbers = range(len(question.cells))
    cells: tuple[Any, ...] = tuple(given.get(f"{key}.{n}", NONE) for n in numbers)
    if question.sheet is None:
        return question.value(cells)
    drawn = question.sheet(cells)
    return drawn.as_data(printed_sheet.sheet_touches(drawn, f"{key}.at", given).values)
