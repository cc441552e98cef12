"""The area: squares, directions, targets."""

import pytest

from companion.games.compass_jewels.area import (
    RAYS,
    SQUARES,
    Layout,
    direction,
    holes,
    laid,
    on,
    targets,
)
from tests.games.compass_jewels.tables import EXAMPLE_1


def layout(**cards: str) -> Layout:
    return tuple(cards.get(square) for square in SQUARES)


def test_squares_are_named_by_file_and_rank() -> None:
    """CJ-NOTE-3: a to f from west to east, 1 to 6 from south to north."""
    assert (SQUARES[0], SQUARES[5], SQUARES[30], SQUARES[35]) == ("a6", "f6", "a1", "f1")
    assert len(set(SQUARES)) == 36


def test_rays_go_straight() -> None:
    """CJ-MOVE-1."""
    assert RAYS["b4"] == (("b5", "b6"), ("c4", "d4", "e4", "f4"), ("b3", "b2", "b1"), ("a4",))
    assert RAYS["f1"][1] == RAYS["f1"][2] == ()


@pytest.mark.parametrize(
    ("source", "target", "way"),
    [("c3", "c6", "N"), ("c3", "a3", "W"), ("c3", "d4", None), ("c3", "c3", None)],
)
def test_a_direction_is_straight_or_none(source: str, target: str, way: str | None) -> None:
    """CJ-MOVE-1: moves are never diagonal, and never of zero squares."""
    assert direction(source, target) == way


def test_all_middles_of_the_colour_are_targets_not_only_the_nearest() -> None:
    """CJ-MOVE-2, CJ-MOVE-3, CJ-X01."""
    assert targets(layout(**EXAMPLE_1), "b4", {"b4", "f4"}) == ("c4", "e4")


def test_a_target_has_no_checker_but_checkers_are_passed_over() -> None:
    """CJ-MOVE-4, CJ-MOVE-5, CJ-R4, CJ-X02."""
    column = layout(c6="Y/GRBP", c5="B/RYGP", c4="G/RYBP", c3="B/YRGP")
    assert targets(column, "c6", {"c6", "c3"}) == ("c5",)
    assert targets(column, "c6", {"c6", "c4"}) == ("c5", "c3")


def test_holes_are_passed_over_and_no_targets() -> None:
    """CJ-MOVE-4, CJ-MOVE-5."""
    assert targets(layout(c6="Y/GRBP", c1="B/YRGP"), "c6", {"c6"}) == ("c1",)
    assert targets(layout(c1="B/YRGP"), "c6", ()) == ()


def test_the_borders_of_the_target_do_not_matter() -> None:
    """CJ-MOVE-6."""
    for there in ("B/YRGP", "B/PYRG", "B/GPYR", "B/RGPY"):
        assert targets(layout(c6="Y/GRBP", c1=there), "c6", {"c6"}) == ("c1",)


def test_a_square_left_is_a_hole_of_the_same_area() -> None:
    """CJ-COLLECT-2, CJ-R15: any hole will do, in line with something or not."""
    full = tuple("R/YGBP" for _ in SQUARES)
    after = laid(full, "c4", None)
    assert len(after) == 36
    assert holes(after) == ("c4",)
    assert on(after, "c4") is None
