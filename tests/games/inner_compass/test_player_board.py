"""The player board: where a cube may come from, and which lines it clears."""

from itertools import combinations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.games.inner_compass.player_board import Layout, PlayerBoard, player_board, row_of

USUAL: Layout = ("YBKWR",) * 3
LAYOUTS: tuple[Layout, ...] = (
    USUAL,
    ("YBK", "WRY", "BKW", "RYB", "KWR"),
    ("YYYBB", "KKKWW", "RRRYB"),
)


@pytest.fixture(params=LAYOUTS, ids="-".join)
def squares(request: pytest.FixtureRequest) -> PlayerBoard:
    return player_board(request.param)


class TestSources:
    """IC-IMPRINT-3, IC-IMPRINT-4, IC-IMPRINT-5, IC-R18, IC-R48."""

    def test_squares_of_the_colour_while_one_has_a_cube(self) -> None:
        assert player_board(USUAL).sources((), "Y") == ("r1c1", "r2c1", "r3c1")
        assert player_board(USUAL).sources(("r1c1", "r2c1"), "Y") == ("r3c1",)

    def test_then_any_square_with_a_cube(self) -> None:
        gone = ("r1c1", "r2c1", "r3c1")
        assert len(player_board(USUAL).sources(gone, "Y")) == 12

    @given(st.sets(st.sampled_from(sorted(player_board(USUAL).colour)), max_size=14))
    def test_there_is_always_one_while_there_is_a_cube(self, gone: set[str]) -> None:
        for colour in "YBKWR":
            sources = player_board(USUAL).sources(gone, colour)
            assert sources
            assert not gone & set(sources)

    def test_none_on_an_empty_board(self, squares: PlayerBoard) -> None:
        assert squares.sources(squares.colour, "Y") == ()


class TestLines:
    """IC-VALUE-4, IC-R23, IC-R28, IC-R39."""

    def test_three_rows_and_five_columns(self) -> None:
        lines = player_board(USUAL).lines
        assert list(lines) == ["row1", "row2", "row3", "col1", "col2", "col3", "col4", "col5"]
        assert lines["row2"] == {"r2c1", "r2c2", "r2c3", "r2c4", "r2c5"}
        assert lines["col4"] == {"r1c4", "r2c4", "r3c4"}

    def test_one_cube_clears_a_row_and_a_column_at_most(self) -> None:
        gone = ("r1c1", "r2c1", "r3c2", "r3c3", "r3c4", "r3c5")
        assert player_board(USUAL).cleared_by(gone, "r3c1") == ("row3", "col1")

    @given(st.permutations(sorted(player_board(USUAL).colour)))
    def test_what_cubes_clear_one_by_one_is_what_they_clear_together(
        self, order: list[str]
    ) -> None:
        squares = player_board(USUAL)
        cleared: set[str] = set()
        for i, square in enumerate(order):
            new = squares.cleared_by(order[:i], square)
            assert len(new) <= 2
            cleared.update(new)
            assert cleared == set(squares.cleared(order[: i + 1]))

    def test_fewest_and_most_cubes_gone_by_number_of_lines(self, squares: PlayerBoard) -> None:
        bounds: dict[int, set[int]] = {}
        for count in range(16):
            for gone in combinations(squares.colour, count):
                bounds.setdefault(len(squares.cleared(gone)), set()).add(count)
        for lines, counts in bounds.items():
            if lines <= 3:
                assert (squares.fewest[lines], squares.most[lines]) == (min(counts), max(counts))

    def test_the_third_line_comes_with_the_9th_to_the_13th_memory(self) -> None:
        squares = player_board(USUAL)
        assert squares.fewest[3] == 9
        assert squares.most[2] == 12

    def test_rows_are_counted_from_the_top(self) -> None:
        assert [row_of(square) for square in ("r1c5", "r2c1", "r3c3")] == [1, 2, 3]
