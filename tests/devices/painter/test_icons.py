from itertools import combinations

from PIL import ImageChops

from companion.devices.painter.icons import SIZE, icon

EMOTIONS = [f"emotion-{letter}" for letter in "YBKWRX"]


def test_an_unknown_name_is_no_icon() -> None:
    assert icon("emotion-Q") is None
    assert icon("") is None


def test_the_emotions_are_told_apart_by_shape() -> None:
    for one, other in combinations(EMOTIONS, 2):
        first, second = icon(one), icon(other)
        assert first is not None
        assert second is not None
        assert first.size == (SIZE, SIZE)
        difference = ImageChops.logical_xor(first, second).convert("L").histogram()[255]
        assert difference >= SIZE * SIZE / 5, (one, other)
