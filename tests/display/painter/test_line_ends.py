from companion.display.painter.line_ends import ends
from companion.display.painter.primitives import COLUMN

RIGHT = 1 + 16 * COLUMN


def shown(text: str, value: str) -> list[str]:
    return [label.shown for label in ends(text, value, 1, 0, RIGHT)]


def test_of_a_value_that_ends_in_a_clock_the_name_before_it_is_cut() -> None:
    assert shown("Dan", "Maximiliane 0:20") == ["Maximi… 0:20", "Dan"]
    assert shown("Dan", "Maximiliane last") == ["Maximiliane…", "Dan"]
