"""What a host tells: the setup step by step, what is in play, and who took how long."""

import pytest

from companion.engine import registry
from companion.engine.fold import Draw
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.table.command import Command
from companion.table.screens.screen import Screen
from companion.table.screens.view import view
from companion.table.state import with_console
from companion.table.table import (
    ActionInput,
    Table,
    Timestamp,
    begin,
    handle,
)
from companion.table.voice import COLUMNS
from tests.table.conftest import NOW
from tests.table.modes.test_menu import choose


def screen(table: Table, language: str = "en") -> Screen:
    return view(table, Catalogue(language, table.game, table.setup.players))


def words(shown: Screen) -> str:
    return " ".join(row.text for row in shown.rows)


def pages(table: Table, draw: Draw, count: int) -> list[Screen]:
    shown = [screen(table)]
    for _ in range(count - 1):
        table = handle(table, Command.NEXT, NOW, draw).table
        shown.append(screen(table))
    return shown


@pytest.mark.parametrize("level", ["track", "scoring", "full"])
def test_every_step_of_the_setup_is_told_at_every_level(level: str, draw: Draw) -> None:
    """Cards, reverse order of the pieces and north too, whatever the box follows."""
    game = registry.load("inner-compass")
    begun = begin(game, Setup(("Ann", "Ben"), level), (), NOW, draw).table
    opened = choose(with_console(begun, language="en"), "steps", draw)
    told = pages(opened, draw, 40)
    assert {shown.status for shown in told} == {f"{step}/10" for step in range(1, 11)}
    message = " ".join(map(words, told))
    for fact in ("same north", "From the last player back", "gets 1 card", "15 cubes"):
        assert fact in message


@pytest.mark.parametrize(
    ("options", "told", "silent"),
    [
        ({"b_building": "guild"}, "missions whose building", "private collection"),
        ({"b_building": "auction_house"}, "private collection", "missions whose building"),
        ({"variant": "fewer_buildings"}, "University entrances", "Galleon"),
    ],
)
def test_only_steps_of_what_is_in_play_are_told(
    options: dict[str, str], told: str, silent: str, draw: Draw
) -> None:
    game = registry.load("gilded-compass")
    begun = begin(game, Setup(("Ann", "Ben"), "open", options), ("all",), NOW, draw).table
    rules = game.setup_rules(begun.state)
    voice = Catalogue("en", game, ("Ann", "Ben"))
    message = " ".join(map(voice.rule, rules))
    assert told in message
    assert silent not in message


def test_what_is_in_play_is_told_with_what_it_scores(table: Table, draw: Draw) -> None:
    opened = choose(table, "in_play", draw)
    names = {shown.title for shown in pages(opened, draw, 20)}
    voice = Catalogue("en", table.game, ("Ann", "Ben"))
    assert names == {voice.short(part.name) for part in table.game.in_play(table.state)}
    assert len(names) == 5
    assert "EP" in words(screen(opened))
    assert words(screen(opened)).startswith("IC-Q-")
    assert screen(opened).footer == "A/B back  down: next"


@pytest.mark.parametrize(
    ("name", "seats", "names"),
    [
        ("essence", 3, ["Individual question", "Group question"]),
        ("compass-points", 4, ["Square, one letter", "Square, two letters"]),
        ("compass-jewels", 2, ["Jewel, 2 colours", "Jewel, 3 colours"]),
    ],
)
def test_every_game_tells_what_scores(name: str, seats: int, names: list[str], draw: Draw) -> None:
    game = registry.load(name)
    begun = begin(game, Setup(("Ann", "Ben", "Cem", "Dua")[:seats], "full"), (), NOW, draw).table
    for language in ("en", "de"):
        voice = Catalogue(language, game, begun.setup.players)
        parts = game.in_play(begun.state)
        assert all(voice.rule(part.rule) for part in parts)
        assert max(len(voice.short(part.name)) for part in parts) <= COLUMNS
    message = Catalogue("en", game, begun.setup.players)
    assert [message.long(part.name) for part in game.in_play(begun.state)][:2] == names


def test_why_explains_the_tile_under_the_cursor(draw: Draw) -> None:
    """Where a tile is chosen, its rule is one key away, and the list is still there behind it."""
    game = registry.load("inner-compass")
    begun = begin(game, Setup(("Ann", "Ben"), "track"), (), NOW, draw).table
    table = handle(begun, Command.BACK, NOW, draw).table
    listed = handle(table, Command.CORRECT, NOW, draw).table
    for wanted in ("Add a value token", "Ann"):
        while screen(listed).rows[listed.cursor or 0].text != wanted:
            listed = handle(listed, Command.NEXT, NOW, draw).table
        listed = handle(listed, Command.CONFIRM, NOW, draw).table
    asked = handle(listed, Command.WHY, NOW, draw).table
    assert words(screen(asked)).startswith("IC-Q-")
    back = handle(asked, Command.BACK, NOW, draw).table
    assert screen(back).rows == screen(listed).rows


def test_the_time_of_each_player_can_be_read_during_the_game(table: Table, draw: Draw) -> None:
    later = handle(table, Command.NEXT, Timestamp(65_000, 0.0), draw).table
    ended = handle(later, ActionInput(later.candidates[0]), Timestamp(65_000, 0.0), draw).table
    opened = choose(with_console(ended, language="en"), "times", draw)
    shown = screen(opened)
    assert shown.title == "Time used"
    assert (shown.rows[0].text, shown.rows[0].value) == ("Ann", "1:05")
