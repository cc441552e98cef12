"""Each key that closes a message, a rule page or a code is named on the bottom line."""

import re

import pytest

from companion.devices import ButtonEvent, Gesture
from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue
from companion.i18n.languages import LANGUAGES
from companion.session.keymap import meaning_at
from companion.table.choosing.choosing import UNKNOWN_TAG
from companion.table.command import PLAIN, STEPS, Command
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


MESSAGES = (
    *(cover for cover, _ in COVERS if isinstance(cover, Notice)),
    JoinCode(),
    JoinCode(hosting=True),
)
CLICKED = (Command.CONFIRM, Command.BACK, *STEPS, *PLAIN)
"""What the keys of a box mean that are not held."""


@pytest.mark.parametrize("cover", MESSAGES, ids=str)
@pytest.mark.parametrize("command", CLICKED)
def test_only_keys_that_are_named_close_what_is_read(
    table: Table, cover: Cover, command: Command, draw: Draw
) -> None:
    covered = with_console(table, cover=cover)
    voice = Catalogue("en", table.game, table.setup.players)
    named = re.findall(r"[AB]\b", bottom_line(bindings(covered), voice, KeyLayout.FULL))
    key = voice.short(text(f"key.full.{PLAIN.get(command, command)}"))
    acts = handle(covered, command, NOW, draw).table != covered
    answers = command is Command.RIGHT and cover == MESSAGES[1]  # a nudge gives no answer
    assert acts is (key in named and not answers), (command, key, named)


def test_a_box_with_three_keys_closes_a_message_that_asks_with_the_key_that_it_names(
    table: Table,
) -> None:
    asking = with_console(table, cover=Notice(text(UNKNOWN_TAG, tag="04")))
    voice = Catalogue("en", table.game, table.setup.players)
    line = bottom_line(bindings(asking), voice, KeyLayout.THREE)
    assert " ".join(line.split()) == "A learn, ↑ close"
    up = ButtonEvent("up", Gesture.PRESS)
    assert meaning_at(asking, up, KeyLayout.THREE) is Command.BACK


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
