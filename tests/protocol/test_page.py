"""Messages of browsers are read strictly; anything else is one clear error."""

import json
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from companion.i18n.languages import LANGUAGES
from companion.protocol.http.page_words import page_words
from companion.protocol.page import (
    LONGEST,
    Choose,
    CommandMessage,
    Lay,
    RefusedMessageError,
    parse,
)

GOOD: dict[str, Any] = {"id": 1, "seq": 5, "kind": "choose", "option": 2}
JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=8), inner),
)


def refused(sent: str) -> RefusedMessageError:
    with pytest.raises(RefusedMessageError) as caught:
        parse(sent)
    return caught.value


def test_a_message_is_read() -> None:
    assert parse(json.dumps(GOOD)) == Choose(1, 5, 2)
    assert parse('{"id":1,"seq":0,"kind":"command","command":"undo"}') == CommandMessage(
        1, 0, "undo"
    )
    lay = {"id": 3, "seq": 1, "kind": "lay", "piece": "token-B", "reader": "board"}
    assert parse(json.dumps(lay)) == Lay(3, 1, "token-B", "board")


@pytest.mark.parametrize(
    "sent", ["", "x", "[]", "3", "null", '"choose"', "{", "[" * 4000, '{"a":' * 700, "NaN"]
)
def test_anything_but_an_object_is_refused(sent: str) -> None:
    assert refused(sent).code == "not-json"


@pytest.mark.parametrize("kind", [None, 1, "", "Choose", "hello", ["choose"], {"a": 1}])
def test_an_unknown_kind_is_refused(kind: object) -> None:
    error = refused(json.dumps({**GOOD, "kind": kind}))
    assert (error.code, error.of) == ("unknown-kind", 1)


@pytest.mark.parametrize(
    ("field", "value"),
    [
        ("option", None),
        ("option", -1),
        ("option", 1.0),
        ("option", True),
        ("option", "1"),
        ("option", 2**53),
        ("option", [1]),
        ("seq", None),
        ("seq", "5"),
        ("seq", -3),
    ],
)
def test_a_field_of_the_wrong_type_is_named(field: str, value: object) -> None:
    error = refused(json.dumps({**GOOD, field: value}))
    assert (error.code, error.of, error.params) == ("bad-field", 1, {"field": field})


def test_a_missing_or_unknown_field_is_named() -> None:
    short = {key: value for key, value in GOOD.items() if key != "option"}
    assert refused(json.dumps(short)).params == {"field": "option"}
    error = refused(json.dumps({**GOOD, "seat": 1}))
    assert (error.code, error.params) == ("unknown-field", {"field": "seat"})


def test_an_invalid_id_is_not_repeated() -> None:
    for wrong in (-1, True, "1", None, 2**60):
        error = refused(json.dumps({**GOOD, "id": wrong}))
        assert (error.code, error.of) == ("bad-field", None)


def test_names_have_a_greatest_length() -> None:
    assert refused(json.dumps({"id": 1, "seq": 0, "kind": "pick", "place": "x" * 81})).code == (
        "bad-field"
    )


def test_a_message_has_a_greatest_length_in_bytes() -> None:
    padded = json.dumps(GOOD).ljust(LONGEST)
    assert parse(padded) == Choose(1, 5, 2)
    assert refused(padded + " ").code == "too-long"
    assert refused("ü" * (LONGEST // 2 + 1)).code == "too-long"


@pytest.mark.slow
@given(JSON | st.dictionaries(st.sampled_from(["id", "seq", "kind", "option", "place"]), JSON))
@example({"id": 1, "seq": 1, "kind": "pick", "place": "\ud800"})
def test_any_json_is_a_message_or_an_error_with_words(value: object) -> None:
    try:
        parse(json.dumps(value))
    except RefusedMessageError as error:
        for language in LANGUAGES:
            assert page_words(language).say(f"web.error.{error.code}", **error.params)  # noqa: PT017


@given(st.text())
@example("\ud800")
def test_any_text_is_an_error(sent: str) -> None:
    with pytest.raises(RefusedMessageError):
        parse(sent)


@pytest.mark.parametrize(
    "sent", [r'{"kind":"\ud800"}', r'{"\udfff":1}', r'{"id":1,"x":["\uDC00"]}']
)
def test_a_character_that_utf_8_cannot_encode_is_refused(sent: str) -> None:
    assert refused(sent).code == "bad-text"


def test_a_surrogate_pair_is_one_character() -> None:
    good = r'{"id":3,"seq":1,"kind":"lay","piece":"\ud83e\udded","reader":"board"}'
    assert parse(good) == Lay(3, 1, "\N{COMPASS}", "board")
