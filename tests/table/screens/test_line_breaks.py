"""No word is broken without a hyphen, and none that is short enough for a line at all."""

import re
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import companion
from companion.table.screens.line_breaks import lines_of

PLAIN = re.compile(r"\bwrap\(")
ADDRESSES = 1
"""How often something else than words is wrapped: the address of a box, in a code's place."""


@pytest.mark.parametrize(
    ("text", "columns", "lines"),
    [
        ("Am Tisch richtigstellen: Ann", 12, ["Am Tisch", "richtigstel-", "len: Ann"]),
        ("Legt aus: Gleichgewicht", 12, ["Legt aus:", "Gleichge-", "wicht"]),
        ("Individualität", 12, ["Individuali-", "tät"]),
        ("eine Vierteldrehung nach", 12, ["eine", "Vierteldre-", "hung nach"]),
        ("Spielertableaus: die", 12, ["Spielerta-", "bleaus: die"]),
        ("individuels\u00a0: la", 12, ["indivi-", "duels\u00a0: la"]),
        ("Individualidad", 12, ["Individuali-", "dad"]),
        ("Individualità", 12, ["Individua-", "lità"]),
        ("Individualiteit", 12, ["Individuali-", "teit"]),
        ("Indywidualność", 12, ["Indywidual-", "ność"]),
        ("Meisterschaften", 10, ["Meister-", "schaften"]),
        ("a half-finished game", 10, ["a half-", "finished", "game"]),
        ("xxxxxxxxxxxxxxx", 10, ["xxxxxxxxx-", "xxxxxx"]),
        ("", 10, []),
    ],
)
def test_long_words_are_broken_at_syllables(text: str, columns: int, lines: list[str]) -> None:
    assert lines_of(text, columns) == lines


@given(
    st.lists(st.text("abeinrstchäy", min_size=1, max_size=30), max_size=8).map(" ".join),
    st.integers(3, 42),
)
def test_nothing_is_lost_and_every_broken_word_has_a_hyphen(text: str, columns: int) -> None:
    lines = lines_of(text, columns)
    assert all(len(line) <= columns for line in lines)
    joined = "".join(line[:-1] if line.endswith("-") else f"{line} " for line in lines)
    assert joined.split() == text.split()


def test_no_words_of_a_screen_are_wrapped_in_another_way() -> None:
    root = Path(companion.__file__).parent
    found = {
        path.relative_to(root).as_posix(): len(PLAIN.findall(path.read_text("utf-8")))
        for folder in ("display/painter", "table")
        for path in sorted((root / folder).rglob("*.py"))
    }
    others = {path: count for path, count in found.items() if count}
    assert others == {"display/painter/layout.py": ADDRESSES, "table/screens/line_breaks.py": 1}
