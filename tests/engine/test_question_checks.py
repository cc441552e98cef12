"""A mistake in how a game answers questions is one sentence that names question and field."""

from typing import Annotated, Any

import msgspec
import pytest

from companion.engine.questions import QuestionRouter
from companion.schema.bounds import Count, Few, Word
from tests.engine.test_declaration_checks import Planted


class One(msgspec.Struct, frozen=True):
    """An object without a tag."""


class Other(msgspec.Struct, frozen=True):
    """Another one."""


def untyped(taken):  # type: ignore[no-untyped-def]  # noqa: ANN001, ANN201
    return taken


def misspelt(taken: "Cuont") -> int:  # type: ignore[name-defined]  # noqa: F821
    return int(taken)


def several(*taken: Count) -> int:
    return sum(taken)


def named(**taken: Count) -> int:
    return sum(taken.values())


def ambiguous(taken: One | Other) -> str:
    return repr(taken)


def changeable(taken: Few[Count] = [1]) -> int:  # type: ignore[assignment]  # noqa: B006
    return sum(taken)


def endless(taken: int) -> int:
    return taken


def foreign(taken: range) -> int:
    return len(taken)


def ending(
    taken: Annotated[str, msgspec.Meta(pattern="^a", max_length=3)] | Few[Word],
) -> str:
    return str(taken)


WRITE = '`QuestionRouter({"<kind>": <function>})`'
MISTAKES: dict[str, tuple[object, str]] = {
    "no type": (
        {"left": untyped},
        "the question 'left': taken has no type; write one with bounds, such as `taken: Count`",
    ),
    "a type that is misspelt": (
        {"left": misspelt},
        (
            "the question 'left': the type of a field is unknown: name 'Cuont' is not defined; "
            "import it"
        ),
    ),
    "any number of values": (
        {"left": several},
        "the question 'left': taken takes any number of fields; name each of them",
    ),
    "any number of fields": (
        {"left": named},
        "the question 'left': taken takes any number of fields; name each of them",
    ),
    "two objects that nobody can tell apart": (
        {"left": ambiguous},
        "the question 'left': nothing can be read in the types of its fields: If a type union ",
    ),
    "a default that can be changed": (
        {"left": changeable},
        "the question 'left': nothing can be read in the types of its fields: Using a non-empty ",
    ),
    "no bound": (
        {"left": endless},
        "the question 'left': taken: int without ge, le; give it a bound of `companion.schema.",
    ),
    "what is not JSON": (
        {"left": foreign},
        "the question 'left': nothing can be read in the types of its fields: Generating JSON ",
    ),
    "what ends the process": (
        {"left": ending},
        (
            "the question 'left': taken: a text with a pattern beside a list or a mapping cannot "
            "be read; declare one of both"
        ),
    ),
    "no function": ({"left": 7}, "the question 'left': it is answered by 7; declare a function"),
    "a kind that is none": ({7: named}, "a kind of question is 7; declare a text"),
    "no table": (7, f"questions are answered by 7; write {WRITE}"),
}


@pytest.mark.parametrize(("kinds", "mistake"), MISTAKES.values(), ids=MISTAKES)
def test_a_mistake_in_a_kind_of_question_stops_the_import(kinds: Any, mistake: str) -> None:  # noqa: ANN401
    with pytest.raises(TypeError) as raised:
        QuestionRouter(kinds)
    game, _, told = str(raised.value).partition(": ")
    assert game in {__package__, "a game"}
    assert told.startswith(mistake)
    assert "\n" not in told


def alone(_self: object) -> int:
    return 1


ASKS: dict[str, tuple[object, str]] = {
    "a number": (7, f"ask is 7; write `ask = {WRITE[1:]}"),
    "a mapping": ({}, f"ask is {{}}; write `ask = {WRITE[1:]}"),
    "a method without arguments": (
        alone,
        f"ask is alone; declare a function that takes 2 arguments, such as {WRITE}",
    ),
    "what every game answers": (
        QuestionRouter({"play": lambda: 1}),
        "the question 'play' is answered for every game; give yours another name",
    ),
}


@pytest.mark.parametrize(("ask", "mistake"), ASKS.values(), ids=ASKS)
def test_a_mistake_in_ask_stops_the_import(ask: object, mistake: str) -> None:
    with pytest.raises(TypeError) as raised:
        type("Other", (Planted,), {"ask": ask})()
    assert str(raised.value) == f"planted: {mistake}"
