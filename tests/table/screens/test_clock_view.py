"""The list of all clocks: each clock on the screen has the name of its player."""

import random
import re
from collections.abc import Iterator

import pytest

from companion.display.painter.layout import lay_out
from companion.display.painter.primitives import LINE
from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.command import Command
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import ClockMenu, Table, Timestamp, with_console
from companion.table.table import begin, handle
from companion.table.voice import Voice, WideVoice

NAMES = ("Maximiliane", "Bo", "Cleo")
BANKS = (
    {"kind": "sudden_death", "main": 20 * 60_000},
    {"kind": "sudden_death", "main": 120 * 60_000},
    {"kind": "byo_yomi", "main": 0, "extra": 30_000, "periods": 3},
)
TIME = re.compile(r"-?\d+:\d\d")


def tables(clock: dict[str, object]) -> Iterator[Table]:
    """Yield a game in its first turn, in a pause, and with each page of the clocks open."""
    draw = sampler(random.Random(3))
    game, start = registry.load("inner-compass"), Timestamp(0, 0.0)
    laid = begin(game, Setup(NAMES, "track", clock=clock), (), start, draw).table
    turn = handle(laid, Command.BACK, start, draw).table
    later = Timestamp(7000, 7.0)
    pause = handle(turn, Command.PAUSE, later, draw).table
    for table in (turn, pause):
        for page in (None, *range(len(NAMES))):
            yield with_console(table, cover=ClockMenu(page))


@pytest.mark.slow
@pytest.mark.parametrize("clock", BANKS, ids=["20min", "120min", "byo-yomi"])
def test_each_clock_on_the_screen_has_a_name(clock: dict[str, object]) -> None:
    for table in tables(clock):
        for language in LANGUAGES:
            voice = Catalogue(language, table.game, NAMES)
            for size in ((128, 64), (128, 32), (256, 64)):
                look(table, voice if size[0] == 128 else WideVoice(voice), size)


def look(table: Table, voice: Voice, size: tuple[int, int]) -> None:
    screen = view(table, voice, size[1] // LINE - 2, KeyLayout.FULL)
    shown = [label.shown for label in lay_out(screen, size).labels]
    title = [label.shown for label in lay_out(screen, size).labels if label.y == 0]
    assert is_titled(title), shown
    for line in ([*title], *([row.text, row.value] for row in screen.rows)):
        text = " ".join(reversed(line)) if line == title else " ".join(line)
        for time in TIME.finditer(text):
            before = text[: time.start()].split()
            assert before, (shown, "a clock without a name")
            assert any(is_name(before[-1], name) for name in NAMES), shown
    assert TIME.search(" ".join(title)), (shown, "no clock in sight while the list scrolls")


def is_titled(title: list[str]) -> bool:
    return len(title) == 2 and not any(each.startswith("…") for each in title)


def is_name(shown: str, name: str) -> bool:
    beginning = shown.removesuffix("…")
    return shown == name or (
        beginning != shown and len(beginning) > 1 and name.startswith(beginning)
    )


def screen_of(table: Table, size: tuple[int, int] = (128, 64)) -> Screen:
    return view(table, Catalogue("en", table.game, NAMES), size[1] // LINE - 2, KeyLayout.FULL)


def test_a_seat_that_waits_has_its_own_time_beside_its_name() -> None:
    waiting = next(each for each in tables(BANKS[0]) if each.console.cover == ClockMenu(2))
    assert waiting.clocks.running == (0,)
    shown = screen_of(waiting)
    assert (shown.title, shown.status) == ("Cleo 20:00", "Max… 20:00")


def test_a_seat_that_acts_has_its_time_once() -> None:
    acting = next(each for each in tables(BANKS[2]) if each.console.cover == ClockMenu(0))
    shown = screen_of(acting)
    assert (shown.title, shown.status) == ("Maximiliane", "0:00x3")
