"""Only texts that UTF-8 can encode can be written to a file."""

import json
from collections.abc import Iterator
from contextlib import nullcontext

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.schema.writable import DEEPEST, check_depth, is_writable

TEXTS = st.text(st.characters(exclude_categories=()))
VALUES = st.recursive(
    st.none() | st.integers() | TEXTS,
    lambda inner: st.lists(inner) | st.dictionaries(TEXTS, inner),
)


def texts(value: object) -> Iterator[str]:
    """Yield every text in a JSON value."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list):
        for item in value:
            yield from texts(item)
    elif isinstance(value, dict):
        yield from texts([*value, *value.values()])


def can_be_written(text: str) -> bool:
    try:
        text.encode("utf-8")
    except UnicodeEncodeError:
        return False
    return True


@pytest.mark.parametrize("inner", ["[]", '{"a": [] }', '["]]]", "\\"["]'])
def test_values_are_nested_in_as_many_levels_as_the_brackets_outside_of_texts(inner: str) -> None:
    """What stands beside them does not matter."""
    depth = inner.split('"]]]"', maxsplit=1)[0].count("[") + inner.count("{")
    for levels in (DEEPEST - depth, DEEPEST - depth + 1):
        text = "[[]," * levels + inner + "]" * levels
        fits = levels + depth <= DEEPEST
        with nullcontext() if fits else pytest.raises(RecursionError):
            assert is_writable(json.loads(text))
            check_depth(text.encode())


def test_a_number_that_only_python_can_write_is_no_mistake() -> None:
    assert is_writable([10**30, {"a": "\u00e9"}])
    assert not is_writable([10**30, {"\ud800": 1}])


@pytest.mark.slow
@given(VALUES)
def test_a_value_is_writable_exactly_if_all_its_texts_are(value: object) -> None:
    assert is_writable(value) is all(map(can_be_written, texts(value)))
