"""What people must do at the table."""

import pytest

from companion.games.compass_jewels import GAME
from companion.games.compass_jewels.state import State
from tests.games.compass_jewels.tables import (
    THREE_COLOURS,
    TWO_COLOURS,
    declare,
    declaring,
    example_9,
    laid,
    position,
)


def done(state: State, notation: str) -> list[str]:
    action = GAME.string_to_action(notation)
    return [text.key for text in GAME.instructions(state, action, GAME.apply_action(state, action))]


def moving(source: str) -> State:
    cards = {"c6": "Y/GRBP", "c5": "B/RYGP", "a1": "R/YGBP", "f1": "P/RYGB", "f3": "G/RYBP"}
    return position(cards, ("c6", "a1"), ("f3", "f1"), orientation_source=source)


@pytest.mark.parametrize(
    ("source", "todo"),
    [("entered", ["do.collect"]), ("mark_north", ["do.collect"]), ("virtual", [])],
)
def test_a_card_is_collected_where_there_are_cards(source: str, todo: list[str]) -> None:
    """CJ-COLLECT-1, CJ-DATA-3."""
    assert done(moving(source), "move(c6,c5)") == todo


def test_the_table_is_cleared_after_phase_one() -> None:
    """CJ-PHASE-1."""
    assert done(example_9(orientation_source="entered"), "end_phase") == ["do.clear"]


def test_a_declared_jewel_lies_already() -> None:
    """CJ-R9: the players have laid it, and the box rearranges nothing."""
    state = declare(declaring(THREE_COLOURS), THREE_COLOURS[:3]).state
    assert done(state, laid(THREE_COLOURS[3])) == []


def test_a_claim_that_is_no_jewel_is_answered() -> None:
    """CJ-X06: the fourth card is taken back; that is said with virtual cards, too."""
    state = declare(declaring(TWO_COLOURS), TWO_COLOURS[:3]).state
    assert done(state, laid("R/PYBG")) == ["do.take_back"]
