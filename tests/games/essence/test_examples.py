"""The worked examples of the rules (section 14), asked as any program would ask them."""

import pytest

from companion.games.essence import GAME
from companion.games.essence.questions import default_questions
from tests.games.essence.tables import begin
from tests.games.examples import assert_answered, lines_beside, name

LINES = lines_beside(__file__)


def test_examples_1_to_18_are_here() -> None:
    ids = dict.fromkeys(name(line) for line in LINES)
    assert list(ids) == [f"ES-X{n:02}" for n in range(1, 19)]


@pytest.mark.parametrize("line", [pytest.param(line, id=name(line)) for line in LINES])
def test_example(line: str) -> None:
    assert_answered(GAME, line)


def test_example_19_the_default_questions() -> None:
    """ES-X19, ES-DATA-3."""
    cards = {card.id: card for card in default_questions()}
    green, white = cards["G10"], cards["W06"]
    assert (green.symbol, green.count, green.deck, green.scale) == ("individual", 1, "values", 5)
    assert (white.symbol, white.count, white.deck, white.scale) == ("group", 3, "values", 3)
    assert white.e1
    assert white not in begin().variant.questions
    assert white in begin(expansion_e1="with").variant.questions
