import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.display.painter.layout import lay_out, visible
from companion.display.painter.primitives import LINE, Rect, shorten
from companion.engine.diagram import Cell, Diagram
from companion.table.screens.screen import (
    Row,
    RowMark,
    Screen,
    Tone,
)

HIGH, LOW = (128, 64), (128, 32)
ICONS = {"emotion-Y": ("#######",) * 7}
WORDS = st.text(st.sampled_from("Ab ü-."), max_size=40)
ROWS = st.builds(
    Row, WORDS, st.text("12/ ", max_size=30), st.sampled_from(["", "emotion-Y", "?"]),
    st.sampled_from(RowMark),
)  # fmt: skip
SCREENS = st.builds(
    Screen,
    WORDS,
    st.lists(ROWS, max_size=12).map(tuple),
    WORDS,
    st.sampled_from(Tone),
    WORDS,
    big=st.sampled_from(["", "", "Ann", "  12:34", "Maximiliane-Charlotte"]),
    icons=st.just(ICONS),
)


def labels(screen: Screen, size: tuple[int, int] = HIGH) -> list[tuple[str, int, int]]:
    return [(label.shown, label.x, label.y) for label in lay_out(screen, size).labels]


@pytest.mark.parametrize(
    ("text", "columns", "shown"),
    [
        ("fits", 4, "fits"),
        ("is cut", 5, "is c…"),
        ("is cut", 4, "is…"),
        ("cut", 1, "…"),
        ("cut", 0, ""),
        ("cut", -1, ""),
        ("", 0, ""),
    ],
)
def test_a_text_that_does_not_fit_ends_in_an_ellipsis(text: str, columns: int, shown: str) -> None:
    assert shorten(text, columns) == shown


def test_title_rows_and_footer_stand_on_the_grid() -> None:
    screen = Screen("Title", (Row("one", "1"), Row("two")), "Footer", status="12")
    assert labels(screen) == [
        ("12", 115, 0),
        ("Title", 1, 0),
        ("Footer", 1, 56),
        ("1", 121, 8),
        ("one", 1, 8),
        ("two", 1, 16),
    ]


def test_a_line_has_21_columns() -> None:
    assert not overflows(Screen(footer="x" * 21))
    assert overflows(Screen(footer="x" * 22))


def overflows(screen: Screen) -> bool:
    return any(label.shown != label.text for label in lay_out(screen, HIGH).labels)


def test_a_value_has_precedence_over_its_text() -> None:
    screen = Screen(rows=(Row("a long text at the left", "12 EP 1/2"),))
    assert labels(screen) == [("12 EP 1/2", 73, 8), ("a long tex…", 1, 8)]


def test_a_clock_without_room_beside_the_title_stands_beside_the_labels_of_keys() -> None:
    screen = Screen("! Cleo: lay speed", (), "A take  B back", status="119:32")
    for size in (HIGH, LOW, (256, 64)):
        shown = labels(screen, size)
        assert ("! Cleo: lay speed", 1, 0) in shown
        assert [(text, y) for text, _, y in shown if text == "119:32"] == [
            ("119:32", 0 if size[0] > 128 else size[1] - LINE)
        ]


def test_where_keys_leave_no_room_it_stands_above_them_if_that_line_is_free() -> None:
    screen = Screen("Cleo has finished", (), "A end turn  B not yet", status="Ann 119:32")
    for count, title, y in (
        (0, "Cleo has finished", 48),
        (5, "Cleo has finished", 48),
        (6, "Cleo has…", 0),
    ):
        shown = labels(replace(screen, rows=(Row("row"),) * count))
        assert (title, 1, 0) in shown
        assert ("Ann 119:32", 67, y) in shown
    assert ("Ann 119:32", 67, 48) in labels(replace(screen, big="Ann"))


def test_on_a_low_panel_a_picture_gives_way_to_the_beginning_of_a_title() -> None:
    board = Diagram(((Cell("emotion-Y"),) * 3,) * 3)
    screen = Screen("Together", (), "A done  B all done", status="Ben 1:20", diagrams=(board,))
    drawn = lay_out(replace(screen, icons=ICONS), LOW)
    assert drawn.pictures
    assert "Toge" in "".join(label.shown for label in drawn.labels)
    longer = lay_out(replace(screen, icons=ICONS, status="Paused 119:32"), LOW)
    assert not longer.pictures
    assert "Together" in [label.shown for label in longer.labels]


def test_icons_and_turn_indent_all_rows_alike() -> None:
    plain, icon, turn = Row("plain"), Row("icon", icon="emotion-Y"), Row("turn", mark=RowMark.TURN)
    assert {x for _, x, _ in labels(Screen(rows=(plain, Row("unknown", icon="?"))))} == {1}
    assert {x for _, x, _ in labels(Screen(rows=(plain, icon), icons=ICONS))} == {11}
    assert labels(Screen(rows=(plain, turn))) == [("plain", 8, 8), ("▶", 1, 16), ("turn", 8, 16)]
    assert {x for _, x, _ in labels(Screen(rows=(icon, turn), icons=ICONS))} == {1, 18}


def test_a_discount_is_a_sign_before_the_value() -> None:
    assert labels(Screen(rows=(Row("Love", "3", mark=RowMark.DISCOUNT),))) == [
        ("↓3", 115, 8),
        ("Love", 1, 8),
    ]


def test_the_cursor_inverts_its_row() -> None:
    rows = (Row("one"), Row("two", mark=RowMark.CURSOR))
    title, cursor = lay_out(Screen(rows=rows), HIGH).inverted
    assert (title.top, title.bottom) == (0, 7)
    assert (cursor.top, cursor.bottom) == (16, 23)


class TestVisibleRows:
    @staticmethod
    def rows(count: int, **marks: int) -> tuple[Row, ...]:
        placed = {place: RowMark(name) for name, place in marks.items()}
        return tuple(Row(str(n), mark=placed.get(n, RowMark.NONE)) for n in range(count))

    def test_a_few_rows_are_all_visible(self) -> None:
        assert visible(self.rows(6), 6) == range(6)
        assert visible((), 6) == range(0)

    def test_without_a_mark_the_first_rows_are_visible(self) -> None:
        assert visible(self.rows(9), 6) == range(6)

    @pytest.mark.parametrize(("cursor", "first"), [(0, 0), (2, 0), (3, 1), (5, 3), (6, 3), (8, 3)])
    def test_the_cursor_stays_in_the_middle(self, cursor: int, first: int) -> None:
        assert visible(self.rows(9, cursor=cursor), 6) == range(first, first + 6)

    def test_a_low_panel_shows_the_cursor_and_the_next(self) -> None:
        assert visible(self.rows(9, cursor=4), 2) == range(4, 6)
        assert visible(self.rows(9, cursor=8), 2) == range(7, 9)

    def test_without_a_cursor_the_seat_on_turn_is_visible(self) -> None:
        assert visible(self.rows(9, turn=8), 2) == range(7, 9)
        assert visible(self.rows(9, turn=8, cursor=0), 2) == range(2)

    @given(st.integers(0, 30), st.integers(0, 29), st.integers(1, 8))
    def test_the_cursor_is_always_visible(self, count: int, cursor: int, lines: int) -> None:
        rows = visible(self.rows(count, cursor=cursor), lines)
        assert len(rows) == min(count, lines)
        assert cursor in rows or cursor >= count


class TestMessage:
    @staticmethod
    def toast(*texts: str, title: str = "No", footer: str = "IC-MOVE-3") -> Screen:
        return Screen(title, tuple(map(Row, texts)), footer, Tone.TOAST)

    def test_it_is_wrapped_between_title_and_footer(self) -> None:
        assert labels(self.toast("You may only move to a free space.")) == [
            (" No ", 10, 0),
            ("You may only move to", 4, 8),
            ("a free space.", 4, 16),
            (" IC-MOVE-3 ", 52, 56),
        ]

    def test_paragraphs_begin_on_lines_of_their_own(self) -> None:
        assert labels(self.toast("One.", "Two."))[1:3] == [("One.", 4, 8), ("Two.", 4, 16)]

    def test_a_text_that_is_too_long_ends_in_an_ellipsis(self) -> None:
        *_, last, footer = lay_out(self.toast("many words " * 30), HIGH).labels
        assert last.y == 48
        assert last.shown.endswith("…")
        assert footer.y == 56

    def test_what_it_is_about_is_drawn_beside_it(self) -> None:
        cell = Cell("emotion-Y", "cursor", "d5")
        board = Diagram(((cell,) + (Cell("emotion-Y"),) * 5,) + ((Cell("emotion-Y"),) * 6,) * 5)
        screen = replace(self.toast("Your piece belongs there."), diagrams=(board,), icons=ICONS)
        layout = lay_out(screen, HIGH)
        assert [label.shown for label in layout.labels][1:3] == ["Your piece", "belongs"]
        assert {label.x for label in layout.labels[1:3]} == {4 + 48 + 3}
        assert len(layout.pictures) == 36
        assert layout.inverted[1] == Rect(4, 8, 11, 15), "inverted twice: it stands out"
        long = replace(screen, rows=(Row("many words " * 9),))
        assert lay_out(long, HIGH).pictures == (), "the words come first"

    def test_on_a_low_panel_the_footer_gives_way_to_words_and_stands_beside_the_title(self) -> None:
        two = labels(self.toast("one two three four five six seven eight"), LOW)
        assert [y for _, _, y in two] == [0, 8, 16, 24]
        words = "one two three four five six seven eight nine ten eleven twelve"
        three = self.toast(words, title="Not possible")
        title, footer, *lines = labels(three, LOW)
        assert (title[0].strip(), footer[0]) == ("Not possib…", three.footer)
        assert [y for _, _, y in (title, footer, *lines)] == [0, 0, 8, 16, 24]

    def test_on_a_low_panel_words_give_way_to_keys_with_a_clock_that_fill_the_line(self) -> None:
        words = "one two three four five six seven eight nine ten eleven twelve"
        screen = replace(self.toast(words, footer="A learn, hold: menu"), status="1:12:34")
        *_, last, footer = labels(screen, LOW)
        assert last[0].endswith("…")
        assert footer[0].strip() == "A learn, hold: menu"

    @pytest.mark.parametrize("size", [HIGH, LOW, (256, 64)])
    @pytest.mark.parametrize(
        ("title", "footer"),
        [("No", "A ok"), ("No longer there", "A ok"), ("No longer there", "IC-IMPRINT-1 A ok")],
    )
    def test_a_clock_is_whole_and_stands_apart(
        self, size: tuple[int, int], title: str, footer: str
    ) -> None:
        screen = replace(self.toast("one", title=title, footer=footer), status="1:12:34")
        shown = lay_out(screen, size).labels
        (clock,) = (label for label in shown if label.shown.strip() == "1:12:34")
        texts = {label.shown.strip() for label in shown}
        assert footer in texts
        assert texts & {title, "No longer th…"}
        for label in shown:
            if label is not clock and label.y == clock.y:
                end, other_end = (each.x + len(each.shown) * 6 for each in (clock, label))
                assert end <= label.x or other_end <= clock.x

    def test_a_title_is_cut_to_leave_corners_and_a_footer_may_take_the_whole_line(self) -> None:
        title, footer = lay_out(self.toast(title="t" * 30, footer="f" * 21), HIGH).labels
        assert title.shown == f" {'t' * 15}… "
        assert title.x == 10
        assert (footer.shown, footer.x) == ("f" * 21, 1)

    def test_a_title_that_has_no_room_beside_a_clock_ends_in_a_mark(self) -> None:
        screen = replace(self.toast(title="t" * 16, footer="A ok, hold: menu"), status="79:46")
        title, clock, _ = lay_out(screen, HIGH).labels
        assert (title.shown.rstrip(), clock.shown) == ("t" * 14 + "…", "79:46")

    def test_without_title_and_footer_the_frame_is_whole(self) -> None:
        assert lay_out(self.toast(title="", footer=""), HIGH).labels == ()

    def test_it_is_inverted_throughout(self) -> None:
        (box,) = lay_out(self.toast("No."), HIGH).inverted
        assert (box.left, box.top, box.right, box.bottom) == (0, 0, 127, 63)


@given(SCREENS, st.sampled_from([HIGH, LOW]))
def test_everything_stays_on_the_panel_and_the_grid(screen: Screen, size: tuple[int, int]) -> None:
    for label in lay_out(screen, size).labels:
        assert label.y % LINE == 0
        assert 0 <= label.y < size[1]
        assert label.x >= 0
        assert label.x + label.width <= size[0]
        assert label.y + label.size[1] <= size[1]


@given(SCREENS, st.sampled_from([HIGH, LOW]))
def test_texts_do_not_overlap(screen: Screen, size: tuple[int, int]) -> None:
    placed = [label for label in lay_out(replace(screen, rows=()), size).labels if label.shown]
    for label in placed:
        for other in placed:
            beside = label.x + label.width <= other.x or other.x + other.width <= label.x
            above = label.y + label.size[1] <= other.y or other.y + other.size[1] <= label.y
            assert label is other or beside or above


class TestLargeLetters:
    @pytest.mark.parametrize(
        ("word", "size", "height"),
        [
            ("Ann", HIGH, 32),
            ("Alexandra", HIGH, 24),
            ("Maximiliane", HIGH, 16),
            ("Ann", LOW, 24),
            ("Alexandra", LOW, 24),
            ("Maximiliane", (256, 64), 32),
        ],
    )
    def test_a_name_is_as_large_as_it_fits(
        self, word: str, size: tuple[int, int], height: int
    ) -> None:
        shown = lay_out(Screen("Ben done", big=word, footer="B undo"), size).labels
        assert [label.size[1] for label in shown if label.shown == word] == [height]

    @pytest.mark.parametrize("word", ["Ann", "Alexandra", "Maximiliane-Charlotte"])
    def test_a_low_panel_keeps_the_clock_beside_them(self, word: str) -> None:
        shown = lay_out(Screen("Ben done", big=word, footer="B undo", status="1:02"), LOW).labels
        assert {"1:02", "B undo"} <= {label.shown for label in shown}


@pytest.mark.parametrize("size", [HIGH, LOW])
@pytest.mark.parametrize("rows", [3, 37, 200])
def test_the_mark_of_a_long_list_is_never_less_than_a_pixel(
    size: tuple[int, int], rows: int
) -> None:
    for cursor in range(rows):
        listed = tuple(
            Row("x", mark=RowMark.CURSOR if i == cursor else RowMark.NONE) for i in range(rows)
        )
        for bar in lay_out(Screen("t", listed, ""), size).bars:
            assert bar.top <= bar.bottom < size[1]
