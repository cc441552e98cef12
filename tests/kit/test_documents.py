"""Printed letters: every language that boxes speak, and its neighbours."""

import random
from importlib.resources import files
from io import BytesIO
from pathlib import Path

import pypdfium2
import pytest
from PIL import ImageFont

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.kit.documents import write_pdf
from companion.kit.drawing import DrawingPage, TextElement
from companion.table.table import Timestamp, begin

LATIN = "".join(map(chr, (*range(0x20, 0x7F), *range(0xA1, 0xAD), *range(0xAE, 0x180))))
"""ASCII, Latin-1 and Latin Extended-A, without the soft hyphen."""
ABSENT = "\N{CJK UNIFIED IDEOGRAPH-4E00}"


def drawn(name: str, letter: str) -> bytes:
    font = ImageFont.truetype(BytesIO(files("companion.kit").joinpath(name).read_bytes()), 40)
    return bytes(font.getmask(letter))


@pytest.mark.slow
@pytest.mark.parametrize("name", ["fonts/regular.ttf", "fonts/bold.ttf"])
def test_the_fonts_have_every_latin_letter(name: str) -> None:
    box = drawn(name, ABSENT)
    assert [letter for letter in LATIN[1:] if letter != "\xa0" and drawn(name, letter) == box] == []


@pytest.mark.slow
@pytest.mark.parametrize("game", registry.names())
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_names_of_pieces_are_printable(game: str, language: str) -> None:
    rules = registry.load(game)
    names = tuple(f"p{seat + 1}" for seat in range(rules.players[-1]))
    setup = Setup(names, rules.levels[-1])
    table = begin(rules, setup, (), Timestamp(0, 0), sampler(random.Random(0))).table
    pieces = rules.pieces(table.state)
    voice = Catalogue(language, rules, names)
    letters = {letter for piece in pieces for letter in voice.long(piece.name)} - {" ", "\xa0"}
    box = drawn("fonts/regular.ttf", ABSENT)
    assert sorted(each for each in letters if drawn("fonts/regular.ttf", each) == box) == []


@pytest.mark.parametrize("bold", [False, True])
def test_a_pdf_embeds_its_letters_and_says_the_same_twice(tmp_path: Path, *, bold: bool) -> None:
    words = "Żółć gęślą jaźń: Œuvre, Čeština, Türkçe"
    page = DrawingPage(210, 297, (TextElement(100, 100, words, bold=bold),))
    one, other = tmp_path / "one.pdf", tmp_path / "other.pdf"
    write_pdf([page], one, "Łódź")
    write_pdf([page], other, "Łódź")
    assert one.read_bytes() == other.read_bytes()
    assert b"/FontFile2" in one.read_bytes()
    assert pypdfium2.PdfDocument(one)[0].get_textpage().get_text_range() == words
