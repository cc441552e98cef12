"""The build compiles what can be filled in, and leaves out a translation that cannot."""

from gettext import GNUTranslations
from io import BytesIO
from pathlib import Path

import pytest

from tools.build_backend import CatalogueError, compiled

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
        (
            "{player:d} is aan de beurt",
            "has the placeholder {player:d}, which the original has not",
        ),
        (
            "{player!x} is aan de beurt",
            "has the placeholder {player!x}, which the original has not",
        ),
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


def test_a_list_with_another_part_is_left_out(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """It would fail at the table, in every sentence with a list."""
    words = 'msgid "list.and.two"\nmsgstr "{0} i {2}"\n\nmsgid "list.and.end"\nmsgstr "{0} i {1}"\n'
    made = written(tmp_path, HEAD + words)
    assert made.gettext("list.and.two") == "list.and.two"
    assert made.gettext("list.and.end") == "{0} i {1}"
    assert "“list.and.two” has the placeholder {2}" in capsys.readouterr().err


def test_what_begins_an_item_is_left_out_unless_it_is_a_regular_expression(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    words = 'msgctxt "before"\nmsgid "list.and.two"\nmsgstr "i|hi(?!["\n'
    made = written(tmp_path, HEAD + words)
    assert made.pgettext("before", "list.and.two") == "list.and.two"
    assert "“list.and.two” is no regular expression: left out" in capsys.readouterr().err


def test_texts_with_forms_are_left_out_where_the_rule_cannot_be_read(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    head = HEAD.rstrip("\n") + '\n"Plural-Forms: nplurals=2; plural=(n != ;\\n"\n\n'
    counted = 'msgid "n"\nmsgid_plural "n"\nmsgstr[0] "een"\nmsgstr[1] "veel"\n\n'
    made = written(tmp_path, head + counted + 'msgid "end"\nmsgstr "Einde"\n')
    assert made.gettext("end") == "Einde"
    assert made.ngettext("n", "n", 2) == "n"
    assert "Plural-Forms is missing or cannot be read" in capsys.readouterr().err


def test_texts_with_forms_are_left_out_where_their_rule_is_missing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """GNU gettext would count as English does."""
    counted = 'msgid "n"\nmsgid_plural "n"\nmsgstr[0] "een"\nmsgstr[1] "veel"\n\n'
    made = written(tmp_path, HEAD + counted + 'msgid "end"\nmsgstr "Einde"\n')
    assert (made.gettext("end"), made.ngettext("n", "n", 2)) == ("Einde", "n")
    assert "Plural-Forms is missing or cannot be read" in capsys.readouterr().err


@pytest.mark.parametrize("charset", ["", "; charset=ISO-8859-1"])
def test_letters_are_read_whatever_the_header_says_of_them(tmp_path: Path, charset: str) -> None:
    head = f'msgid ""\nmsgstr "Content-Type: text/plain{charset}\\n"\n\n'
    made = written(tmp_path, head + 'msgid "turn"\nmsgstr "gracz ł ż ę"\n')
    assert made.gettext("turn") == "gracz ł ż ę"
    assert written(tmp_path, 'msgid "turn"\nmsgstr "ł"\n').gettext("turn") == "ł"


@pytest.mark.parametrize(
    ("content", "why"),
    [
        (b'msgid "name"\nmsgstr "Polski\n', ":2: write the text in quotation marks"),
        (b'msgid "name"\nmsgstr nope\n', ":2: write the text in quotation marks"),
        (b'msgid "name"\nmsgstr "a"b"\n', ":2: write the text in quotation marks"),
        (b'msgid "name"\n\xff\xfe', ":2: this is not UTF-8"),
        (b'\xef\xbb\xbfmsgid "name"\nmsgstr "a"\n', ":1: the file begins with a byte order mark"),
        (b'# a\n<<<<<<< HEAD\nmsgid "name"\nmsgstr "a"\n', ":2: git has marked a conflict"),
        (b'# a\n# b\nmsgid "a"\nmsgid "b"\nmsgstr "b"\n', ": this is not a catalogue: .*line 4"),
        (b'msgid "a"\nmsgstr "a"\n\n# x\nmsgid "a"\nmsgstr "b"\n', ":5: “a” is here a second"),
    ],
)
def test_a_broken_file_is_named_with_its_line(tmp_path: Path, content: bytes, why: str) -> None:
    file = tmp_path / "language.po"
    file.write_bytes(content)
    with pytest.raises(CatalogueError, match=f"language.po{why}"):
        compiled(file)


HEAD = 'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'


def written(folder: Path, words: str) -> GNUTranslations:
    file = folder / "language.po"
    file.write_text(words, encoding="utf-8")
    return GNUTranslations(BytesIO(compiled(file)))
