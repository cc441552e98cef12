"""The box's advice: what each choice would change and, on request, which one is best."""

import pytest

from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import (
    ActionInput,
    Topic,
    TopicPages,
    with_console,
)
from companion.table.table import Table, begin, handle
from tests.menu_names import names
from tests.table.conftest import NOW
from tests.table.modes.test_menu import choose
from tests.table.test_table import act

ASKED = ("outlook", "advice")


@pytest.fixture
def placing(draw: Draw) -> Table:
    """A table of the Gilded Compass at which somebody has rolled."""
    table = begin(
        registry.load("gilded-compass"), Setup(("Ann", "Ben"), "full"), (), NOW, draw
    ).table
    table = with_console(table, language="en", languages=("en",))
    while table.laying or not table.choices:
        table = handle(table, Command.CONFIRM, NOW, draw).table
    return table


def screen(table: Table) -> Screen:
    return view(table, Catalogue("en", table.game, table.setup.players))


def test_a_game_without_advice_offers_none_in_its_menu(table: Table) -> None:
    assert not {*ASKED} & {*names(table)}


def test_the_outlook_does_not_say_what_is_best(placing: Table, draw: Draw) -> None:
    asked = choose(placing, "outlook", draw)
    assert screen(asked).title == "What would change?"
    pages = (with_console(asked, cover=TopicPages(Topic.OUTLOOK, page)) for page in range(20))
    texts = [row.text for page in pages for row in screen(page).rows]
    assert any("Archives: " in line for line in texts)
    assert not any("rewards" in line for line in texts)


def test_advice_comes_with_its_measure(placing: Table, draw: Draw) -> None:
    asked = choose(placing, "advice", draw)
    assert screen(asked).title == "Which is best?"
    assert screen(asked).rows[0].text.startswith("If the round ended")
    assert screen(act(asked, Command.NEXT, draw=draw)) != screen(asked)
    assert act(asked, Command.BACK, draw=draw).console.cover is None


def test_why_leads_from_advice_to_its_own_question(placing: Table, draw: Draw) -> None:
    asked = choose(placing, "advice", draw)
    assert screen(act(asked, Command.WHY, draw=draw)).title != "Which is best?"


def test_an_action_closes_the_advice(placing: Table, draw: Draw) -> None:
    """When a phone has placed the dice, advice about placing them is out of date."""
    asked = choose(placing, "advice", draw)
    action = asked.candidates[0]
    after = handle(
        asked, ActionInput(action, asked.game.current_player(asked.state)), NOW, draw
    ).table
    assert after.console.cover is None


def test_without_choices_the_advice_says_so(table: Table) -> None:
    asked = with_console(table, cover=TopicPages(Topic.ADVICE))
    assert screen(asked).rows[0].text == "There is nothing to"
    assert screen(asked).title == "Which is best?"
