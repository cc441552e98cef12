"""A long clock hides neither a title nor is it hidden; and no word is broken without a hyphen."""

import random
import re

import pytest

from companion.display.painter import rows_of
from companion.display.painter.layout import lay_out
from companion.engine import registry
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import Screen, Tone
from companion.table.screens.view import view
from companion.table.table import ActionInput, handle
from companion.table.voice import WideVoice
from tests.table.test_modes import GAMES, NAMES, SIZES, Walk

CLOCKS = (
    {"kind": "sudden_death", "main": 120 * 60_000},
    {"kind": "delay", "main": 110 * 60_000, "extra": 90_000},
)
STEPS = 90
LETTERS = 4
"""Letters of a cut title that are left in any case."""


@pytest.mark.slow
@pytest.mark.parametrize("clock", CLOCKS, ids=["hours", "delay"])
@pytest.mark.parametrize(("game", "level", "seats"), GAMES)
def test_titles_and_words_can_be_read_beside_a_long_clock(
    game: str, level: str, seats: int, clock: dict[str, object]
) -> None:
    setup = Setup(NAMES[:seats], level, clock=clock)
    walk = Walk(registry.load(game), setup, random.Random(f"{game} {level} titles"))
    voices = [Catalogue(language, walk.game, setup.players) for language in LANGUAGES]
    inputs = walk.inputs()
    for _ in range(STEPS):
        walk.clock += 2000
        item = next(inputs)
        if walk.table.candidates and not walk.table.is_over and walk.source.random() < 0.3:
            item = ActionInput(walk.source.choice(walk.table.candidates))
        outcome = handle(walk.table, item, walk.now, walk.draw)
        if outcome.effects or outcome.table is walk.table:
            continue
        walk.table = outcome.table
        for voice in voices:
            for size in SIZES:
                words = WideVoice(voice) if size[0] > SIZES[0][0] else voice
                for keys in (KeyLayout.FULL, KeyLayout.THREE):
                    look(view(walk.table, words, rows_of(size), keys), size)


def look(screen: Screen, size: tuple[int, int]) -> None:
    """See that enough of the title is on the panel, and that broken words have a hyphen."""
    drawn = lay_out(screen, size)
    shown = [label.shown for label in drawn.labels]
    if screen.title and not screen.qr and not screen.big and screen.tone is not Tone.TOAST:
        titles = [label for label in drawn.labels if label.y == 0 and label.text == screen.title]
        assert titles, (screen.title, shown)
        is_cut = "…" in titles[0].shown
        letters = sum(map(str.isalpha, titles[0].shown))
        assert not is_cut or letters >= LETTERS, (screen.title, screen.status, size, shown)
    texts = (screen.title, screen.status, screen.footer, *_texts(screen))
    words = {word for text in texts for word in text.split()}
    begun = ""
    for word in (word for line in shown for word in line.split()):
        is_whole = any(_has(each, f"{begun}{word}") or _has(each, word) for each in words)
        assert is_whole or word.endswith(("-", "…")), (word, shown)
        begun = f"{begun}{word[:-1]}" if word.endswith("-") else ""


def _has(whole: str, part: str) -> bool:
    """Tell whether a part of a word lies between hyphens of its own, or its ends."""
    return re.search(rf"(^|-){re.escape(part)}($|(?<=-))", whole) is not None


def _texts(screen: Screen) -> list[str]:
    parts = [(row.text, row.full, row.value, "▶ ↓", f"↓{row.value}") for row in screen.rows]
    hidden = " ".join(f"+{n}" for n in range(1, len(screen.rows) + 1))
    codes = [screen.qr[at : at + n] for at in range(len(screen.qr)) for n in range(1, 22)]
    return [*(text for part in parts for text in part), hidden, screen.big, *codes]
