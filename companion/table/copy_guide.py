"""The guide at the first game: people compare their copy with what the box assumes."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from companion.engine.copy import CopyQuestion, OwnersCopy, placed
from companion.engine.game import AnyGame
from companion.engine.text import text
from companion.table.question import Question

GUIDE: Final = "copy"
_CHECK, _LATER = "check", "later"
_YES, _NO = "yes", "no"


def unsure(game: AnyGame, copy: OwnersCopy) -> tuple[CopyQuestion, ...]:
    """Return what nobody has confirmed about a copy yet."""
    known = game.copy_questions(copy.data)
    return tuple(question for question in known if question.key not in copy.confirmed)


def questions(game: AnyGame, copy: OwnersCopy, given: Mapping[str, object]) -> Iterator[Question]:
    """Yield the questions about a copy, as far as they follow from the answers ``given``."""
    asked = unsure(game, copy)
    if not asked:
        return
    when = tuple((answer, text(f"copy.{answer}")) for answer in (_CHECK, _LATER))
    yield Question(GUIDE, text("lobby.copy"), when)
    if given.get(GUIDE) != _CHECK:
        return
    answers = tuple((answer, text(f"copy.{answer}")) for answer in (_YES, _NO))
    for question in asked:
        key = f"{GUIDE}.{question.key}"
        yield Question(key, question.ask, answers)
        if given.get(key) == _NO:
            yield from _cells(question, key)


def _cells(question: CopyQuestion, key: str) -> Iterator[Question]:
    for number, cell in enumerate(question.cells):
        of = f"{number + 1}/{len(question.cells)}"
        yield Question(f"{key}.{number}", cell.ask, cell.values, of)
    if not question.cells:
        yield Question(f"{key}.file", text("copy.in_file"), (("seen", text("copy.seen")),))


def learned(game: AnyGame, copy: OwnersCopy, given: Mapping[str, object]) -> OwnersCopy:
    """Return the copy with what people have answered about it."""
    confirmed, data, options = set(copy.confirmed), dict(copy.data), dict(copy.options)
    for question in unsure(game, copy):
        key = f"{GUIDE}.{question.key}"
        if given.get(key) == _YES:
            confirmed.add(question.key)
        elif given.get(key) == _NO and question.cells:
            cells: tuple[Any, ...] = tuple(given[f"{key}.{n}"] for n in range(len(question.cells)))
            confirmed.add(question.key)
            if question.is_option:
                options[question.path[0]] = question.value(cells)
            else:
                whole = placed(data, question.path, question.value(cells))
                data = game.completed(whole)
    return OwnersCopy(frozenset(confirmed), data, options)
