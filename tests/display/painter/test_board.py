from companion.display.painter.board import GAP, Board, lay_out_board
from companion.display.painter.layout import lay_out
from companion.display.painter.places import LINE, Box
from companion.engine.diagram import Cell, Diagram
from companion.table.screen import Row, Screen

HIGH, LOW = (128, 64), (128, 32)
ICONS = {"dot": ("##", "##")}


def square(n: int, cell: Cell) -> Diagram:
    return Diagram(((cell,) * n,) * n)


def test_it_fills_the_space_between_title_and_footer() -> None:
    board = lay_out_board(square(6, Cell("dot")), ICONS, HIGH)
    assert board.width == 48 + GAP
    assert {picture.y for picture in board.pictures} == {LINE + 3 + 8 * i for i in range(6)}


def test_nine_by_nine_is_centred() -> None:
    board = lay_out_board(square(9, Cell("dot")), ICONS, HIGH)
    assert board.width == 45 + GAP
    assert min(picture.y for picture in board.pictures) == LINE + 1 + 1


def test_a_low_panel_has_no_space_for_it() -> None:
    assert lay_out_board(square(6, Cell("dot")), ICONS, LOW) == Board()
    assert lay_out_board(None, ICONS, HIGH) == Board()


def test_the_cursor_is_inverted_and_a_target_has_marked_corners() -> None:
    cursor = lay_out_board(Diagram(((Cell(mark="cursor"),),)), {}, HIGH)
    assert cursor.inverted == (Box(1, LINE, 48, LINE + 47),)
    target = lay_out_board(Diagram(((Cell(mark="target"),),)), {}, HIGH)
    assert [(box.left, box.top) for box in target.inverted] == [
        (x, y) for x in (1, 48) for y in (LINE, LINE + 47)
    ]


def test_the_rows_stand_beside_it() -> None:
    screen = Screen(rows=(Row("beside"),), diagram=square(6, Cell("dot")), icons=ICONS)
    assert [label.x for label in lay_out(screen, HIGH).labels] == [1 + 48 + GAP]
    assert len(lay_out(screen, HIGH).pictures) == 36
