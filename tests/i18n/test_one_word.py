"""One thing has one word in German, wherever it is read."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2] / "companion"
CATALOGUES = sorted(ROOT.rglob("locale/de/*.po"))
ANOTHER = {
    "Chip": r"\b(?:Tags|(?:kein|einen|welcher|welches|jeden) Tag|Transponder)\b",
    "freigeben": r"\bfrei(?:machen|räumen)\b",
    "korrigieren": r"\b(?:Box|Vom Tisch) berichtig",
    "Spielleitung": r"\b(?:Gastgeber|Spielleiter)\b",
}
"""What is not said, by what is said instead."""


@pytest.mark.parametrize("word", ANOTHER)
def test_no_text_has_another_word_for_it(word: str) -> None:
    assert len(CATALOGUES) > 10
    found = [
        (path.relative_to(ROOT).as_posix(), line)
        for path in CATALOGUES
        for line in path.read_text(encoding="utf-8").splitlines()
        if not line.startswith("msgid") and re.search(ANOTHER[word], line)
    ]
    assert found == []
