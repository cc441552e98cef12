"""Lists as JSON say how they come from older ones."""

import json

from hypothesis import given
from hypothesis import strategies as st

from companion.web.json_text import JsonList, to_json
from tests.web.phone import made

OBJECTS = st.lists(st.integers(0, 5).map(lambda n: {"n": n}), max_size=12)


def listed(objects: list[dict[str, int]]) -> JsonList:
    return JsonList(tuple(map(to_json, objects)))


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
