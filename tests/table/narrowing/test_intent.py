"""Narrowing: every input is a constraint on a field of the legal actions."""

from dataclasses import dataclass

from companion.engine.game import Action
from companion.table.narrowing.intent import (
    Constraint,
    choices,
    constraints,
    narrow,
    parts,
    single_action,
    values,
)


@dataclass(frozen=True, slots=True)
class Done(Action):
    pass


@dataclass(frozen=True, slots=True)
class Put(Action):
    colour: str
    space: str


@dataclass(frozen=True, slots=True)
class Take(Action):
    colour: str
    extra: bool = True


@dataclass(frozen=True, slots=True)
class Give(Action):
    player: int
    count: int


RED = tuple(Put("red", f"{column}{row}") for column in "abc" for row in range(1, 5))
BLUE = (Put("blue", "a1"),)


def test_a_tag_narrows_the_choice_by_its_fields() -> None:
    assert narrow((*RED, *BLUE, Done()), constraints({"colour": "blue"})) == BLUE


def test_an_action_without_the_field_is_excluded() -> None:
    assert narrow((Done(),), constraints({"colour": "blue"})) == ()


def test_the_name_of_an_action_is_a_field_like_any_other() -> None:
    assert values(Done()) == {"action": "done"}
    assert narrow((*RED, Done()), constraints({"action": "done"})) == (Done(),)


def test_one_action_left_is_taken() -> None:
    assert single_action(BLUE) == BLUE[0]
    assert single_action(RED) is None
    assert single_action(()) is None


def test_a_field_with_a_default_is_never_asked_for() -> None:
    both = (Take("red"), Take("red", extra=False))
    assert single_action(both) == Take("red")
    assert [choice.action for choice in choices(both)] == [Take("red")]


def test_few_actions_are_offered_as_they_are() -> None:
    few = (*BLUE, Done())
    assert [choice.action for choice in choices(few)] == list(few)


def test_many_actions_are_chosen_field_by_field_starting_with_the_verb() -> None:
    asked = choices((*RED, *BLUE, Done()))
    assert [choice.constraint for choice in asked] == [
        Constraint("action", ("put",)),
        Constraint("action", ("done",)),
    ]
    assert asked[1].action == Done()


def test_a_field_with_one_value_left_is_skipped() -> None:
    assert {choice.constraint.field for choice in choices(RED)} == {"space"}


def test_places_are_chosen_by_column_then_row() -> None:
    assert parts("c12") == ("c", "12")
    assert parts("r1c3") == ("r1", "c3")
    assert parts("joy") == ("joy",)
    by_column = [choice.constraint.parts for choice in choices(RED)]
    assert by_column == [("a",), ("b",), ("c",)]
    in_b = narrow(RED, (Constraint("space", ("b",)),))
    assert [choice.action for choice in choices(in_b)] == list(in_b)


def test_a_choice_has_a_whole_value_once_all_its_parts_are_chosen() -> None:
    seats = tuple(Give(seat, n) for seat in (0, 1) for n in range(5))
    assert [choice.value for choice in choices(seats)] == [0, 1]
    assert [choice.value for choice in choices(RED)] == ["a", "b", "c"]


def test_columns_are_listed_in_alphabetical_order_and_rows_by_number() -> None:
    """In whatever order the rules think of the spaces."""
    spaces = ("f3", "a10", "c2", "a2", "b1", "f1", "e1", "d9", "c1", "a1")
    actions = [Put("Y", space) for space in spaces]
    columns = choices(actions)
    assert [choice.value for choice in columns] == ["a", "b", "c", "d", "e", "f"]
    many = [Put("Y", f"a{row}") for row in (10, 2, 9, 1, 3, 4, 5, 6, 7, 8)]
    assert [choice.value for choice in choices(many)] == [f"a{row}" for row in range(1, 11)]
