"""Asking the rules: one JSON question per line, one answer per line.

A question is ``{"id": ..., "kind": ..., "in": {...}}``, its answer ``{"id": ..., "out": {...}}``.
A refusal by the rules is an ordinary answer; a malformed question is answered by
``{"id": ..., "error": {"code": "bad-question", "message": ...}}``. Fields other than ``id``,
``kind`` and ``in`` are ignored, so that a question may carry the expected answer.
"""

import json
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from math import isfinite
from typing import Final, TypeVar

import msgspec

from companion.engine.facets import RulesDesk as RulesDesk  # noqa: PLC0414 - as up to 0.1
from companion.engine.game import Refusal, Struct
from companion.engine.message import reason, say

A = TypeVar("A")
B = TypeVar("B")

MOST: Final = 1_000_000
"""The largest whole number in a question: no game counts as far, and rules may count up to it."""
_REQUIRED: Final = object()
_FORM: Final = '{"id": .., "kind": .., "in": ..}'


class QuestionError(ValueError):
    """A question is malformed; the message names the mistake and what is expected."""


class Answer(msgspec.Struct, frozen=True):
    """One answer: a ``line`` of JSON without a newline; ``malformed`` if the question was."""

    line: str
    malformed: bool = False


def answer(desk: RulesDesk, line: str, tell: Callable[[str], str] = str) -> Answer:
    """Return the answer to one line; ``tell`` translates the message about a mistake in it."""
    identity: object = None
    try:
        question = _object(line)
        identity = question.get("id")
        out = desk.ask(_kind(question), _parameters(question))
    except QuestionError as mistake:
        error = {"code": "bad-question", "message": tell(reason(mistake))}
        return Answer(json.dumps({"id": identity, "error": error}), malformed=True)
    return Answer(json.dumps({"id": identity, "out": out}))


def _object(line: str) -> Struct:
    try:
        question = json.loads(line, parse_constant=_finite, parse_float=_finite)
    except (ValueError, RecursionError) as error:
        message = say("the line is no JSON object: {error}", error=reason(error))
        raise QuestionError(message) from error
    if not isinstance(question, dict):
        message = say("the line is no JSON object, expected {form}", form=_FORM)
        raise QuestionError(message)
    return question


def _finite(written: str) -> float:
    """Return a number. Raises ``ValueError`` for one that JSON could not write again."""
    number = float(written)
    if not isfinite(number):
        raise ValueError(say("{number} is no number that JSON has", number=written))
    return number


def _kind(question: Struct) -> str:
    kind = question.get("kind")
    if not isinstance(kind, str):
        raise QuestionError(say("kind: expected the name of a kind of question"))
    return kind


def _parameters(question: Struct) -> Struct:
    parameters = question.get("in", {})
    if not isinstance(parameters, dict):
        raise QuestionError(say("{where}: expected an object", where="in"))
    return parameters


class Fields:
    """The fields of one JSON object in a question, read by name and type.

    Every method raises ``QuestionError`` with the path of a field that is absent or wrong. With a
    ``default``, a field may be absent or null. ``close`` refuses the fields that were never read,
    also those of the objects in it.
    """

    def __init__(self, value: object, path: str) -> None:
        """Read the object ``value``, found at ``path``."""
        self.path = path
        if not isinstance(value, Mapping):
            raise QuestionError(say("{where}: expected an object", where=path))
        self._value = value
        self._read: set[str] = set()
        self._inner: dict[str, Fields] = {}

    def __contains__(self, name: str) -> bool:
        return name in self._value

    @property
    def names(self) -> tuple[str, ...]:
        """The names of all fields."""
        return tuple(self._value)

    def wrong(self, name: str, expected: str) -> QuestionError:
        """Return the error for a wrong field, which says what was ``expected``."""
        where = f"{self.path}.{name}"
        return QuestionError(say("{where}: expected {expected}", where=where, expected=expected))

    def close(self) -> None:
        """Refuse fields that have not been read: they mean nothing here."""
        unknown = [name for name in self._value if name not in self._read]
        if unknown:
            known = ", ".join(sorted(self._read))
            where = f"{self.path}.{unknown[0]}"
            message = say("{where}: no such field, known are: {known}", where=where, known=known)
            raise QuestionError(message)
        for inner in self._inner.values():
            inner.close()

    def any(self, name: str, default: object = _REQUIRED) -> object:
        """Return a field of any type."""
        self._read.add(name)
        value = self._value.get(name, _REQUIRED)
        if default is not _REQUIRED and (value is None or value is _REQUIRED):
            return default
        if value is _REQUIRED:
            raise QuestionError(say("{where}: is missing", where=f"{self.path}.{name}"))
        return value

    def text(self, name: str, default: object = _REQUIRED) -> str:
        """Return the field as a string."""
        value = self.any(name, default)
        if not isinstance(value, str):
            raise self.wrong(name, say("a string"))
        return value

    def one_of(self, name: str, choices: Iterable[str], default: object = _REQUIRED) -> str:
        """Return the field as a string that is one of ``choices``."""
        value = self.any(name, default)
        if not isinstance(value, str) or value not in tuple(choices):
            raise self.wrong(name, say("one of {known}", known=", ".join(choices)))
        return value

    def whole(self, name: str, default: object = _REQUIRED, least: int = 0) -> int:
        """Return the field as a whole number, at least ``least``."""
        value = self.any(name, default)
        if isinstance(value, bool) or not isinstance(value, int) or value < least:
            raise self.wrong(name, say("a whole number, at least {least}", least=least))
        if value > MOST:
            raise self.wrong(name, say("a whole number, at most {most}", most=MOST))
        return value

    def truth(self, name: str, default: object = _REQUIRED) -> bool:
        """Return the field as a boolean."""
        value = self.any(name, default)
        if not isinstance(value, bool):
            raise self.wrong(name, say("true or false"))
        return value

    def items(self, name: str, default: object = _REQUIRED) -> tuple[object, ...]:
        """Return the field as a list of anything."""
        value = self.any(name, default)
        if not isinstance(value, list | tuple):
            raise self.wrong(name, say("a list"))
        return tuple(value)

    def texts(self, name: str, default: object = _REQUIRED) -> tuple[str, ...]:
        """Return the field as a list of strings."""
        items = self.items(name, default)
        strings = tuple(item for item in items if isinstance(item, str))
        if len(strings) < len(items):
            raise self.wrong(name, say("a list of strings"))
        return strings

    def wholes(self, name: str, default: object = _REQUIRED) -> tuple[int, ...]:
        """Return the field as a list of whole numbers, none negative."""
        items = self.items(name, default)
        numbers = tuple(item for item in items if isinstance(item, int) and item >= 0)
        if len(numbers) < len(items) or any(isinstance(item, bool) for item in items):
            raise self.wrong(name, say("a list of whole numbers, none negative"))
        if max(numbers, default=0) > MOST:
            raise self.wrong(name, say("whole numbers of at most {most}", most=MOST))
        return numbers

    def fields(self, name: str, default: object = _REQUIRED) -> "Fields":
        """Return the field as an object, to be read by name in turn."""
        return self._opened(self.any(name, default), f"{self.path}.{name}")

    def each(self, name: str, default: object = _REQUIRED) -> tuple["Fields", ...]:
        """Return the field as a list of objects."""
        items = self.items(name, default)
        return tuple(self._opened(item, f"{self.path}.{name}[{i}]") for i, item in enumerate(items))

    def _opened(self, value: object, path: str) -> "Fields":
        """Return the one reader of an object in this one, whoever asks for it."""
        if path not in self._inner:
            self._inner[path] = Fields(value, path)
        return self._inner[path]

    def maybe(self, name: str, read: "Callable[[Fields, str], A]") -> A | None:
        """Return what ``read`` makes of a field, ``None`` if the field is absent or null."""
        return None if self.any(name, None) is None else read(self, name)

    def each_of(
        self, names: Iterable[str], read: "Callable[[Fields, str], A]", *absent: B
    ) -> tuple[A | B, ...]:
        """Return what ``read`` makes of each of these fields, ``absent`` for those left out.

        Without ``absent``, none of them may be left out.
        """
        return tuple(
            absent[0] if absent and name not in self else read(self, name) for name in names
        )


def refused(refusal: Refusal) -> dict[str, str]:
    """Return why the rules refuse something, in the form of an answer: a code, the rule's id."""
    return {"why": refusal.code, "rule": refusal.rule}


def answered(kinds: Mapping[str, Callable[[Fields], A]], kind: str, question: Struct) -> A:
    """Return the answer to a question of one of ``kinds``. Raises ``QuestionError``.

    A field that the answering function has not read is a mistake: it would mean nothing.
    """
    if kind not in kinds:
        known = ", ".join(kinds)
        message = say("kind: there is no {kind!r}, there are: {known}", kind=kind, known=known)
        raise QuestionError(message)
    fields = Fields(question, "in")
    out = kinds[kind](fields)
    fields.close()
    return out


def desk(kinds: Mapping[str, Callable[[Fields], A]]) -> Callable[[str, Struct], A]:
    """Return ``ask`` of a ``RulesDesk`` that answers these kinds of questions."""
    return partial(answered, kinds)
