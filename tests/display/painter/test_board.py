"""Boards are drawn whole if their pictures fit, else the marked part of them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from companion.display.painter.board import GAP, BoardLayout, lay_out_boards
from companion.display.painter.layout import lay_out
from companion.display.painter.primitives import LEFT, LINE, Rect
from companion.engine.diagram import Cell, Diagram, marked
from companion.table.screens.screen import Row, Screen

HIGH, LOW, WIDE = (128, 64), (128, 32), (256, 64)
ICONS = {"dot": ("##", "##"), "sign": ("#######",) * 7}


def square(n: int, cell: Cell) -> Diagram:
    return Diagram(((cell,) * n,) * n)


def grid(columns: int, rows: int, here: str = "") -> Diagram:
    cells = tuple(
        tuple(Cell("sign", "", f"{column},{row}") for column in range(columns))
        for row in range(rows)
    )
    return marked(Diagram(cells), {here})


def test_it_fills_the_space_between_title_and_footer() -> None:
    board = lay_out_boards((square(6, Cell("dot")),), ICONS, HIGH)
    assert board.width == 48 + GAP
    assert {picture.y for picture in board.pictures} == {LINE + 3 + 8 * i for i in range(6)}


def test_nine_by_nine_is_centred() -> None:
    board = lay_out_boards((square(9, Cell("dot")),), ICONS, HIGH)
    assert board.width == 45 + GAP
    assert min(picture.y for picture in board.pictures) == LINE + 1 + 1


def test_without_a_board_there_is_none() -> None:
    assert lay_out_boards((), ICONS, HIGH) == BoardLayout()


def test_the_cursor_is_inverted_and_a_target_has_marked_corners() -> None:
    cursor = lay_out_boards((Diagram(((Cell(mark="cursor"),),)),), {}, HIGH)
    assert cursor.inverted == (Rect(1, LINE, 48, LINE + 47),)
    target = lay_out_boards((Diagram(((Cell(mark="target"),),)),), {}, HIGH)
    assert [(box.left, box.top) for box in target.inverted] == [
        (x, y) for x in (1, 48) for y in (LINE, LINE + 47)
    ]


def test_the_rows_stand_beside_it() -> None:
    screen = Screen(rows=(Row("beside"),), diagrams=(square(6, Cell("dot")),), icons=ICONS)
    assert [label.x for label in lay_out(screen, HIGH).labels] == [1 + 48 + GAP]
    assert len(lay_out(screen, HIGH).pictures) == 36


def test_on_a_low_panel_it_stands_beside_title_and_rows() -> None:
    screen = Screen("Title", (Row("beside"),), "Footer", diagrams=(grid(6, 6, "0,0"),), icons=ICONS)
    places = {label.shown: (label.x, label.y) for label in lay_out(screen, LOW).labels}
    beside = LEFT + 3 * 8 + GAP
    assert places == {"Title": (beside, 0), "beside": (beside, 8), "Footer": (LEFT, 24)}
    assert lay_out(screen, LOW).inverted[0] == Rect(beside - LEFT, 0, 127, 7)


@pytest.mark.parametrize(
    ("here", "columns", "rows"),
    [("0,0", "012", "012"), ("3,2", "234", "123"), ("5,5", "345", "345")],
)
def test_a_cut_out_shows_what_is_around_the_marked_space(
    here: str, columns: str, rows: str
) -> None:
    board = lay_out_boards((grid(6, 6, here),), ICONS, LOW)
    assert len(board.pictures) == 9
    (cursor,) = board.inverted
    column, row = here.split(",")
    assert cursor.left == LEFT + 8 * columns.index(column)
    assert cursor.top == 8 * rows.index(row)
    down = [dot.top for dot in board.bars if dot.left == LEFT + 23]
    across = [dot.left - LEFT for dot in board.bars if dot.top == 23]
    assert (min(down) == 0, max(down) >= 22) == ("0" in rows, "5" in rows)
    assert (min(across) == 0, max(across) >= 22) == ("0" in columns, "5" in columns)


def test_a_marked_part_is_seen_whole() -> None:
    section = marked(grid(6, 6), {f"{x},{y}" for x in (3, 4, 5) for y in (0, 1, 2)})
    board = lay_out_boards((section,), ICONS, LOW)
    assert len(board.inverted) == 9


def test_two_boards_are_below_each_other_or_beside_each_other() -> None:
    two = grid(5, 3, "0,0"), grid(6, 6, "5,5")
    high = lay_out_boards(two, ICONS, HIGH)
    assert high.width == 44 + GAP
    assert [box.top for box in high.inverted] == [LINE, LINE + 40]
    assert min(picture.x for picture in high.pictures if picture.y >= LINE + 24) == LEFT + 4
    wide = lay_out_boards(two, ICONS, WIDE)
    assert len(wide.pictures) == 15 + 36
    low = lay_out_boards(two, ICONS, LOW)
    assert low.width == 2 * (24 + GAP)


@given(
    st.lists(st.tuples(st.integers(1, 13), st.integers(1, 13), st.integers(0, 168)), max_size=3),
    st.sampled_from([HIGH, LOW, WIDE]),
)
def test_what_is_meant_is_always_seen_beside_words(
    boards: list[tuple[int, int, int]], size: tuple[int, int]
) -> None:
    diagrams = tuple(
        grid(columns, rows, f"{at % columns},{at // columns % rows}")
        for columns, rows, at in boards
    )
    screen = Screen("T", (Row("Word"),), "F", diagrams=diagrams, icons=ICONS)
    layout, board = lay_out(screen, size), lay_out_boards(diagrams, ICONS, size)
    assert len(board.inverted) == min(2, len(diagrams))
    bottom = size[1] - LINE
    assert all(picture.y + 7 <= bottom for picture in layout.pictures)
    assert all(box.top >= 0 and box.bottom < bottom for box in (*board.inverted, *board.bars))
    columns = (size[0] - LEFT - board.width) // 6
    assert columns >= 9, "there is room for words"
    assert {label.shown for label in layout.labels} == {"T", "Word", "F"}


ARROW = ("..#", "###", "..#")


def column(*beside: str, points: bool = False) -> Diagram:
    """A column of six pieces, and what is beside each of them."""
    return Diagram(
        tuple((Cell("sign"), *(Cell(icon, points=points) for icon in beside)) for _ in range(6))
    )


@pytest.mark.parametrize("size", [HIGH, LOW, WIDE])
@pytest.mark.parametrize("boards", [1, 2])
def test_all_pieces_of_a_column_are_drawn(size: tuple[int, int], boards: int) -> None:
    board = lay_out_boards((column(),) * boards, ICONS, size)
    assert len(board.pictures) == 6 * boards
    assert not board.bars
    assert max(picture.y for picture in board.pictures) + 7 <= size[1] - LINE


def test_a_column_that_is_too_high_goes_on_beside_itself() -> None:
    board = lay_out_boards((column(),), ICONS, LOW)
    first, second = sorted({picture.x for picture in board.pictures})
    assert [picture.x for picture in board.pictures] == [first, second] * 3
    assert board.width == 2 * 8 + GAP
    marked_one = Diagram((*column().rows[:3], (Cell("sign", "cursor"),), *column().rows[4:]))
    (box,) = lay_out_boards((marked_one,), ICONS, LOW).inverted
    assert (box.left, box.top) == (LEFT + 8, 0), "the fourth is at the top of the second column"


def test_a_wider_board_that_is_too_high_lies_on_its_side_with_its_top_at_the_left() -> None:
    board = lay_out_boards((column("dot"),), ICONS, LOW)
    signs = [picture for picture in board.pictures if len(picture.pattern) == 7]
    dots = [picture for picture in board.pictures if len(picture.pattern) == 2]
    assert len({picture.y for picture in signs}) == len({picture.y for picture in dots}) == 1
    assert [picture.x for picture in signs] == sorted({picture.x for picture in signs})
    assert dots[0].y > signs[0].y
    assert board.width == 6 * 8 + GAP


def test_only_what_points_to_the_right_points_down_then() -> None:
    icons = {**ICONS, "arrow": ARROW}
    for points in (False, True):
        board = lay_out_boards((column("arrow", points=points),), icons, LOW)
        turned = (".#.", ".#.", "###") if points else ARROW
        assert turned in {picture.pattern for picture in board.pictures}
