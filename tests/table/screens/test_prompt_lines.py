"""What the box asks for is never cut on a panel of 128x64, and is drawn instead of spelled."""

import random
import re

import pytest

from companion.display.painter.layout import lay_out
from companion.engine.diagram import CURSOR
from companion.engine.fold import sampler
from companion.engine.game import Struct
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.choosing.choosing import at_once
from companion.table.command import Command
from companion.table.mode import Turn
from companion.table.modes.stack import mode_of
from companion.table.screens.glance import glance
from companion.table.screens.headline import KeyLayout
from companion.table.screens.view import view
from companion.table.table import Table, handle
from tests.table.random_walks import LEVELS, NAMES, walk
from tests.table.test_time import at

CLOCK = {"kind": "sudden_death", "main": 20 * 60_000}
PANEL = (128, 64)
SQUARE = re.compile(r"\b[a-f][1-6]\b")


def title(table: Table, voice: Catalogue) -> str:
    """Return what the first line of the panel shows."""
    screen = view(table, voice)
    return " ".join(label.shown for label in lay_out(screen, PANEL).labels if label.y == 0)


@pytest.mark.slow
@pytest.mark.parametrize("clock", [CLOCK, {}], ids=["timed", "untimed"])
@pytest.mark.parametrize(("name", "level"), LEVELS)
def test_no_prompt_is_cut_in_any_language(name: str, level: str, clock: Struct) -> None:
    for seed in range(2):
        source = random.Random(seed)
        for table, now in walk(name, level, source, 60, clock):
            if not isinstance(mode_of(table), Turn) or table.tasks:
                continue  # messages, tasks and questions are no prompts
            opened = table if clock else handle(table, Command.NEXT, at(now), sampler(source)).table
            for language in LANGUAGES:
                voice = Catalogue(language, table.game, NAMES)
                for shown in (table, opened):
                    assert "…" not in title(shown, voice), (language, title(shown, voice))


def only_moves() -> list[Table]:
    """Tables of Compass Jewels at which *confirm* takes the only move."""
    found = list[Table]()
    for seed in range(12):
        for table, _ in walk("compass-jewels", "full", random.Random(seed), steps=60):
            only = at_once(table)
            moves = only is not None and "target" in getattr(only.action, "__struct_fields__", ())
            if moves and not table.tasks:
                found.append(table)
    return found


@pytest.mark.slow
@pytest.mark.parametrize("language", ["en", "de"])
def test_a_move_that_a_key_makes_at_once_is_drawn_and_names_no_square(language: str) -> None:
    tables = only_moves()
    assert tables
    for table in tables:
        voice = Catalogue(language, table.game, NAMES)
        for rows in (2, 6):
            screen = view(table, voice, rows, KeyLayout.FULL)
            assert not SQUARE.search(screen.footer)
            assert "…" not in screen.footer
            (diagram,) = screen.diagrams
            marks = [cell.place for row in diagram.rows for cell in row if cell.mark == CURSOR]
            only = at_once(table)
            assert only is not None
            assert marks == [getattr(only.action, "target", None)]
        seen = glance(table, voice)
        assert seen is not None
        assert seen.glance is not None
        assert not any(SQUARE.search(words) for words in seen.glance.event)
