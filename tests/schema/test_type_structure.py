"""What is derived from types."""

from typing import Annotated

import msgspec
import pytest
from msgspec import Meta

from companion.schema import type_structure
from companion.schema.type_structure import without_nulls


class _Move(msgspec.Struct, frozen=True):
    at: str
    colour: str | None = None


_Moves = Annotated[list[_Move], Meta(max_length=100)]


def test_nulls_go_where_a_type_has_a_default() -> None:
    given = [{"at": None, "colour": None}, {"at": "a1", "colour": "red", "more": None}]
    assert without_nulls(_Moves, given) == [
        {"at": None},
        {"at": "a1", "colour": "red", "more": None},
    ]


def test_what_holds_no_null_is_not_compared_with_its_type(monkeypatch: pytest.MonkeyPatch) -> None:
    """A question of a thousand moves took 0.1 seconds."""
    monkeypatch.setattr(type_structure, "inside", None)
    given = [{"at": "a1"}, {"at": "b2", "colour": "red"}]
    assert without_nulls(_Moves, given) is given
