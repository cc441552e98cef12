"""Messages on every panel, in every language: the keys that act, the title and the clock stay."""

import random
from collections.abc import Iterator

import pytest

from companion.display.painter.layout import lay_out
from companion.display.painter.primitives import LINE
from companion.engine import registry
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.modes.stack import bindings
from companion.table.screens.bottom_line import acting, bottom_line
from companion.table.screens.headline import KeyLayout, limit
from companion.table.screens.view import view
from companion.table.state import Table
from companion.table.table import handle
from companion.table.voice import Voice, WideVoice
from tests.table.test_modes import CLOCK, GAMES, Walk

PANELS = ((128, 64), (128, 32), (256, 64))
NAMES = ("Maximiliane", "Alexandra", "Cleo", "Bartholomäus")
STEPS = 250


def messages(game: str, level: str, seats: int) -> Iterator[Table]:
    """Yield a table with each message that random inputs lead to, and with each clock beside it."""
    loaded = registry.load(game)
    walk = Walk(loaded, Setup(NAMES[:seats], level, clock=CLOCK), random.Random(game + level))
    found = set[tuple[str, bool, bool]]()
    inputs = walk.inputs()
    for _ in range(STEPS):
        walk.clock += 2000
        outcome = handle(walk.table, next(inputs), walk.now, walk.draw)
        walk.table = walk.table if outcome.effects else outcome.table
        notice = walk.table.notice
        if notice is None:
            continue
        kind = (notice.message.key, notice.refused, bool(limit(walk.table)))
        if kind not in found:
            found.add(kind)
            yield walk.table


@pytest.mark.slow
@pytest.mark.parametrize(("game", "level", "seats"), GAMES)
def test_no_message_loses_its_title_its_clock_or_the_keys_that_act(
    game: str, level: str, seats: int
) -> None:
    tables = list(messages(game, level, seats))
    assert len(tables) >= 3
    for table in tables:
        for language in LANGUAGES:
            voice = Catalogue(language, table.game, table.setup.players)
            for size in PANELS:
                wide = voice if size[0] == PANELS[0][0] else WideVoice(voice)
                for keys in KeyLayout:
                    look(table, wide, keys, size)


def look(table: Table, voice: Voice, keys: KeyLayout, size: tuple[int, int]) -> None:
    screen = view(table, voice, size[1] // LINE - 2, keys)
    shown = [label.shown.strip() for label in lay_out(screen, size).labels]
    context = (voice, keys, size, shown)
    line = bottom_line(acting(bindings(table), keys), voice, keys)
    assert any(line in each for each in shown), (line, context)
    assert any(is_title(each, screen.title) for each in shown), (screen.title, context)
    for clock in limit(table):
        assert any(clock in each for each in shown), (clock, context)


def is_title(shown: str, title: str) -> bool:
    """Tell whether a text is a title, or its beginning with the mark of a cut."""
    beginning = shown.removesuffix("…")
    return shown == title or (beginning not in {"", shown} and title.startswith(beginning))
