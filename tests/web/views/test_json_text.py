"""Lists as JSON say how they come from older ones."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.message import say
from companion.web.views.json_text import JsonList, to_json
from tests.web.phone import made

OBJECTS = st.lists(st.integers(0, 5).map(lambda n: {"n": n}), max_size=12)


TEXTS = st.text(st.characters(codec="utf-8"))
PLAIN = st.none() | st.booleans() | st.integers(-(2**53), 2**53) | TEXTS
VALUES = st.recursive(
    PLAIN | st.floats(allow_nan=False, allow_infinity=False),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(TEXTS, inner, max_size=4),
    max_leaves=12,
)


@pytest.mark.slow
@given(VALUES)
def test_a_message_is_read_as_it_was(value: object) -> None:
    assert json.loads(to_json(value)) == value


@pytest.mark.slow
@given(st.recursive(PLAIN, lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner)))
def test_it_is_as_compact_as_the_standard_library_writes_it(value: object) -> None:
    assert to_json(value) == json.dumps(value, ensure_ascii=False, separators=(",", ":"))


def test_a_message_for_people_is_a_text() -> None:
    assert to_json({"why": say("no table {name}", name="x")}) == '{"why":"no table x"}'


def test_what_is_no_json_is_refused() -> None:
    with pytest.raises(TypeError, match="object cannot be written as JSON"):
        to_json([object()])


def listed(objects: list[dict[str, int]]) -> JsonList:
    return JsonList(tuple(map(to_json, objects)))


@pytest.mark.slow
@given(OBJECTS, OBJECTS)
def test_a_list_can_be_made_of_any_other(
    old: list[dict[str, int]], new: list[dict[str, int]]
) -> None:
    assert json.loads(str(listed(new))) == new
    assert len(listed(new)) == len(str(listed(new)))
    assert made(old, json.loads(listed(new).since(listed(old)))) == new


def test_what_stays_is_said_in_a_few_numbers() -> None:
    old = listed([{"n": n} for n in range(100)])
    new = listed([{"n": n} for n in (*range(57), 200, *range(58, 100), 3)])
    assert new.since(old) == '[[0,57],{"n":200},[58,42],[3,1]]'
