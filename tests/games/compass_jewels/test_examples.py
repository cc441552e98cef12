"""The worked examples of the rules (section 11), asked as any program would ask them."""

import pytest

from companion.games.compass_jewels import GAME
from tests.games.examples import assert_answered, lines_beside, name

LINES = lines_beside(__file__)


def test_all_15_examples_are_here() -> None:
    asked = {name(line) for line in LINES}
    assert asked >= {f"CJ-X{n:02}" for n in range(1, 16)}


@pytest.mark.parametrize(
    "line", [pytest.param(line, id=f"{i}-{name(line)}") for i, line in enumerate(LINES)]
)
def test_example(line: str) -> None:
    assert_answered(GAME, line)
