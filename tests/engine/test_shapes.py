"""The shape of an owner's data: every mistake is named with its path."""

from collections.abc import Iterator, Mapping

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.game import Problem
from companion.engine.options import OneOf, Truth, Whole
from companion.engine.shapes import (
    ConsistentShape,
    ExactKeys,
    KnownKeys,
    ListOf,
    Pairs,
    Predicate,
    Validator,
    wrong,
    wrong_data,
)


def is_id(value: object) -> bool:
    return isinstance(value, str) and bool(value)


CARD = KnownKeys(
    {"id": Predicate(is_id, "expected an id"), "points": Whole(0, 9), "odd": Truth()},
    "card",
    ("id",),
)


def even(value: object) -> str:
    return "" if isinstance(value, int) and value % 2 == 0 else "expected an even number"


def balanced(ends: Mapping[str, int]) -> Iterator[Problem]:
    if ends["low"] > ends["high"]:
        yield Problem(("low",), "expected less than high")
    if ends["high"] > 5:
        yield Problem((), "that is much", warning=True)


SHAPE = KnownKeys(
    {
        "cards": ListOf(CARD, "expected cards"),
        "path": ListOf(OneOf(("red", "blue")), "expected two colours", 2),
        "both": ExactKeys({"left": Whole(), "right": Whole()}),
        "coins": Pairs(Whole(1, 5), Whole(), "expected coins and how many"),
        "even": Validator(even),
        "names": ListOf(Truth(), "expected two or more", least=2),
        "ends": ConsistentShape(KnownKeys({"low": Whole(), "high": Whole()}), balanced),
    }
)


@pytest.mark.parametrize(
    ("value", "told"),
    [
        ({}, []),
        ({"cards": [{"id": "A", "points": 3}], "path": ["red", "blue"]}, []),
        ({"both": {"left": 1, "right": 2}, "coins": {1: 4, 5: 0}}, []),
        ([], [": expected the keys cards, path, both, coins, even, names, ends"]),
        (
            {"card": []},
            ["card: no such key, there are: cards, path, both, coins, even, names, ends"],
        ),
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
        ({"even": 4}, []),
        ({"even": 3}, ["even: expected an even number"]),
        ({"names": [True]}, ["names: expected two or more"]),
        ({"names": [True, 1]}, ["names.1: expected true or false"]),
        ({"ends": {"low": 1, "high": 2}}, []),
        ({"ends": {"low": 3, "high": 2}}, ["ends.low: expected less than high"]),
        ({"ends": {"low": 3, "high": 9}}, ["ends: that is much"]),
        (
            {"ends": {"low": 3, "high": 2, "odd": 1}},
            ["ends.odd: no such key, there are: low, high", "ends.low: expected less than high"],
        ),
        ({"ends": {"low": -3, "high": 9}}, ["ends.low: expected a whole number, at least 0"]),
    ],
)
def test_a_mistake_is_named_with_its_path(value: object, told: list[str]) -> None:
    problems = wrong(SHAPE, (), value)
    assert [f"{'.'.join(map(str, it.path))}: {it.message}" for it in problems] == told


def test_an_owners_data_is_checked_with_the_default_for_what_it_leaves_out() -> None:
    default = {"ends": {"low": 3, "high": 4}, "even": 3}
    (problem,) = wrong_data(SHAPE, default, {"ends": {"high": 1}})
    assert problem.path == ("data", "ends", "low")
    assert wrong_data(SHAPE, default, {"ends": {"high": 3}}) == (), "defaults are not ours to check"


ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers(-2, 12) | st.text(max_size=2),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner),
)


@pytest.mark.slow
@given(st.sampled_from(["cards", "path", "both", "coins", "even", "names"]), ANYTHING)
def test_no_value_is_too_odd(key: str, value: object) -> None:
    assert all(problem.path[0] == key for problem in wrong(SHAPE, (), {key: value}))
