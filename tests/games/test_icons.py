"""The icons of each game can be told apart without colour."""

from itertools import combinations

import pytest
from PIL import Image, ImageChops

from companion.display.painter.icons import SIZE, icon
from companion.engine import registry

GAMES = [name for name in registry.names() if registry.load(name).icons]


@pytest.mark.parametrize("game", GAMES)
def test_they_differ_in_shape(game: str) -> None:
    """Any two of one size differ in at least a fifth of their pixels."""
    for (one, first), (other, second) in combinations(registry.load(game).icons.items(), 2):
        pictures = icon(first), icon(second)
        if pictures[0].size == pictures[1].size:
            pixels = pictures[0].size[0] * pictures[0].size[1]
            assert difference(*pictures) >= pixels / 5, (one, other)


@pytest.mark.parametrize("game", GAMES)
def test_they_are_rectangles_that_fit_a_line(game: str) -> None:
    for name, pattern in registry.load(game).icons.items():
        assert {len(row) for row in pattern} == {len(pattern[0])}, name
        assert max(len(pattern), len(pattern[0])) <= SIZE, name
        assert set("".join(pattern)) <= set("#."), name


def difference(one: Image.Image, other: Image.Image) -> int:
    return ImageChops.logical_xor(one, other).convert("L").histogram()[255]
