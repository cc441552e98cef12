"""The Life board: sections, groups, neighbours, quadrants."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.inner_compass.ask.terms import REFERENCE
from companion.games.inner_compass.board import (
    COLOURS,
    DIRECTIONS,
    SLOTS,
    Board,
    Rows,
    assemble,
    board,
    turned,
)

BACK = {"N": "S", "E": "W", "S": "N", "W": "E"}
BURIED = board(("YYYYRB", "YYYYRB", "YYYYRB", "BBBBRB", "RRRRRB", "KKKKWW"))
"""A board with spaces all of whose neighbours have their colour."""


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Generate boards of four sections, 1 x 1 to 4 x 4, mostly of two colours (large groups)."""
    size = 2 * draw(st.integers(1, 4))
    colours = draw(st.sampled_from(["YB", "KWR", COLOURS]))
    row = st.text(colours, min_size=size, max_size=size)
    return board(tuple(draw(st.lists(row, min_size=size, max_size=size))))


class TestSections:
    """IC-SETUP-2, IC-R1, IC-R2, IC-R34."""

    def test_a_section_turns_clockwise(self) -> None:
        assert turned(("YYK", "BRK", "BWY"), 1) == ("BBY", "WRY", "YKK")

    def test_four_quarter_turns_are_none(self) -> None:
        section = ("YYK", "BRK", "BWY")
        assert [turned(section, n) == section for n in range(5)] == [
            True,
            False,
            False,
            False,
            True,
        ]

    def test_four_sections_make_one_board(self) -> None:
        laid = {slot: (colour * 2, colour * 2) for slot, colour in zip(SLOTS, "YBKW", strict=True)}
        assert assemble(laid) == ("YYBB", "YYBB", "KKWW", "KKWW")

    @pytest.mark.parametrize("side", [2, 3, 4, 5])
    def test_sections_of_any_size_will_do(self, side: int) -> None:
        section: Rows = ("YBKWRYBKWR"[:side],) * side
        land = board(assemble(dict.fromkeys(SLOTS, section)))
        assert len(land.spaces) == (2 * side) ** 2
        for slot in SLOTS:
            assert sum(corner == slot for corner in land.quadrant.values()) == side**2

    def test_spaces_are_named_from_the_north_west(self) -> None:
        assert REFERENCE.spaces[:7] == ("a1", "b1", "c1", "d1", "e1", "f1", "a2")
        assert REFERENCE.spaces[-1] == "f6"
        assert [REFERENCE.colour[space] for space in ("a1", "c1", "f6", "d4")] == list("YKYB")

    def test_corners_are_those_of_the_whole_board(self) -> None:
        assert REFERENCE.corners == ("a1", "f1", "a6", "f6")

    def test_quadrants_are_the_sections_in_place(self) -> None:
        assert [REFERENCE.quadrant[space] for space in ("c3", "d3", "c4", "d4")] == list(SLOTS)


class TestNeighbours:
    """IC-MOVE-1, IC-MOVE-3."""

    def test_north_is_up(self) -> None:
        assert REFERENCE.neighbours["c3"] == {"N": "c2", "E": "d3", "S": "c4", "W": "b3"}

    def test_nothing_wraps_around(self) -> None:
        assert REFERENCE.neighbours["a1"] == {"E": "b1", "S": "a2"}
        assert REFERENCE.neighbours["f6"] == {"N": "f5", "W": "e6"}

    @given(boards())
    def test_there_is_always_a_way_and_a_way_back(self, land: Board) -> None:
        for space, near in land.neighbours.items():
            assert 2 <= len(near) <= 4
            for direction, there in near.items():
                assert direction in DIRECTIONS
                assert land.neighbours[there][BACK[direction]] == space


class TestGroups:
    """IC-FREE-2, IC-R3: spaces of one colour joined by edges, across section borders."""

    def test_a_group_crosses_section_borders(self) -> None:
        assert REFERENCE.group["c4"] == ("b3", "b4", "c4")
        assert REFERENCE.group["d6"] == ("c5", "c6", "d6")

    def test_diagonals_do_not_join(self) -> None:
        assert "e3" not in REFERENCE.group["d4"]

    @given(boards())
    def test_groups_are_what_joining_neighbours_one_by_one_gives(self, land: Board) -> None:
        label = {space: i for i, space in enumerate(land.spaces)}
        for _ in land.spaces:
            for space, near in land.neighbours.items():
                same = [label[s] for s in near.values() if land.colour[s] == land.colour[space]]
                label[space] = min([label[space], *same])
        for space in land.spaces:
            alike = {other for other in land.spaces if label[other] == label[space]}
            assert set(land.group[space]) == alike
            assert list(land.group[space]) == sorted(alike)


class TestFreeMoves:
    """IC-FREE-1, IC-FREE-3, IC-R5, IC-R6."""

    def test_any_other_space_of_the_group_at_any_distance(self) -> None:
        assert REFERENCE.free_moves("b3") == ("b4", "c4")

    def test_none_in_a_group_of_one(self) -> None:
        assert REFERENCE.free_moves("c3") == ()

    def test_not_where_no_step_would_lead_into_another_colour(self) -> None:
        assert BURIED.exits("b2") == ()
        assert set(BURIED.free_moves("a1")) == {"d1", "d2", "a3", "b3", "c3", "d3"}

    @given(boards())
    def test_each_ends_where_the_duty_of_another_colour_can_be_done(self, land: Board) -> None:
        for space in land.spaces:
            for end in land.free_moves(space):
                assert end != space
                assert land.colour[end] == land.colour[space]
                ways = [land.neighbours[end][direction] for direction in land.exits(end)]
                assert ways
                assert all(land.colour[way] != land.colour[space] for way in ways)


class TestDistances:
    """IC-ADV-5, IC-R41: distances are counted along edges, turns included."""

    @given(boards(), st.integers(0, 3), st.data())
    def test_are_counted_along_edges(self, land: Board, steps: int, data: st.DataObject) -> None:
        space = data.draw(st.sampled_from(land.spaces))
        column, row = ord(space[0]), int(space[1:])
        apart = {
            other: abs(ord(other[0]) - column) + abs(int(other[1:]) - row) for other in land.spaces
        }
        assert land.within(space, steps) == {s: d for s, d in apart.items() if d <= steps}
