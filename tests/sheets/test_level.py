"""The level ``table`` of a game passes the conformance kit, and costs one press a turn."""

from collections.abc import Sequence

from companion.engine import registry
from companion.engine.conformance import GameConformance
from companion.engine.conformance.bench import NAMES
from companion.engine.game import Setup
from companion.i18n.catalogue import Catalogue
from companion.sheets.state import TableState
from companion.table.narrowing import intent
from tests.docs.rules.ids import rule_ids


class Level(GameConformance):
    voice = Catalogue
    narrowing = intent
    seeds = (1, 2)
    longest = 400
    size = 30

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        return [Setup(NAMES[: cls.game.players[0]], "table")]


class TestCompassJewels(Level):
    game = registry.load("compass-jewels")
    rules = rule_ids("compass-jewels")


class TestCompassPoints(Level):
    game = registry.load("compass-points")
    rules = rule_ids("compass-points")


class TestEssence(Level):
    game = registry.load("essence")
    rules = rule_ids("essence")


class TestGildedCompass(Level):
    game = registry.load("gilded-compass")
    rules = rule_ids("gilded-compass")


class TestInnerCompass(Level):
    game = registry.load("inner-compass")
    rules = rule_ids("inner-compass")


def test_the_level_comes_first_in_every_game() -> None:
    assert {registry.load(name).all_levels[0] for name in registry.names()} == {"table"}


def test_a_state_of_the_level_is_asked_by_the_rules_for_sheets() -> None:
    game = registry.load("compass-points")
    state = game.new_initial_state(Setup(NAMES[:4], "table"))
    assert isinstance(state, TableState)
    assert not isinstance(game.new_initial_state(Setup(NAMES[:4], "full")), TableState)
    assert game.action_to_string(game.legal_actions(state, 0)[0]) == "hand_over"


def test_other_levels_of_a_game_have_the_turn_ends_that_they_had() -> None:
    """Cards that are laid one after the other must not pass for one turn that goes on."""
    game = registry.load("compass-points")
    assert not game.has_turn_ends(game.new_initial_state(Setup(NAMES[:4], "full")))
    assert game.has_turn_ends(game.new_initial_state(Setup(NAMES[:4], "table")))
