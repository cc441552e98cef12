from typing import Final

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.engine.data import merge
from companion.games.compass_points.board import Board, Walk, board
from companion.games.compass_points.inscription import Kind
from companion.games.compass_points.variant import DATA, DIRECTIONS, SIDES, square, variant
from tests.games.compass_points.tables import board_of

DEFAULT: Final = board(variant(DATA))
TURNED: Final = {"N": "E", "E": "S", "S": "W", "W": "N"}


class TestGrid:
    """CP-NOTE-2: files from west to east, ranks from south to north."""

    def test_the_default_board_has_81_squares_around_e5(self) -> None:
        assert len(DEFAULT.squares) == 81
        assert DEFAULT.centre == "e5"
        assert DEFAULT.corners == ("a1", "a9", "i1", "i9")

    @pytest.mark.parametrize(
        ("direction", "there"),
        list(zip(DIRECTIONS, ["e6", "f6", "f5", "f4", "e4", "d4", "d5", "d6"], strict=True)),
    )
    def test_the_eight_directions(self, direction: str, there: str) -> None:
        assert DEFAULT.walk("e5", direction, 1) == Walk((there,))

    def test_the_pawn_moves_square_by_square(self) -> None:
        """CP-MOVE-2."""
        assert DEFAULT.walk("e5", "SE", 3) == Walk(("f4", "g3", "h2"))

    def test_the_rest_of_a_movement_lapses_off_the_grid(self) -> None:
        """CP-MOVE-3."""
        assert DEFAULT.walk("b2", "W", 3) == Walk(("a2",), off=True)


class TestGoals:
    """CP-GOAL-1, CP-GOAL-2, CP-R9."""

    @pytest.mark.parametrize(
        ("side", "fronts"),
        [("N", "d9 e9 f9"), ("S", "d1 e1 f1"), ("E", "i4 i5 i6"), ("W", "a4 a5 a6")],
    )
    def test_a_goal_lies_beyond_the_three_middle_squares(self, side: str, fronts: str) -> None:
        for front in fronts.split():
            assert DEFAULT.walk(front, side, 3) == Walk((), off=True, goal=side)

    @pytest.mark.parametrize(
        ("start", "direction", "goal"),
        [
            ("f1", "SW", "S"),
            ("e1", "SE", "S"),
            ("f1", "SE", None),  # beside the goal
            ("g1", "SW", None),  # from a square that is not in front of the goal
            ("d9", "NW", None),
            ("e9", "NW", "N"),
            ("i4", "NE", "E"),
            ("i4", "SE", None),
        ],
    )
    def test_a_step_begins_in_front_and_enters_directly_beyond(
        self, start: str, direction: str, goal: str | None
    ) -> None:
        assert DEFAULT.walk(start, direction, 1) == Walk((), off=True, goal=goal)

    def test_moving_along_front_squares_is_not_a_goal(self) -> None:
        assert DEFAULT.walk("d1", "E", 2) == Walk(("e1", "f1"))

    def test_a_small_board_has_goals_of_three_squares_as_well(self) -> None:
        small = board(board_of(5))
        assert small.walk("b5", "N", 1).goal == "N"
        assert small.walk("a5", "N", 1).goal is None

    def test_an_owner_may_have_other_goals(self) -> None:
        """CP-DATA-1."""
        data = merge(DATA, {"board": {"goals": {"N": ["e9", "f9", "g9"]}}})
        wide = board(variant({"board": {**DATA["board"], **data["board"]}}))
        assert wide.walk("g9", "N", 1).goal == "N"
        assert wide.walk("d9", "N", 1).goal is None
        assert wide.walk("d1", "S", 1).goal == "S"


class TestCorners:
    """CP-OUT-2, CP-OUT-4, CP-R10."""

    @pytest.mark.parametrize(
        ("last", "corners"),
        [("d9", "a9"), ("f9", "i9"), ("g1", "i1"), ("a6", "a9"), ("i2", "i1"), ("a1", "a1")],
    )
    def test_the_nearest_along_the_edge(self, last: str, corners: str) -> None:
        assert DEFAULT.nearest_corners(last) == tuple(corners.split())

    @pytest.mark.parametrize(
        ("middle", "corners"),
        [("e9", "a9 i9"), ("e1", "a1 i1"), ("a5", "a1 a9"), ("i5", "i1 i9")],
    )
    def test_only_from_the_middle_of_an_edge_are_there_two(self, middle: str, corners: str) -> None:
        assert DEFAULT.nearest_corners(middle) == tuple(corners.split())

    @given(st.sampled_from([5, 7, 9, 11]), st.data())
    def test_every_metric_agrees_on_the_edge(self, size: int, data: st.DataObject) -> None:
        land = board(board_of(size))
        edge = [name for name, at in land.place.items() if {1, size} & set(at)]
        at = data.draw(st.sampled_from(edge))
        assert land.nearest_corners(at) == nearest_as_the_crow_flies(land, at)


def nearest_as_the_crow_flies(land: Board, at: str) -> tuple[str, ...]:
    file, rank = land.place[at]
    far = {
        corner: (x - file) ** 2 + (y - rank) ** 2
        for corner, (x, y) in ((corner, land.place[corner]) for corner in land.corners)
    }
    return tuple(corner for corner in land.corners if far[corner] == min(far.values()))


class TestDefaultBoard:
    """CP-DATA-2, CP-DATA-3."""

    def test_57_squares_are_inscribed_and_24_blank(self) -> None:
        assert len(DEFAULT.tokens) == 57

    def test_a_quarter_turn_changes_nothing(self) -> None:
        for name, (file, rank) in DEFAULT.place.items():
            turned = DEFAULT.inscription(square(rank, 10 - file))
            here = DEFAULT.inscription(name)
            assert (turned.kind, turned.dark, turned.points, turned.steps) == (
                here.kind,
                here.dark,
                here.points,
                here.steps,
            )
            assert set(turned.letters) == {TURNED[letter] for letter in here.letters}
            assert set(turned.way) == {TURNED[letter] for letter in here.way}

    def test_the_centre_is_light_and_brings_30_to_who_lands_there(self) -> None:
        """CP-R2."""
        assert DEFAULT.tokens["e5"] == "l+30"

    def test_corners_are_blank(self) -> None:
        assert all(DEFAULT.inscription(corner).kind is Kind.BLANK for corner in DEFAULT.corners)

    def test_no_push_leaves_the_board_and_the_longest_chain_has_two(self) -> None:
        chains = [chain(square) for square in DEFAULT.squares]
        assert max(map(len, chains)) == 3
        assert ("f3", "h5", "h2") in chains

    def test_no_first_move_reaches_an_edge(self) -> None:
        for direction in DIRECTIONS:
            last = DEFAULT.walk("e5", direction, 3).path[-1]
            assert not {1, 9} & set(DEFAULT.place[last])

    def test_it_favours_no_seat(self) -> None:
        letters = "".join(DEFAULT.inscription(square).letters for square in DEFAULT.squares)
        assert len({letters.count(side) for side in SIDES}) == 1


def chain(at: str) -> tuple[str, ...]:
    """Return the squares to which the pawn is pushed in turn from a square."""
    here = DEFAULT.inscription(at)
    if here.kind is not Kind.PUSH:
        return (at,)
    walk = DEFAULT.walk(at, here.way, here.steps)
    assert not walk.off
    return (at, *chain(walk.path[-1]))
