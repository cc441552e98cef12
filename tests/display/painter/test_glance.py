"""Names and numbers are as large as fit, on every panel."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.painter.glance import lay_out_glance
from companion.display.painter.primitives import LINE, TextLabel
from companion.table.screens.screen import Glance

USUAL, LOW, WIDE = (128, 64), (128, 32), (256, 64)
WORDS = st.text(st.sampled_from("Ab ü1:"), max_size=24)
GLANCES = st.builds(
    Glance,
    WORDS,
    st.lists(WORDS, min_size=1, max_size=2).map(tuple),
    st.text("0123456789:", max_size=7),
    st.lists(WORDS, min_size=1, max_size=3).map(tuple),
    st.lists(st.tuples(WORDS, st.booleans()), min_size=1, max_size=7).map(tuple),
)


def label(text: str, glance: Glance, size: tuple[int, int] = USUAL) -> TextLabel:
    return next(each for each in lay_out_glance(glance, size).labels if each.text == text)


@pytest.mark.parametrize(
    ("size", "name", "height", "shown"),
    [
        (USUAL, "Ann", 32, "Ann"),
        (USUAL, "Matthias", 32, "Matthias"),
        (USUAL, "Alexandra", 24, "Alexandra"),
        (USUAL, "Maximiliane", 16, "Maximiliane"),
        (USUAL, "Maximiliane-Charlotte", 8, "Maximiliane-Charlotte"),
        (USUAL, "Maximiliane and Charlotte", 8, "Maximiliane and Char…"),
        (LOW, "Ann", 24, "Ann"),
        (LOW, "Alexandra", 24, "Alexandra"),
        (WIDE, "Alexandra", 32, "Alexandra"),
    ],
)
def test_a_name_has_the_largest_letters_in_which_it_fits(
    size: tuple[int, int], name: str, height: int, shown: str
) -> None:
    placed = label(name, Glance(name, ("R7",), "", ("Ann: Joy",)), size)
    assert (placed.size[1], placed.shown) == (height, shown)


@pytest.mark.parametrize("size", [USUAL, LOW, WIDE])
@pytest.mark.parametrize("name", ["Ann", "Paused", "Alexandra"])
def test_a_clock_leaves_the_round_whole(size: tuple[int, int], name: str) -> None:
    glance = Glance(name, ("Round 12", "R12"), "1:02:34", ("",), (("Ann", True),))
    clock = label("1:02:34", glance, size)
    assert clock.size[1] >= 16, "it is as important as the name"
    shown = {each.shown for each in lay_out_glance(glance, size).labels}
    assert shown & {"Round 12", "R12"}
    assert name in shown


def test_several_winners_are_named_on_a_low_panel() -> None:
    glance = Glance("Player 1 Player 2", ("Win with 40", "Win: 40"))
    assert label("Player 1 Player 2", glance, LOW).shown == "Player 1 Player 2"
    assert label("Win with 40", glance, LOW).y == 2 * LINE


def test_a_clock_is_as_large_as_a_name() -> None:
    glance = Glance("Ann", ("Round 7", "R7"), "12:34")
    assert label("12:34", glance).size == label("Ann", glance).size == (12, 24)
    assert label("Round 7", glance).size == (8, 16)


def test_a_low_panel_shows_the_lamps_only_if_several_are_lit() -> None:
    one = Glance("Ann", ("R1",), "", ("Ann: Joy",), (("Ann", True), ("Ben", False)))
    assert label("Ann: Joy", one, LOW).y == LOW[1] - LINE
    two = Glance("Together", ("R1",), "", ("Ann: Joy",), (("Ann", True), ("Ben", True)))
    assert [each.text for each in lay_out_glance(two, LOW).labels][-2:] == ["Ann", "Ben"]


def test_lamps_that_are_lit_are_inverted() -> None:
    glance = Glance("Ann", ("1",), "", ("",), (("Ann", True), ("Ben", False), ("Cem", True)))
    assert len(lay_out_glance(glance, USUAL).inverted) == 2


@pytest.mark.slow
@given(glance=GLANCES, size=st.sampled_from([USUAL, LOW, WIDE]))
def test_nothing_leaves_the_panel_or_overlaps(glance: Glance, size: tuple[int, int]) -> None:
    taken: set[tuple[int, int]] = set()
    for each in lay_out_glance(glance, size).labels:
        right = each.x + each.width
        bottom = each.y + each.size[1]
        assert each.x >= 0
        assert right <= size[0]
        assert bottom <= size[1]
        cells = {(x, y) for x in range(each.x, right) for y in range(each.y, bottom)}
        assert not cells & taken, each
        taken |= cells
