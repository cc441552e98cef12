"""The worked examples of the rules (section 11), asked as any program would ask them."""

import pytest

from companion.games.inner_compass import GAME
from tests.games.examples import assert_answered, lines_beside, name

LINES = lines_beside(__file__)


def test_all_examples_are_here() -> None:
    assert [name(line) for line in LINES] == [f"IC-X{n:02}" for n in range(1, 76)]


@pytest.mark.parametrize("line", [pytest.param(line, id=name(line)) for line in LINES])
def test_example(line: str) -> None:
    assert_answered(GAME, line)
