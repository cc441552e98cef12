"""What is in play opens its rule: in a list, where it lies, and in the lines that name it."""

import random

import pytest

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Line, Setup
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue, Rulebook
from companion.table.state import Table
from companion.table.table import Timestamp, begin
from companion.web.views.in_play import kind_rules, parts, rule_of
from companion.web.views.position import Position
from tests.web.scene import GAMES, Scene

NAMES = ("Ada", "Bo", "Cy", "Di")


def a_table(game: str, players: int = 2) -> Table:
    found = registry.load(game)
    setup = Setup(NAMES[:players], found.levels[-1])
    return begin(found, setup, (), Timestamp(0, 0.0), sampler(random.Random(5))).table


def test_each_part_has_a_rule_with_words_and_lies_on_known_spaces() -> None:
    for game in ("inner-compass", "gilded-compass"):
        table = a_table(game)
        position = Position(table)
        view = parts(position, Catalogue("en", table.game, NAMES, pages=True))
        book = Rulebook("en", table.game)
        assert view
        for part in view:
            assert book.words(part["rule"])
            assert position.spaces.issuperset(part["places"])
        assert any(part["places"] for part in view)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_whatever_lies_there_opens_a_rule_in_both_languages(game: str) -> None:
    scene = Scene(game)
    books = [Rulebook(language, scene.table.game) for language in ("en", "de")]
    for _ in scene.play(60):
        position, picture = Position(scene.table), scene.table.game.picture
        voice = Catalogue("de", scene.table.game, scene.table.setup.players, pages=True)
        view = parts(position, voice)
        names = {part.name for part in position.in_play}
        listed = {part["rule"] for part in view}
        assert all(book.words(rule) for book in books for rule in listed)
        for sprite in position.sprites:
            assert picture is not None
            kind = picture.kind_of(sprite.name, sprite.look)
            assert kind is not None or sprite.name is None or sprite.name in names
            assert kind is None or kind.rule in listed
        own = {part.rule for part in position.in_play}
        lying = {each.kind.rule for each in position.kinded_sprites if each.kind is not None}
        assert listed - own == lying - own
        assert all(not part["places"] for part in view if part["rule"] not in own)


def test_a_goal_is_printed_on_the_four_sides() -> None:
    table = a_table("compass-points", 4)
    view = parts(Position(table), Catalogue("en", table.game, table.setup.players, pages=True))
    goal = next(part for part in view if part["rule"] == "CP-GOAL-4")
    assert goal["places"] == ["goal-E", "goal-N", "goal-S", "goal-W"]


def test_the_rule_of_a_kind_stands_beside_its_first_line() -> None:
    picture = registry.load("inner-compass").picture
    hand = [Line(text("emotion.R")), Line(text("private.ep")), Line(text("emotion.B"))]
    known = kind_rules(hand, picture)
    assert [rule_of(line, known) for line in hand] == ["IC-COST-1", "", ""]
    assert kind_rules(hand, None) == {}


def test_a_line_that_names_a_part_has_its_rule() -> None:
    table = a_table("gilded-compass")
    position = Position(table)
    known, part = position.cited, position.in_play[0]
    name, rule = part.name, part.rule
    assert rule_of(Line(text("private.mission"), name), known) == rule
    assert rule_of(Line(name), known) == rule
    assert not rule_of(Line(text("private.mission")), known)
