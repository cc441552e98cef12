"""The worked examples of the rules (section 13), asked as any program would ask them."""

import pytest

from companion.games.compass_points import GAME
from tests.games.examples import assert_answered, lines_beside, name

LINES = lines_beside(__file__)


def test_all_17_examples_are_here() -> None:
    assert [name(line) for line in LINES] == [f"CP-X{n:02}" for n in range(1, 18)]


@pytest.mark.parametrize("line", [pytest.param(line, id=name(line)) for line in LINES])
def test_example(line: str) -> None:
    assert_answered(GAME, line)
