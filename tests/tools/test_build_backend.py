"""The build compiles what can be filled in, and leaves out a translation that cannot."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest

from tools.build_backend import compiled

ENGLISH = 'msgid "turn"\nmsgstr "{player}, your turn"\n\nmsgid "end"\nmsgstr "End"\n'


def said(folder: Path, words: str) -> GNUTranslations:
    for language, text in (("en", ENGLISH), ("nl", f'msgid "turn"\nmsgstr "{words}"\n')):
        file = folder / "locale" / language / "table.po"
        file.parent.mkdir(parents=True)
        head = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n'
        head += "\n" if language == "en" else '"X-Source-Language: en\\n"\n\n'
        file.write_text(head + text, encoding="utf-8")
    return GNUTranslations(BytesIO(compiled(folder / "locale" / "nl" / "table.po")))


@pytest.mark.parametrize(
    ("words", "why"),
    [
        ("{jogador} is aan de beurt", "has the placeholder {jogador}, which the original has not"),
        ("{player is aan de beurt", "has braces that do not fit together"),
        ("player} is aan de beurt, en nu verder", "has braces that do not fit together"),
    ],
)
def test_a_translation_that_cannot_be_filled_in_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], words: str, why: str
) -> None:
    assert said(tmp_path, words).gettext("turn") == "turn"
    told = capsys.readouterr().err
    assert told.endswith(f"nl/table.po: “turn” {why}: left out\n")


def test_a_sound_translation_is_compiled(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = "{player} is aan de beurt"
    assert said(tmp_path, words).gettext("turn") == words
    assert capsys.readouterr().err == ""
