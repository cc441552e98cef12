"""Values from outside: what fits a type is returned, everything else is named with its place."""

import json
import math
from time import process_time
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.i18n.catalogue import Phrases
from companion.schema.bounds import Data, Many
from companion.schema.message import Message, reason
from companion.schema.mistakes import Invalid
from companion.schema.reading import read, read_json
from tests.schema.records import Everything, Span

WRONG: list[tuple[dict[str, object], str]] = [
    ({"name": 7}, "in.name: found 7, expected a text of length at most 100"),
    (
        {"name": "x" * 101},
        f"in.name: found '{'x' * 40}…', expected a text of length at most 100",
    ),
    ({"name": None}, "in.name: found nothing, expected a text of length at most 100"),
    ({"short": "a"}, "in.short: found 'a', expected a text of length 2"),
    ({"code": "A"}, "in.code: found 'A', expected a text of the form ^[a-z]+$"),
    ({"square": "g1"}, "in.square: found 'g1', expected a square, a1 to f6"),
    ({"square": ["a1"]}, "in.square: found a list of length 1, expected a square, a1 to f6"),
    ({"number": 1.5}, "in.number: found 1.5, expected a whole number, -1000000 to 1000000"),
    ({"number": 1.0}, "in.number: found 1.0, expected a whole number, -1000000 to 1000000"),
    ({"number": True}, "in.number: found true, expected a whole number, -1000000 to 1000000"),
    ({"number": 10**30}, f"in.number: found {10**30}, expected a whole number, -1000000 to"),
    ({"even": 3}, "in.even: found 3, expected a whole number, 0 to 10, a multiple of 2"),
    ({"share": 1}, "in.share: found 1, expected a number, more than 0, less than 1"),
    ({"flag": 1}, "in.flag: found 1, expected true or false"),
    ({"colour": "green"}, "in.colour: found 'green', expected one of red, blue"),
    ({"colour": {}}, "in.colour: found an object, expected one of red, blue"),
    ({"side": "top"}, "in.side: found 'top', expected one of left, right"),
    ({"size": 4}, "in.size: found 4, expected one of 2, 3"),
    ({"pair": [1]}, "in.pair: found a list of length 1, expected a list of length 2"),
    ({"pair": [1, 2]}, "in.pair[1]: found 2, expected a text"),
    ({"spans": {}}, "in.spans: found an object, expected a list of length at most 40"),
    ({"spans": [{}] * 41}, "in.spans: found a list of length 41, expected a list of length at"),
    ({"spans": [3]}, "in.spans[0]: found 3, expected an object"),
    ({"spans": [{"low": 1}]}, "in.spans[0].high: found nothing, expected a whole number, 1 to"),
    (
        {"spans": [{"low": 0, "high": 1}]},
        "in.spans[0].low: found 0, expected a whole number, 1",
    ),
    ({"spans": [{"low": 2, "high": 1}]}, "in.spans[0]: expected high at least as much as low"),
    (
        {"spans": [{"low": 1, "high": 2, "hihg": 3}]},
        "in.spans[0].hihg: found an unknown key; did you mean 'high'?",
    ),
    ({"points": {"ann": -1}}, "in.points.ann: found -1, expected a whole number, 0 to"),
    ({"points": {"x" * 101: 1}}, f"in.points.{'x' * 101}: found '{'x' * 40}…', expected a text"),
    ({"seats": {"C": []}}, "in.seats.C: found 'C', expected one of A, B"),
    ({"seats": {"B": ["a1", "z"]}}, "in.seats.B[1]: found 'z', expected a square, a1 to f6"),
    ({"shape": {"type": "circle", "radius": -1}}, "in.shape.radius: found -1, expected a whole"),
    (
        {"shape": {"type": "box", "sides": [1]}},
        "in.shape.sides: found a list of length 1, expected",
    ),
    ({"shape": {"type": "star"}}, "in.shape.type: found 'star', expected one of circle, box"),
    ({"shape": {"radius": 1}}, "in.shape.type: found nothing, expected one of circle, box"),
    ({"either": "x"}, "in.either: found 'x', expected a whole number, 0 to 1000000 or a list"),
    ({"either": [1]}, "in.either[0]: found 1, expected a text"),
    ({"full": []}, "in.full: found a list of length 0, expected a list of length 1"),
    ({"some": {}}, "in.some: found an object, expected an object of length 1 to 40"),
    ({"from": 1}, "in.from: found 1, expected a text"),
    ({"from_": "x"}, "in.from_: found an unknown key; did you mean 'from'?"),
    ({"zzz": 1}, "in.zzz: found an unknown key; there are: name, short, code"),
]


@pytest.mark.parametrize(("value", "sentence"), WRONG)
def test_a_mistake_is_named_with_its_place_and_what_is_expected(
    value: dict[str, object], sentence: str
) -> None:
    with pytest.raises(Invalid) as raised:
        read(Everything, value, "in")
    assert str(raised.value).startswith(sentence)
    assert isinstance(reason(raised.value), Message)


@pytest.mark.parametrize(("value", "_sentence"), WRONG)
def test_a_mistake_is_described_in_german_without_english_words(
    value: dict[str, object], _sentence: str
) -> None:
    with pytest.raises(Invalid) as raised:
        read(Everything, value, "in")
    german = Phrases("de", list).tell(reason(raised.value))
    assert not {"expected", "found", "nothing", "list", "text", "whole"} & set(german.split())


def test_all_mistakes_are_found_at_once_in_their_order() -> None:
    with pytest.raises(Invalid) as raised:
        read(Everything, {"name": 7, "spans": [{"low": 9}, {"low": 1, "high": 2, "x": 0}]})
    assert [mistake.place for mistake in raised.value.mistakes] == [
        "name",
        "spans[0].low",
        "spans[0].high",
        "spans[1].x",
    ]


def test_a_value_that_fits_is_returned_in_its_type() -> None:
    assert read(Span, {"low": 1, "high": 2}) == Span(1, 2)
    assert read_json(Span, b'{"low": 1, "high": 2}') == Span(1, 2)
    shaped = read(Everything, {"shape": {"type": "circle", "radius": 1}, "from": "x"})
    assert shaped.from_ == "x"


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (b"", "in: is not JSON: it ends too early"),
        (b"{", "in: is not JSON: it ends too early"),
        (b"NaN", "in: is not JSON: mistake at byte 0"),
        (b"-Infinity", "in: is not JSON: mistake at byte 1"),
        (b"1e999", "in: is not JSON: a number is too large"),
        (b"1" * 5000, "in: is not JSON: a number is too large"),
        (b'"\\ud800"', "in: is not JSON: "),
        (b'"\xff"', "in: is not JSON: "),
        ('"\ud800"', "in: is not JSON: a character here cannot be written"),
        (b"[" * 200_000, "in: is not JSON: values are nested too deeply"),
        (b'{"a":' * 200_000, "in: is not JSON: values are nested too deeply"),
        (b"[" * 65 + b"]" * 65, "in: is not JSON: values are nested too deeply"),
        ("[" * 65 + "]" * 65, "in: is not JSON: values are nested too deeply"),
        (b" " * 1_000_001, "in: expected JSON of at most 1000000 bytes"),
        (b"[]", "in: found a list of length 0, expected an object"),
    ],
)
def test_what_is_no_json_is_refused_at_the_same_door(text: str | bytes, sentence: str) -> None:
    with pytest.raises(Invalid) as raised:
        read_json(Span, text, "in")
    assert str(raised.value).startswith(sentence)


def test_one_mistake_among_thousands_is_found_in_time() -> None:
    """What msgspec learns of the type of the items, it learns once."""
    wide = {**{f"k{number}": number for number in range(9000)}, "odd": [{"a": [[[[1]]]]}]}
    began = process_time()
    with pytest.raises(Invalid, match=r"odd\[0\]"):
        read(Data, wide)
    assert process_time() - began < 1


JSON = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=3)
    | st.sampled_from(["a1", "red", "left", "circle"]),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["low", "high", "A", "B", "type", "radius", "sides"]), inner, max_size=3
        )
    ),
    max_leaves=6,
)


@given(st.dictionaries(st.sampled_from(Everything.__struct_encode_fields__), JSON, max_size=3))
def test_any_json_fits_or_every_mistake_in_it_has_a_sentence(value: dict[str, Any]) -> None:
    try:
        written = msgspec.to_builtins(read_json(Everything, json.dumps(value)))
    except Invalid as invalid:
        for mistake in invalid.mistakes:
            assert mistake.place
            assert mistake.message.endswith("?") or " " in mistake.message
    else:
        for name, given_ in value.items():
            assert json.loads(json.dumps(written[name])) == given_ or math.isclose(
                written[name], given_
            )


def test_a_long_list_of_junk_is_refused_without_looking_through_it() -> None:
    with pytest.raises(Invalid) as raised:
        read(Everything, {"spans": [{"low": 0}] * 100_000})
    assert len(raised.value.mistakes) == 1
    with pytest.raises(Invalid) as raised:
        read(Many[Span], [3] * 10_000)
    assert len(raised.value.mistakes) == 20
