"""The letters of a name on panels of three sizes, compared with pictures checked by eye."""

from pathlib import Path

import pytest
from msgspec.structs import replace

from companion.display.fonts import CELL
from companion.display.painter import overflow, paint
from companion.display.painter.letters import lay_out_letters
from companion.display.screen_reader import spoken_text
from companion.engine import registry
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES, Alphabets
from companion.table.command import Command
from companion.table.name_entry import NameEntry, begin, move
from companion.table.screens.headline import KeyLayout
from companion.table.screens.letter_view import letter_screen, with_held_key
from companion.table.screens.screen import Screen
from tests.golden import assert_matches

GOLDEN = Path(__file__).parent / "golden"
SIZES = ((128, 64), (128, 32), (256, 64))
KEYS = {
    "letter": [Command.DOWN, Command.RIGHT],
    "row": [Command.NEXT] * 5,
    "done": [Command.LEFT],
}


def entered(language: str, kind: str, name: str = "Jo") -> NameEntry:
    entry = replace(begin(Alphabets(), language), name=name)
    for key in KEYS[kind]:
        entry = move(entry, key)
    return entry


def screen(language: str, kind: str, keys: str = "full") -> Screen:
    voice = Catalogue(language, registry.load("inner-compass"), ())
    shown = letter_screen(entered(language, kind), voice)
    shown = replace(shown, footer=voice.short(text(f"keys.name.{keys}")))
    return with_held_key(shown, voice, KeyLayout(keys))


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize(("language", "kind"), [("en", "letter"), ("pl", "row"), ("de", "done")])
def test_pictures(size: tuple[int, int], language: str, kind: str) -> None:
    picture = paint(screen(language, kind), size)
    assert_matches(picture, GOLDEN / f"letters-{kind}-{size[0]}x{size[1]}.png")


@pytest.mark.parametrize("keys", ["full", "three", "knob", "seats"])
@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_nothing_is_cut(language: str, size: tuple[int, int], keys: str) -> None:
    shown = screen(language, "done", keys)
    assert overflow(shown, size) == ()
    assert shown.letters is not None
    drawn = [label.shown for label in lay_out_letters(shown.letters, size).labels]
    assert (shown.letters.held in drawn) == (keys == "full"), "the held key is below *done*"


@pytest.mark.parametrize("size", SIZES, ids=str)
@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_marked_is_always_in_sight(language: str, size: tuple[int, int]) -> None:
    entry = begin(Alphabets(), language)
    voice = Catalogue(language, registry.load("inner-compass"), ())
    for letter in entry.letters:
        grid = letter_screen(replace(entry, at=entry.letters.index(letter)), voice).letters
        assert grid is not None
        drawn = lay_out_letters(grid, size)
        (marked,) = drawn.inverted
        (label,) = (each for each in drawn.labels if each.text == letter)
        assert marked.left <= label.x
        assert label.x + CELL[0] - 1 <= marked.right
        assert marked.top == label.y


def test_letters_are_read_aloud_one_by_one() -> None:
    voice = Catalogue("en", registry.load("inner-compass"), ())
    before = letter_screen(NameEntry(name="A"), voice)
    beside = letter_screen(move(NameEntry(name="A"), Command.RIGHT), voice)
    assert spoken_text(before, beside, reading=False) == "B."
