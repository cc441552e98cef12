"""Screens compared with pictures that somebody has checked by eye."""

from pathlib import Path

import pytest
from PIL import ImageChops

from companion.display.painter import overflow, paint
from companion.engine import registry
from companion.table.screens.screen import (
    Row,
    RowMark,
    Screen,
    Tone,
)
from tests.golden import assert_matches

GOLDEN = Path(__file__).parent / "golden"
HIGH, LOW = (128, 64), (128, 32)

PRICES = Screen(
    title="Anna ist dran",
    rows=(
        Row("Freude", "6 EP 1/2", "emotion-Y"),
        Row("Trauer", "5 EP 1/2", "emotion-B"),
        Row("Angst", "4 EP 2/3", "emotion-K"),
        Row("Liebe", "3 EP 2/3", "emotion-W", RowMark.DISCOUNT),
        Row("Zorn", "2 EP 1/2", "emotion-R", RowMark.DISCOUNT),
        Row("X", "1", "emotion-X"),
    ),
    footer="Bewege deine Figur",
    status="12 EP",
    icons=registry.load("inner-compass").icons,
)
CHOICES = Screen(
    title="Bernd's turn",
    rows=tuple(
        Row(text, mark=RowMark.CURSOR if text == "west" else RowMark.NONE)
        for text in (
            "north", "east", "south", "west", "feel", "imprint here",
            "a choice with a very long name", "discard",
        )
    ),
    footer="up/down, A takes",
    status="choose",
)  # fmt: skip
RANKING = Screen(
    title="Endstand",
    rows=(
        Row("1. Jörg", "103", mark=RowMark.TURN),
        Row("2. Ägidius", "99"),
        Row("3. Übel", "7"),
        Row("4. Groß", "0"),
    ),
    footer="Jörg gewinnt",
)
REFUSAL = Screen(
    title="Abgelehnt",
    rows=(Row("Du darfst nur auf ein freies Feld ziehen, das an deine Figur grenzt."),),
    footer="IC-MOVE-3",
    tone=Tone.TOAST,
)
SCREENS = {"prices": PRICES, "choices": CHOICES, "ranking": RANKING, "refusal": REFUSAL}


@pytest.mark.parametrize("size", [HIGH, LOW], ids=["64", "32"])
@pytest.mark.parametrize("name", SCREENS)
def test_a_screen_looks_as_it_did(name: str, size: tuple[int, int]) -> None:
    image = paint(SCREENS[name], size)
    assert (image.mode, image.size) == ("1", size)
    assert_matches(image, GOLDEN / f"{name}-{size[1]}.png")


def test_an_empty_screen_has_an_empty_title_bar() -> None:
    assert paint(Screen(), HIGH).convert("L").point(lambda value: value).getbbox() == (0, 0, 128, 8)


def test_painting_twice_gives_two_equal_pictures() -> None:
    first = paint(PRICES, HIGH)
    before = first.tobytes()
    paint(REFUSAL, HIGH)
    assert paint(PRICES, HIGH).tobytes() == before == first.tobytes()


def test_a_changed_value_changes_one_line_only() -> None:
    row, *others = PRICES.rows
    changed = Screen(
        PRICES.title,
        (Row(row.text, "7 EP 1/2", row.icon), *others),
        PRICES.footer,
        status=PRICES.status,
        icons=PRICES.icons,
    )
    difference = ImageChops.logical_xor(paint(PRICES, HIGH), paint(changed, HIGH)).getbbox()
    assert difference is not None
    left, top, right, bottom = difference
    assert top >= 8
    assert bottom <= 16
    assert right - left <= 6


def test_texts_that_fit_do_not_overflow() -> None:
    assert overflow(PRICES, HIGH) == ()
    assert overflow(REFUSAL, HIGH) == ()


def test_overflow_names_the_texts_that_were_cut() -> None:
    assert overflow(CHOICES, HIGH) == ("a choice with a very long name",)
    assert overflow(REFUSAL, LOW) == ("ziehen, das an deine Figur grenzt.",)
