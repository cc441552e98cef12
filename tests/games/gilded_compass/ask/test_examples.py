"""The worked examples of the rules (section 16), asked as any program would ask them."""

import pytest

from companion.games.gilded_compass import GAME
from tests.games.examples import assert_answered, lines_beside, name

LINES = lines_beside(__file__)
"""Some examples are several questions: ``GC-X02``, ``GC-X02-new``."""


def test_all_34_examples_are_here() -> None:
    asked_rules = {name(line)[: len("GC-X01")] for line in LINES}
    assert asked_rules == {f"GC-X{n:02}" for n in range(1, 35)}


@pytest.mark.parametrize("line", [pytest.param(line, id=name(line)) for line in LINES])
def test_example(line: str) -> None:
    assert_answered(GAME, line)
