"""The check that everything in a type has a bound."""

from collections.abc import Mapping
from typing import Annotated, Any, Literal

import msgspec
import pytest
from msgspec import Meta

from companion.schema.bounds import (
    Count,
    Few,
    Many,
    Named,
    Word,
    crashing_unions,
    unbounded,
    unsatisfiable,
)
from companion.schema.export import json_schema
from companion.schema.type_structure import Kind
from tests.schema.records import Everything, Span


class Tree(msgspec.Struct):
    """A type of any depth."""

    name: Word
    branches: "Few[Tree]" = ()


class Loose(msgspec.Struct):
    """A type with one field that has no bound."""

    good: Word
    bad: str


@pytest.mark.parametrize("kind", [Everything, Word, Few[Many[Named[Count]]], bool, Literal["a"]])
def test_bounded_types_have_nothing_to_name(kind: Kind) -> None:
    assert list(unbounded(kind)) == []


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        (str, "$: str without max_length"),
        (Annotated[str, Meta(pattern="^a*$")], "$: str without max_length"),
        (int, "$: int without ge, le"),
        (Annotated[int, Meta(ge=0)], "$: int without le"),
        (Few[int], "$[]: int without ge, le"),
        (tuple[Word, ...], "$: tuple without max_length"),
        (tuple[Word, str], "$[]: str without max_length"),
        (list[Word], "$: list without max_length"),
        (Mapping[Word, Count], "$: dict without max_length"),
        (Named[str], "$.*: str without max_length"),
        (Annotated[Mapping[str, Count], Meta(max_length=3)], "$.key: str without max_length"),
        (Few[Count | str], "$[]: str without max_length"),
        (Loose, "$.bad: str without max_length"),
        (Few[Loose], "$[].bad: str without max_length"),
        (Any, "$: anything"),
        (object, "$: anything"),
        (Tree, "$.branches[]: Tree contains itself, to any depth"),
    ],
)
def test_whatever_has_no_bound_is_named(kind: Kind, path: str) -> None:
    assert list(unbounded(kind)) == [path]


PATTERNED = Annotated[str, Meta(pattern="^a*", max_length=9)]


@pytest.mark.parametrize(
    ("kind", "path"),
    [
        (PATTERNED | None, []),
        (PATTERNED | Count | Span, []),
        (Few[PATTERNED] | Count, []),
        (Word | Few[PATTERNED], []),
        (PATTERNED | Few[Word], ["$"]),
        (Named[PATTERNED | Named[Count] | None], ["$.*"]),
    ],
)
def test_what_msgspec_mixes_up_is_named(kind: Kind, path: list[str]) -> None:
    """A text with a pattern beside a list or a mapping, which ends the process."""
    expected = [f"{each}: a text with a pattern beside a list or a mapping" for each in path]
    assert list(crashing_unions(kind)) == expected


@pytest.mark.parametrize(
    ("kind", "path"),
    [(Few[Count | tuple[Word, Word]], ["$[]"]), (Few[Count | Few[Word]], []), (int | str, [])],
)
def test_a_number_beside_a_tuple_that_msgspec_mixes_up_is_named(
    kind: Kind, path: list[str]
) -> None:
    expected = [f"{each}: a number with a bound beside a tuple of several types" for each in path]
    assert list(crashing_unions(kind)) == expected


def test_json_schema_holds_every_type_and_what_is_in_it() -> None:
    schema = json_schema("test", {"span list": Few[Span]})
    definitions: Any = schema["$defs"]
    assert definitions["span list"]["maxItems"] == 40
    assert definitions["span list"]["items"] == {"$ref": "#/$defs/Span"}
    assert definitions["Span"]["additionalProperties"] is False


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        (Everything, []),
        (Annotated[int, Meta(ge=5, le=5)], []),
        (Annotated[int, Meta(ge=5, le=2)], ["$: nothing has ge 5 and le 2"]),
        (Annotated[float, Meta(gt=5, lt=5)], ["$: nothing has gt 5 and lt 5"]),
        (
            Few[Annotated[str, Meta(min_length=5, max_length=2)]],
            ["$[]: nothing has min_length 5 and max_length 2"],
        ),
    ],
)
def test_bounds_that_leave_no_value_are_named(kind: Kind, expected: list[str]) -> None:
    assert list(unsatisfiable(kind)) == expected
