"""The shape of an owner's data: every mistake is named with its path."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.options import OneOf, Truth, Whole
from companion.engine.shapes import Exactly, Keyed, ListOf, Pairs, Where, wrong


def is_id(value: object) -> bool:
    return isinstance(value, str) and bool(value)


CARD = Keyed(
    {"id": Where(is_id, "expected an id"), "points": Whole(0, 9), "odd": Truth()}, "card", ("id",)
)
SHAPE = Keyed(
    {
        "cards": ListOf(CARD, "expected cards"),
        "path": ListOf(OneOf(("red", "blue")), "expected two colours", 2),
        "both": Exactly({"left": Whole(), "right": Whole()}),
        "coins": Pairs(Whole(1, 5), Whole(), "expected coins and how many"),
    }
)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({}, []),
        ({"cards": [{"id": "A", "points": 3}], "path": ["red", "blue"]}, []),
        ({"both": {"left": 1, "right": 2}, "coins": {1: 4, 5: 0}}, []),
        ([], [": expected the keys cards, path, both, coins"]),
        ({"card": []}, ["card: no such key, there are: cards, path, both, coins"]),
        ({"cards": {}}, ["cards: expected cards"]),
        ({"cards": [3]}, ["cards.0: card"]),
        ({"cards": [{"odd": False}]}, ["cards.0.id: expected an id"]),
        (
            {"cards": [{"id": "A"}, {"id": "", "points": 10}]},
            ["cards.1.id: expected an id", "cards.1.points: expected a whole number, 0 to 9"],
        ),
        ({"path": ["red"]}, ["path: expected two colours"]),
        ({"path": ["red", "green"]}, ["path.1: expected red or blue"]),
        ({"both": {"left": 1}}, ["both: expected the keys left, right"]),
        ({"both": {"left": 1, "right": -1}}, ["both.right: expected a whole number, at least 0"]),
        ({"coins": [1]}, ["coins: expected coins and how many"]),
        ({"coins": {9: 1}}, ["coins.9: expected a whole number, 1 to 5"]),
    ],
)
def test_a_mistake_is_named_with_its_path(value: object, told: list[str]) -> None:
    problems = wrong(SHAPE, (), value)
    assert [f"{'.'.join(map(str, it.path))}: {it.message}" for it in problems] == told


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)


@given(st.sampled_from(["cards", "path", "both", "coins"]), ANYTHING)
def test_no_value_is_too_odd(key: str, value: object) -> None:
    assert all(problem.path[0] == key for problem in wrong(SHAPE, (), {key: value}))
