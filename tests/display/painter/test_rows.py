"""Full words where there is room for them, and nothing that has to be read goes unseen."""

import re

from hypothesis import given
from hypothesis import strategies as st

from companion.display.painter.rows import in_lines
from companion.table.screens.screen import Row, RowMark

TASKS = (
    Row("cube to d5", full="Put your cube on the space below your piece"),
    Row("take 4 EP", full="Take four tokens"),
    Row("slide Fear", full="Slide Fear down"),
)


def texts(rows: tuple[Row, ...], columns: int, count: int) -> list[str]:
    return [f"{row.text}{row.value}" for row in in_lines(rows, columns, count)]


def test_rows_of_a_line_stay() -> None:
    rows = (Row("a name that is too long", "1"), Row("two"))
    assert in_lines(rows, 8, 2) == rows


def test_all_are_in_full_if_there_is_room() -> None:
    assert texts(TASKS[1:], 16, 2) == ["Take four tokens", "Slide Fear down"]
    assert texts(TASKS, 21, 6)[0] == "Put your cube on the"
    assert len(texts(TASKS, 21, 6)) == 5


def test_else_the_first_is_in_full() -> None:
    assert texts(TASKS, 12, 6) == [
        *("Put your", "cube on the", "space below", "your piece"),
        *("take 4 EP", "slide Fear"),
    ]


def test_else_none_is() -> None:
    assert texts(TASKS, 12, 3) == ["cube to d5", "take 4 EP", "slide Fear"]


def test_what_is_not_to_be_seen_is_counted() -> None:
    assert texts(TASKS, 12, 2) == ["cube to d5", "take 4 EP+1"]
    assert texts(TASKS, 12, 1) == ["cube to d5+2"]


def test_what_need_not_be_read_comes_last() -> None:
    assert texts((*TASKS, Row("said")), 12, 4) == ["cube to d5", "take 4 EP", "slide Fear", "said"]
    assert "said" not in texts((*TASKS, Row("said")), 12, 3)


def test_the_row_under_the_cursor_is_read_whole() -> None:
    rows = (Row("one"), Row("a long name", mark=RowMark.CURSOR, full="a long name"))
    lines = in_lines(rows, 7, 1)
    assert [line.text for line in lines] == ["one", "a long", "name"]
    assert [line.mark for line in lines] == [RowMark.NONE, RowMark.CURSOR, RowMark.CURSOR]


WORDS = st.text("ab ", min_size=1, max_size=30).filter(str.strip)
WANTED = st.lists(st.builds(lambda text, full: Row(text, full=full), WORDS, WORDS), min_size=1)


@given(WANTED, st.integers(3, 21), st.integers(1, 6))
def test_every_task_is_seen_or_counted(rows: list[Row], columns: int, count: int) -> None:
    lines = in_lines(tuple(rows), columns, count)
    assert 0 < len(lines) <= count
    counted = [int(line.value) for line in lines if line.value]
    seen = re.sub("[ -]", "", "".join(line.text for line in lines))
    whole = rows[: len(rows) - sum(counted)]
    assert all(
        any("".join(words.split()) in seen for words in (row.text, row.full)) for row in whole
    )
