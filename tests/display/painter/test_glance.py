"""Names and numbers are as large as fit, on every panel."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.painter.glance import lay_out_glance
from companion.display.painter.places import COLUMN, LINE, Label
from companion.table.screen import Glance

USUAL, LOW, WIDE = (128, 64), (128, 32), (256, 64)
WORDS = st.text(st.sampled_from("Ab ü1:"), max_size=24)
GLANCES = st.builds(
    Glance, WORDS, WORDS, st.text("0123456789:", max_size=7), WORDS,
    st.lists(st.tuples(WORDS, st.booleans()), min_size=1, max_size=7).map(tuple),
)  # fmt: skip


def label(text: str, glance: Glance, size: tuple[int, int] = USUAL) -> Label:
    return next(each for each in lay_out_glance(glance, size).labels if each.text == text)


def test_name_and_round_are_three_times_as_large() -> None:
    glance = Glance("Matthew", "Round 7", "", "Ann: Joy", (("Ann", True),))
    assert label("Matthew", glance).scale == label("Round 7", glance).scale == 3
    assert label("Ann: Joy", glance).scale == 1


@pytest.mark.parametrize(
    ("name", "scale", "shown"),
    [("Ann", 3, "Ann"), ("Alexandra", 2, "Alexandra"), ("Maximiliane", 2, "Maximilia…")],
)
def test_a_long_name_is_smaller_and_cut_at_last(name: str, scale: int, shown: str) -> None:
    placed = label(name, Glance(name, "Round 7"))
    assert (placed.scale, placed.shown) == (scale, shown)


def test_a_clock_takes_its_room_from_the_round() -> None:
    glance = Glance("Ann", "Round 7", "12:34")
    assert label("12:34", glance).scale == 2
    round_ = label("Round 7", glance)
    assert round_.x + len(round_.shown) * COLUMN * round_.scale < label("12:34", glance).x


def test_a_low_panel_shows_the_lamps_only_if_several_are_lit() -> None:
    one = Glance("Ann", "R1", "", "Ann: Joy", (("Ann", True), ("Ben", False)))
    assert label("Ann: Joy", one, LOW).y == LOW[1] - LINE
    two = Glance("Together", "R1", "", "Ann: Joy", (("Ann", True), ("Ben", True)))
    assert [each.text for each in lay_out_glance(two, LOW).labels][-2:] == ["Ann", "Ben"]


def test_lamps_that_are_lit_are_inverted() -> None:
    glance = Glance("Ann", "1", "", "", (("Ann", True), ("Ben", False), ("Cem", True)))
    assert len(lay_out_glance(glance, USUAL).inverted) == 2


@given(glance=GLANCES, size=st.sampled_from([USUAL, LOW, WIDE]))
def test_nothing_leaves_the_panel_or_overlaps(glance: Glance, size: tuple[int, int]) -> None:
    taken: set[tuple[int, int]] = set()
    for each in lay_out_glance(glance, size).labels:
        right = each.x + len(each.shown) * COLUMN * each.scale
        bottom = each.y + LINE * each.scale
        assert each.x >= 0
        assert right <= size[0]
        assert bottom <= size[1]
        cells = {(x, y) for x in range(each.x, right) for y in range(each.y, bottom)}
        assert not cells & taken, each
        taken |= cells
