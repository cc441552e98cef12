"""JSON and notation of records, from their field types alone."""

import json
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.codec import Codec, snake_case
from companion.engine.game import Action, Event


@dataclass(frozen=True, slots=True)
class Put(Action):
    """An action with every type of field."""

    where: str
    count: int
    wild: str | None
    open: bool = True


@dataclass(frozen=True, slots=True)
class Pass(Action):
    """An action without fields."""


@dataclass(frozen=True, slots=True)
class CardTaken(Event):
    """An event with a field that holds several values."""

    cards: tuple[str, ...]


CODEC = Codec([Put, Pass, CardTaken])
NAMES = st.text("abcdefgh123-", min_size=2, max_size=4)
PUTS = st.builds(Put, NAMES, st.integers(-99, 99), st.none() | NAMES, st.booleans())


@pytest.mark.parametrize(
    ("name", "written"),
    [
        ("Pass", "pass"),
        ("PlaceValue", "place_value"),
        ("RowEP", "row_ep"),
        ("EPGained", "ep_gained"),
        ("CorrectEP", "correct_ep"),
    ],
)
def test_class_names_in_snake_case(name: str, written: str) -> None:
    assert snake_case(name) == written


class TestJSON:
    @given(PUTS)
    def test_survives_a_round_trip(self, put: Put) -> None:
        assert CODEC.from_struct(json.loads(json.dumps(CODEC.to_struct(put)))) == put

    def test_carries_the_type(self) -> None:
        assert CODEC.to_struct(Put("a1", 2, None)) == {
            "type": "put",
            "where": "a1",
            "count": 2,
            "wild": None,
            "open": True,
        }
        assert CODEC.from_struct({"type": "pass"}) == Pass()

    def test_lists_become_tuples_again(self) -> None:
        event = CardTaken("R-1", ("Y", "B"))
        assert CODEC.from_struct(json.loads(json.dumps(CODEC.to_struct(event)))) == event

    def test_one_is_as_good_as_true(self) -> None:
        read = CODEC.from_struct(
            {"type": "put", "where": "a", "count": True, "wild": "b", "open": 0}
        )
        assert (read.count, read.open) == (1, False)
        assert (type(read.count), type(read.open)) == (int, bool)

    @pytest.mark.parametrize(
        ("struct", "words"),
        [
            ({}, "unknown record type None, known: put, pass, card_taken"),
            ({"type": "fold"}, "unknown record type 'fold'"),
            ({"type": ["put"]}, r"unknown record type \['put'\]"),
            ({"type": "put", "where": "a1"}, "put lacks fields, it needs where, count, wild, open"),
            ({"type": "pass", "why": 1}, "pass: there is no field 'why'"),
            ({"type": "put", "count": "2"}, "put: count: expected a whole number, not '2'"),
            ({"type": "put", "count": 1.5}, "put: count: expected a whole number, not 1.5"),
            ({"type": "put", "count": None}, "put: count: expected a whole number, not None"),
            ({"type": "put", "where": 1}, "put: where: expected a string, not 1"),
            ({"type": "put", "wild": False}, "put: wild: expected a string, not False"),
            ({"type": "put", "open": 2}, "put: open: expected true or false, not 2"),
            (
                {"type": "card_taken", "rule": "R-1", "cards": 5},
                "card_taken: cards: found 5, expected a list",
            ),
            ({"type": "x" * 999}, f"unknown record type '{'x' * 60}…', known"),
            ({"type": ["put"] * 99}, r'unknown record type ".{60,90}…", known'),
            ({"type": "put", "x" * 999: 1}, f"there is no field '{'x' * 60}…'"),
            ({"type": "put", "count": "x" * 999}, f"a whole number, not '{'x' * 60}…'"),
        ],
    )
    def test_a_mistake_is_named(self, struct: dict[str, object], words: str) -> None:
        with pytest.raises(ValueError, match=words):
            CODEC.from_struct(struct)


class TestNotation:
    @given(PUTS.filter(lambda put: put.wild != "-"))
    def test_survives_a_round_trip(self, put: Put) -> None:
        assert CODEC.string_to_action(CODEC.action_to_string(put)) == put

    @pytest.mark.parametrize(
        ("action", "written"),
        [
            (Pass(), "pass"),
            (Put("a1", 2, None), "put(a1,2,-)"),
            (Put("a1", -2, "b", open=False), "put(a1,-2,b,False)"),
        ],
    )
    def test_fields_at_their_default_are_left_out_at_the_end(
        self, action: Action, written: str
    ) -> None:
        assert CODEC.action_to_string(action) == written
        assert CODEC.string_to_action(written) == action

    @pytest.mark.parametrize(
        ("notation", "words"),
        [
            ("", "is not an action; write name"),
            ("fold", "is not an action; write name.field,field. with put, pass"),
            ("put(a1", "is not an action"),
            ("card_taken(R,x)", "is not an action"),
            ("put(a1)", "lacks fields, it needs 4"),
            ("pass(1)", "has too many fields, at most 0"),
            ("put(a1,two,-)", "two"),
            ("put(a1,2,-,yes)", "'yes' is neither True nor False"),
        ],
    )
    def test_a_mistake_is_named(self, notation: str, words: str) -> None:
        with pytest.raises(ValueError, match=words):
            CODEC.string_to_action(notation)


@dataclass(frozen=True, slots=True)
class Deal(Action):
    """An action whose field cannot be written in notation."""

    cards: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Bid(Action):
    """An action whose notation would be ambiguous: ``1`` may be a number or a string."""

    height: int | str


@pytest.mark.parametrize("wrong", [Deal, Bid])
def test_the_fields_of_actions_are_plain(wrong: type) -> None:
    with pytest.raises(TypeError, match=r"(Deal.cards|Bid.height): .* str, int or bool"):
        Codec([wrong])


def test_an_action_can_be_made_from_partial_fields() -> None:
    action = CODEC.make_action("put", {"where": "a1"})
    assert action == Put("a1", None, None)  # type: ignore[arg-type]  # `count` is not known yet
