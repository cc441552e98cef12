"""Protocol of rules questions: one JSON question per line, one answer per line.

A question is ``{"id": ..., "kind": ..., "in": {...}}``, its answer ``{"id": ..., "out": {...}}``.
A refusal by the rules is an ordinary answer; a malformed question is answered by
``{"id": ..., "error": {"code": "bad-question", "message": ...}}``. Fields other than ``id``,
``kind`` and ``in`` are ignored, so that a question may carry the expected answer.

Each kind of question is answered by a function; the types of its parameters are those of the fields
in ``in``, with bounds (``companion.schema.bounds``).
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import lru_cache
from inspect import Parameter, isfunction, signature
from types import MappingProxyType, ModuleType
from typing import TYPE_CHECKING, Any, Final, Self, TypeAlias, TypeVar, Union, get_type_hints

import msgspec

from companion.engine.action_kinds import game_of
from companion.engine.facets import RulesQuestions as RulesQuestions  # noqa: PLC0414 - as up to 0.1
from companion.engine.game import Problem, Refusal, Struct
from companion.engine.message import reason, say
from companion.engine.question_checks import of_kinds
from companion.moved import former_names
from companion.schema.bounds import Unread, Word
from companion.schema.mistakes import Invalid, Mistake, suggestion
from companion.schema.reading import parse_json, read
from companion.schema.type_structure import (
    Kind,
    Step,
    fields,
    without_nulls,
)

T = TypeVar("T")

Answering: TypeAlias = Callable[..., object]
"""Returns the answer to one kind of question, given its fields as keyword arguments.

A field with a default may be absent or null. A name that Python keeps for itself ends with an
underscore: ``from_``. A function with one positional-only parameter takes all of ``in``.
"""

NOTHING: Final[Struct] = MappingProxyType({})
"""The default of a field that is an object."""
_FORM: Final = '{"id": .., "kind": .., "in": ..}'
_IN: Final = "in"
_NEEDED: Final = object()


class RulesQuestion(msgspec.Struct, frozen=True):
    """The question; unknown fields are ignored."""

    kind: Word
    fields: Unread = msgspec.field(name=_IN, default_factory=dict)


class Answer(msgspec.Struct, frozen=True):
    """One answer: a ``line`` of JSON without a newline; ``malformed`` if it reports an error."""

    line: str
    malformed: bool = False


def answer(router: RulesQuestions, line: str, tell: Callable[[str], str] = str) -> Answer:
    """Return the answer to one line; ``tell`` translates the message about a mistake in it.

    Exceptions of a faulty game are propagated; an answer that is not JSON raises ``TypeError`` or
    ``ValueError``.
    """
    identity: object = None
    try:
        question = parse_json(line)
        if not isinstance(question, dict):
            raise Invalid(
                Mistake((), remedy=say("the line is not an object such as {form}", form=_FORM))
            )
        identity = question.get("id")
        envelope = read(RulesQuestion, question)
        out = router.ask(envelope.kind, envelope.fields)
    except Invalid as mistake:
        error = {"code": "bad-question", "message": tell(reason(mistake))}
        return Answer(json.dumps({"id": identity, "error": error}), malformed=True)
    return Answer(json.dumps({"id": identity, "out": out}, allow_nan=False))


def unanswered(line: str, error: Exception, tell: Callable[[str], str] = str) -> Answer:
    """Return the error reply to one line on which a faulty game has raised."""
    told = say(
        "the game fails with {kind}: {error}; tell its author this question",
        kind=type(error).__name__,
        error=error,
    )
    failure = {"code": "faulty-game", "message": tell(told)}
    return Answer(json.dumps({"id": parse_json(line).get("id"), "error": failure}), malformed=True)


class RulesRefusalError(Exception):
    """The rules refuse a question: ``answer`` names the class of the error.

    Raised while a question is answered, it is the answer.
    """

    def __init__(self, kind: str) -> None:
        """Store an error of this ``kind``."""
        super().__init__(kind)
        self.answer = {"error": kind}


def wrong(*path: Step, expected: str) -> Invalid:
    """Return the error for a field inconsistent with others, given its ``path`` in ``in``."""
    return Invalid(Mistake((_IN, *path), expected=expected))


def part(kind: Kind, value: object, *path: str) -> Any:  # noqa: ANN401 - what a question says
    """Return a part of a question in a type that depends on its other fields. Raises ``Invalid``.

    A field with a default may also be null.
    """
    where = ".".join((_IN, *path))
    try:
        return read(kind, value, where)
    except Invalid:
        return read(kind, without_nulls(kind, value), where)


def without_duplicates(names: Sequence[T], *path: Step) -> tuple[T, ...]:
    """Return a list without duplicates. Raises ``Invalid`` if it has any."""
    if len(set(names)) < len(names):
        raise wrong(*path, expected=say("a list without repetitions"))
    return tuple(names)


def seat_of(name: str, names: Sequence[str], *path: Step) -> int:
    """Return the index of a name among those in the question. Raises ``Invalid``."""
    if name not in names:
        raise wrong(*path, expected=say("one of {known}", known=", ".join(names)))
    return names.index(name)


def each_of(
    names: Sequence[str],
    given: Mapping[str, T],
    *path: Step,
    absent: Any = _NEEDED,  # noqa: ANN401 - what is there instead
) -> tuple[T, ...]:
    """Return the value of each name, ``absent`` for a missing one.

    Raises ``Invalid`` for unknown names, and without ``absent`` for missing ones.
    """
    for name in given:
        seat_of(name, names, *path, name)
    if absent is _NEEDED and len(given) < len(names):
        raise wrong(*path, expected=say("the keys {keys}", keys=", ".join(names)))
    return tuple(given.get(name, absent) for name in names)


def sound(problems: Iterable[Problem], *path: Step, below: int) -> None:
    """Validate data as in an owner's configuration. Raises ``Invalid``.

    The location of a problem starts with ``path``; its own path is ``below`` that.
    """
    for problem in problems:
        if not problem.warning:
            where = (_IN, *path, *problem.path[below:])
            raise Invalid(Mistake(where, remedy=problem.message))


def refusal_answer(refusal: Refusal) -> dict[str, str]:
    """Return a refusal in the form of an answer: a code, and the rule's id."""
    return {"why": refusal.code, "rule": refusal.rule}


class QuestionRouter:
    """Answers questions: ``ask`` of a ``RulesQuestions``."""

    def __init__(self, kinds: Mapping[str, Answering]) -> None:
        """Answer each of these ``kinds`` by its function.

        Raises ``TypeError``, naming the game, for a mistake in their declaration.
        """
        mistake = next(of_kinds(kinds, form), None)
        if mistake is not None:
            functions: Iterable[object] = getattr(kinds, "values", tuple)()
            raise TypeError(f"{game_of(*functions)}: {mistake}")
        self.kinds = kinds

    @classmethod
    def of(cls, *modules: ModuleType, separator: str = "_") -> Self:
        """Return a router to the public functions of some modules.

        A kind is named after its function, with ``separator`` between words.
        """
        functions = (
            each
            for module in modules
            for name, each in vars(module).items()
            if isfunction(each) and each.__module__ == module.__name__ and name[0] != "_"
        )
        return cls({each.__name__.strip("_").replace("_", separator): each for each in functions})

    def __call__(self, kind: str, question: Struct, /) -> object:
        """Return the answer to a question. Raises ``Invalid`` if it is malformed."""
        if kind not in self.kinds:
            raise Invalid(Mistake(("kind",), repr(kind), remedy=suggestion(kind, self.kinds)))
        answering = self.kinds[kind]
        parsed = part(form(answering), question)
        try:
            if takes_all(answering):
                return answering(parsed)
            return answering(**{name: getattr(parsed, name) for name in parsed.__struct_fields__})
        except RulesRefusalError as refusal:
            return refusal.answer


def question_kind(kinds: Mapping[str, Answering]) -> Kind:
    """Return the union of question types of some kinds, for programs that ask them."""
    forms = {kind: form(answering) for kind, answering in kinds.items()}
    questions = [
        msgspec.defstruct(
            f"{kind} question",
            [("fields", each, msgspec.field(name=_IN, **_absent(each)))],
            tag_field="kind",
            tag=kind,
        )
        for kind, each in forms.items()
    ]
    return Union[tuple(questions)]  # noqa: UP007 - as many as there are


def _absent(kind: Kind) -> dict[str, Any]:
    """Return the default of ``in``: none, if a question requires any field."""
    needed = any(field.required for field in fields(kind))
    return {} if needed else {"default_factory": dict}


@lru_cache(maxsize=256)
def form(answering: Answering) -> Kind:
    """Return the type of the questions that a function answers, derived from its signature."""
    hints = get_type_hints(answering, include_extras=True)
    parameters = signature(answering).parameters
    if takes_all(answering):
        return hints[next(iter(parameters))]
    declared: list[Any] = [(name, hints[name], _default(each)) for name, each in parameters.items()]
    return msgspec.defstruct(
        answering.__name__.strip("_"),
        declared,
        rename={name: name.rstrip("_") for name in parameters},
        frozen=True,
        kw_only=True,
        forbid_unknown_fields=True,
    )


def _default(parameter: Parameter) -> object:
    """Return the default of a parameter as ``msgspec`` declares it."""
    if parameter.default is NOTHING:
        return msgspec.field(default_factory=dict)
    return msgspec.NODEFAULT if parameter.default is Parameter.empty else parameter.default


@lru_cache(maxsize=256)
def takes_all(answering: Answering) -> bool:
    """Return whether a function has one positional-only parameter, for all fields at once."""
    kinds = [parameter.kind for parameter in signature(answering).parameters.values()]
    return kinds == [Parameter.POSITIONAL_ONLY]


if not TYPE_CHECKING:  # or any name would pass for one of this module
    __getattr__ = former_names(__name__)
