"""Pages to turn: the rules behind refusals and points, in words."""

from collections.abc import Sequence

import pytest
from msgspec.structs import replace

from companion.display.painter import overflow, rows_of
from companion.display.painter.layout import lay_out
from companion.display.painter.primitives import LINE
from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.engine.rules import AnyGame
from companion.i18n.catalogue import Catalogue, Rulebook
from companion.i18n.languages import LANGUAGES
from companion.table.command import Command
from companion.table.screens.explanation import ExplanationPage, select_page
from companion.table.screens.headline import KeyLayout
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import (
    JoinCode,
    JoinInfo,
    Topic,
    TopicPages,
    with_choosing,
    with_console,
)
from companion.table.table import (
    ActionInput,
    Table,
    Timestamp,
    begin,
    handle,
)
from tests.table.test_table import act, touch

SIZES = ((128, 64), (128, 32))


class Wordless(Catalogue):
    """The voice of a game that has no words for its rules."""

    def rule(self, rule: str) -> str:
        del rule
        return ""


def screen(table: Table, language: str = "en", keys: KeyLayout = KeyLayout.FULL) -> Screen:
    return view(table, Catalogue(language, table.game, table.setup.players), keys=keys)


def message(shown: Screen) -> str:
    return " ".join(row.text for row in shown.rows)


@pytest.fixture
def scored(table: Table, draw: Draw) -> Table:
    """A table with open points, at which somebody has asked for them."""
    variant = replace(table.state.variant, show_totals=True)
    table = replace(table, state=replace(table.state, variant=variant))
    return act(table, touch(table, "token-B"), Command.WHY, draw=draw)


@pytest.fixture
def ended(draw: Draw) -> Table:
    """A short game that is over."""
    game = registry.load("compass-points")
    table = begin(game, Setup(("Ann", "Ben", "Cem", "Dua")), (), Timestamp(0, 0.0), draw).table
    while not table.is_over:
        table = handle(table, ActionInput(table.candidates[0]), Timestamp(0, 0.0), draw).table
    return table


class TestARefusal:
    def test_is_explained_by_the_words_of_its_rule(self, table: Table, draw: Draw) -> None:
        asked = act(table, touch(table, "tile-joy"), Command.WHY, draw=draw)
        assert asked.refusal is not None
        for language in LANGUAGES:
            words = Catalogue(language, table.game, ()).rule(asked.refusal.rule)
            pages = (screen(act(asked, *turns, draw=draw), language) for turns in _turns(4))
            assert words in " ".join(map(message, pages))

    def test_names_the_id_and_the_keys(self, table: Table, draw: Draw) -> None:
        asked = act(table, touch(table, "tile-joy"), Command.WHY, draw=draw)
        assert asked.refusal is not None
        assert f"{asked.refusal.rule}: " in message(screen(asked))
        assert screen(asked).footer == "A/B back  down: next"

    def test_without_words_names_the_rule_alone(self, table: Table, draw: Draw) -> None:
        asked = act(table, touch(table, "tile-joy"), Command.WHY, draw=draw)
        shown = view(asked, Wordless("en", table.game, table.setup.players))
        assert asked.refusal is not None
        assert f"{asked.refusal.rule} Now: Ann" in message(shown)


def _turns(count: int) -> Sequence[Sequence[Command]]:
    return [(Command.NEXT,) * n for n in range(count)]


class TestPoints:
    def test_name_the_key_that_opens_their_rules(self, scored: Table) -> None:
        assert screen(scored).footer == "A rules  B back"
        assert screen(scored, keys=KeyLayout.THREE).footer == "A rules, down: next"

    def test_can_be_opened_and_closed(self, scored: Table, draw: Draw) -> None:
        rule = act(scored, Command.CONFIRM, draw=draw)
        assert screen(rule).title == "Rule"
        assert screen(rule).footer == "A/B back  down: next"
        assert message(screen(rule, "de")).startswith("IC-EP-1: Eine Erinnerung bringt die EP")
        for key in (Command.CONFIRM, Command.BACK):
            assert act(rule, key, draw=draw) == scored

    def test_show_a_long_rule_on_several_pages(self, scored: Table, draw: Draw) -> None:
        rule = act(scored, Command.CONFIRM, draw=draw)
        voice = Catalogue("en", rule.game, rule.setup.players)
        low = [view(act(rule, *turns, draw=draw), voice, rows=2) for turns in _turns(3)]
        assert {page.footer for page in low} == {"A/B back  down: next"}
        assert len({message(page) for page in low}) == 3

    def test_are_closed_by_the_menu(self, scored: Table, draw: Draw) -> None:
        rule = act(scored, Command.CONFIRM, Command.MENU, draw=draw)
        assert screen(rule).title == "Menu"
        assert screen(act(rule, Command.MENU, draw=draw)).title != "Rule"

    def test_that_nobody_may_see_have_no_rules_to_open(self, table: Table, draw: Draw) -> None:
        """EP are hidden until the end (IC-R29)."""
        asked = act(table, Command.WHY, draw=draw)
        assert act(asked, Command.CONFIRM, draw=draw).console.cover is None

    def test_of_an_ended_game_are_opened_page_by_page(self, ended: Table, draw: Draw) -> None:
        assert act(ended, Command.CONFIRM, draw=draw) == ended
        sheet = act(ended, Command.NEXT, draw=draw)
        opened = act(sheet, Command.CONFIRM, draw=draw)
        first = sheet.game.score_breakdown(sheet.state)[0].rule
        assert message(screen(opened)).startswith(f"{first}: ")
        assert act(opened, Command.BACK, draw=draw) == sheet

    def test_stay_closed_under_the_join_code(self, ended: Table, draw: Draw) -> None:
        join = JoinInfo("HTTP://BOX/J/1", "1")
        joining = with_console(with_choosing(ended, cursor=1), cover=JoinCode(), join=join)
        assert act(joining, Command.CONFIRM, draw=draw).console.cover is None


def test_a_page_opens_at_its_own_rules_followed_by_the_others(game: AnyGame) -> None:
    pages = (
        ExplanationPage(Screen("one"), ("IC-EP-1", "IC-END-2")),
        ExplanationPage(Screen("two"), ("IC-Q-JOY-1",)),
        ExplanationPage(Screen("three")),
    )
    voice = Catalogue("en", game, ())

    def cited(at: int) -> list[str]:
        shown = (select_page(pages, at, n, voice, 99).screen for n in range(3))
        return [message(page).partition(":")[0] for page in shown]

    assert cited(0) == ["IC-EP-1", "IC-END-2", "IC-Q-JOY-1"]
    assert cited(1) == ["IC-Q-JOY-1", "IC-EP-1", "IC-END-2"]
    assert cited(2) == cited(0)
    assert select_page(pages[2:], 0, 0, voice, 99).screen.title == "three"


def test_a_rule_without_words_is_its_id() -> None:
    pages = (ExplanationPage(Screen("one"), ("ST-1",)),)
    voice = Wordless("en", registry.load("essence"), ())
    assert message(select_page(pages, 0, 0, voice, 6).screen) == "ST-1"


@pytest.mark.slow
@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("name", registry.names())
def test_every_rule_fits_its_pages(name: str, language: str) -> None:
    game = registry.load(name)
    voice = Catalogue(language, game, ())
    cut = set()
    for rule in Rulebook(language, game).ids:
        pages = (ExplanationPage(Screen(""), (rule,)),)
        for size in SIZES:
            for n in range(8):
                shown = select_page(pages, 0, n, voice, rows_of(size)).screen
                cut.add(overflow(shown, size))
    assert cut == {()}


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("rows", [2, 6])
def test_a_clock_hides_no_number_of_a_page(
    game: AnyGame, draw: Draw, language: str, rows: int
) -> None:
    """It stands beside the labels of keys: nothing else says there that more pages follow."""
    clock = {"kind": "sudden_death", "main": 600_000}
    begun = begin(game, Setup(("Ann", "Ben"), "track", clock=clock), (), Timestamp(0, 0.0), draw)
    table = handle(begun.table, Command.BACK, Timestamp(0, 0.0), draw).table
    voice = Catalogue(language, game, table.setup.players)
    for topic in (Topic.KEYS, Topic.STEPS):
        read = with_console(table, cover=TopicPages(topic=topic))
        shown = view(read, voice, rows)
        number, time = shown.status.split()
        assert number.startswith("1/")
        assert int(number[2:]) > 1
        assert ":" in time
        labels = [label.shown for label in lay_out(shown, (128, (rows + 2) * LINE)).labels]
        assert shown.status in labels
        assert shown.title in labels
