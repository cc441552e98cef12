"""What is in play opens its rule: in a list, where it lies, and in the lines that name it."""

import random

from companion.engine import registry
from companion.engine.fold import sampler
from companion.engine.game import Line, Setup
from companion.engine.text import text
from companion.i18n.catalogue import Catalogue, Rulebook
from companion.table.state import Table
from companion.table.table import Moment, begin
from companion.web.in_play import parts, rule_of, rules
from companion.web.position import Position

NAMES = ("Ada", "Bo")


def a_table(game: str) -> Table:
    found = registry.load(game)
    setup = Setup(NAMES, found.levels[-1])
    return begin(found, setup, (), Moment(0, 0.0), sampler(random.Random(5))).table


def test_each_part_has_a_rule_with_words_and_lies_on_known_spaces() -> None:
    for game in ("inner-compass", "gilded-compass"):
        table = a_table(game)
        position = Position(table)
        told = parts(position, Catalogue("en", table.game, NAMES, pages=True))
        book = Rulebook("en", table.game)
        assert told
        for part in told:
            assert book.words(part["rule"])
            assert position.spaces.issuperset(part["places"])
        assert any(part["places"] for part in told)


def test_a_line_that_names_a_part_has_its_rule() -> None:
    table = a_table("gilded-compass")
    known = rules(Position(table).in_play)
    name, rule = next(iter(known.items()))
    assert rule_of(Line(text("private.mission"), name), known) == {"rule": rule}
    assert rule_of(Line(name), known) == {"rule": rule}
    assert rule_of(Line(text("private.mission")), known) == {}
