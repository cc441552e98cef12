"""Only texts that UTF-8 can encode can be written to a file."""

from collections.abc import Iterator

from hypothesis import given
from hypothesis import strategies as st

from companion.schema.writable import is_writable

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


@given(VALUES)
def test_a_value_is_writable_exactly_if_all_its_texts_are(value: object) -> None:
    assert is_writable(value) is all(map(can_be_written, texts(value)))
