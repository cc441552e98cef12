"""Mistakes in a game's answers to questions, found on declaration: each is one sentence.

A question is parsed by the types of a function's parameters; types without a JSON form, or of
unbounded size, are mistakes.
"""

from collections.abc import Callable, Iterator, Mapping
from inspect import Parameter, signature
from typing import Any, Final, get_type_hints

import msgspec

from companion.engine.forms import shown
from companion.schema.bounds import crashing_unions, unbounded, unsatisfiable
from companion.schema.type_structure import fields

_ROUTER: Final = 'QuestionRouter({"<kind>": <function>})'


def of_kinds(kinds: object, form: Callable[[Any], Any]) -> Iterator[str]:
    """Yield mistakes in the functions that answer kinds of questions.

    ``form`` returns the type of the questions that a function answers.
    """
    if not isinstance(kinds, Mapping):
        yield f"questions are answered by {shown(kinds)}; write `{_ROUTER}`"
        return
    for kind, answering in kinds.items():
        if not isinstance(kind, str) or not kind:
            yield f"a kind of question is {shown(kind)}; declare a text"
        for told in _of_function(answering, form):
            yield f"the question {shown(kind)}: {told}"


def _of_function(answering: Any, form: Callable[[Any], Any]) -> Iterator[str]:  # noqa: ANN401
    if not callable(answering):
        yield f"it is answered by {shown(answering)}; declare a function"
        return
    for parameter in signature(answering).parameters.values():
        name = parameter.name
        if parameter.kind in (Parameter.VAR_POSITIONAL, Parameter.VAR_KEYWORD):
            yield f"{name} takes any number of fields; name each of them"
        elif parameter.annotation is Parameter.empty:
            yield f"{name} has no type; write one with bounds, such as `{name}: Count`"
    try:
        get_type_hints(answering, include_extras=True)
    except (NameError, AttributeError, TypeError) as error:
        yield f"the type of a field is unknown: {error}; import it"
    try:
        asked = form(answering)
        yield from _of_bounds(asked)
        msgspec.json.schema(asked)
    except TypeError as error:
        yield f"nothing can be read in the types of its fields: {' '.join(str(error).split())}"
        return
    yield from _of_defaults(asked)


def _of_bounds(asked: Any) -> Iterator[str]:  # noqa: ANN401 - a type form
    for told in unbounded(asked, ""):
        yield f"{told.lstrip('.')}; give it a bound of `companion.schema.bounds`"
    for told in unsatisfiable(asked, ""):
        yield f"{told.lstrip('.')}; exchange the bounds"
    for told in crashing_unions(asked, ""):
        yield f"{told.lstrip('.')} cannot be read; declare one of both"


def _of_defaults(asked: Any) -> Iterator[str]:  # noqa: ANN401 - a type form
    """Yield the defaults of fields that nobody could ask with."""
    for field in fields(asked):
        default = field.default
        if default is msgspec.NODEFAULT:
            continue
        try:
            msgspec.convert(msgspec.to_builtins(default), field.type)
        except msgspec.ValidationError:
            told = f"{field.name} is {shown(default)} by default, which its type refuses"
            yield f"{told}; make them agree"
