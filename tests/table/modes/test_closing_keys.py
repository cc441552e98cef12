"""Each key that closes a message, a rule page or a code is named on the bottom line."""

import pytest

from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.table.choosing.choosing import UNKNOWN_TAG
from companion.table.command import Command
from companion.table.mode import JoinCode, Notice, SheetRules, TopicPages
from companion.table.modes.stack import bindings
from companion.table.screens.bottom_line import bottom_line, possible
from companion.table.screens.headline import KeyLayout
from companion.table.state import Cover, with_console
from companion.table.table import Table, begin, handle
from tests.table.conftest import NOW
from tools.language.bottom_lines import situations

NOTICE = Notice(text("binding.read"), refused=False)
COVERS: tuple[tuple[Cover, str], ...] = (
    (NOTICE, "A/B ok"),
    (Notice(text(UNKNOWN_TAG, tag="04")), "A learn B close"),
    (TopicPages(rule=0), "A/B back down: next"),
    (SheetRules(), "A/B back down: next"),
    (JoinCode(), "A/B close"),
)


@pytest.fixture
def table(game: AnyGame, draw: Draw) -> Table:
    return begin(game, Setup(("Ann", "Ben", "Cleo"), "track"), (), NOW, draw).table


@pytest.mark.parametrize(("cover", "line"), COVERS, ids=[line for _, line in COVERS])
def test_the_line_names_both_keys_that_close(
    table: Table, cover: Cover, line: str, draw: Draw
) -> None:
    covered = with_console(table, cover=cover)
    voice = Catalogue("en", table.game, table.setup.players)
    shown = bottom_line(bindings(covered), voice, KeyLayout.FULL)
    assert " ".join(shown.split()) == line
    closing = handle(covered, Command.BACK, NOW, draw).table
    assert closing.console.cover != cover
    listed = [voice.long(each) for each in possible(bindings(covered), KeyLayout.FULL)]
    assert {"A", "B"} <= {each.split()[0] for each in listed}


@pytest.mark.parametrize("language", LANGUAGES)
def test_both_keys_are_named_in_every_language(table: Table, language: str) -> None:
    voice = Catalogue(language, table.game, table.setup.players)
    bound = bindings(with_console(table, cover=NOTICE))
    assert bottom_line(bound, voice, KeyLayout.FULL) == "A/B ok"


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_a_and_b_are_named_wherever_they_act(name: str) -> None:
    hidden = {
        (each.trigger, each.label.key)
        for bound in situations(name)
        for each in bound
        if each.trigger in (Command.CONFIRM, Command.BACK) and not each.shown
    }
    assert hidden == set()
