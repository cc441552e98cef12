"""A record with some fields changed, exactly as ``dataclasses.replace`` does it."""

import dataclasses

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.evolve import replace


@dataclasses.dataclass(frozen=True, slots=True)
class Record:
    one: int
    two: str = ""
    three: tuple[int, ...] = ()


@given(
    st.builds(Record, st.integers(), st.text(), st.tuples(st.integers())),
    st.fixed_dictionaries({}, optional={"one": st.integers(), "two": st.text()}),
)
def test_it_does_what_the_standard_library_does(record: Record, changes: dict[str, object]) -> None:
    before = dataclasses.asdict(record)
    changed = replace(record, **changes)
    assert changed == dataclasses.replace(record, **changes)  # type: ignore[arg-type]
    assert dataclasses.asdict(record) == before


def test_an_unknown_field_is_an_error() -> None:
    with pytest.raises(KeyError):
        replace(Record(1), four=4)
