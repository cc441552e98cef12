"""What is new of a view leads from what somebody has seen to what there is."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.web.updates.delta import Delta, Parts, delta
from companion.web.views.json_text import JsonList, to_json
from tests.web.phone import Phone

LISTS = st.lists(st.sampled_from(["some words", "other words", "a"]), max_size=9).map(
    lambda words: JsonList(tuple(to_json({"text": each}) for each in words))
)
VALUES = st.integers(0, 2).map(str) | LISTS
VIEWS = st.dictionaries(st.sampled_from("abcde"), VALUES)


def read(parts: Parts) -> dict[str, object]:
    return {key: json.loads(str(part)) for key, part in parts.items()}


def state(told: Delta, *, reset: bool) -> str:
    view, lists = ",".join(told.whole), ",".join(told.steps)
    return (
        f'{{"kind":"state","seq":1,"reset":{json.dumps(reset)},'
        f'"view":{{{view}}},"lists":{{{lists}}},"log":[]}}'
    )


@pytest.mark.slow
@given(old=VIEWS, new=VIEWS, in_steps=st.booleans())
def test_whoever_has_seen_one_view_is_led_to_any_other(
    *, old: Parts, new: Parts, in_steps: bool
) -> None:
    phone = Phone()
    phone.take(state(delta(None, old, in_steps=in_steps), reset=True))
    phone.take(state(delta(old, new, in_steps=in_steps), reset=False))
    assert phone.view == read(new)


@given(VIEWS)
def test_nothing_is_told_twice(view: Parts) -> None:
    assert delta(view, dict(view), in_steps=True) == Delta()


@given(VIEWS, VIEWS)
def test_who_cannot_make_lists_gets_them_whole(old: Parts, new: Parts) -> None:
    assert not delta(old, new, in_steps=False).steps
    assert not delta(None, new, in_steps=True).steps
