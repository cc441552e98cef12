"""The level ``table`` of a game passes the conformance kit, and costs one press a turn."""

from collections.abc import Sequence
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.conformance import GameConformance
from companion.engine.conformance.bench import NAMES
from companion.engine.facets import SecretScore
from companion.engine.game import Setup, SetupError
from companion.i18n import shipped_sheets
from companion.i18n.catalogue import Catalogue
from companion.sheets.actions import AddPoints, FinishGame, HandOver
from companion.sheets.game import rules_of
from companion.sheets.level import TABLE
from companion.sheets.plan import compile_plan
from companion.sheets.state import Phase, TableState
from companion.table.narrowing import intent
from tests.docs.rules.ids import rule_ids
from tests.sheets.test_play import begun, do
from tests.sheets.test_play import game as game_of


class Level(GameConformance):
    voice = Catalogue
    narrowing = intent
    seeds = (1, 2)
    longest = 400
    size = 30

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        return [Setup(NAMES[: cls.game.players[0]], TABLE)]


class TestCompassJewels(Level):
    game = registry.load("compass-jewels").at(TABLE)
    rules = rule_ids("compass-jewels")


class TestCompassPoints(Level):
    game = registry.load("compass-points").at(TABLE)
    rules = rule_ids("compass-points")


class TestEssence(Level):
    """Only more than two players have winners (ES-END-6)."""

    game = registry.load("essence").at(TABLE)
    rules = rule_ids("essence")

    @classmethod
    def setups(cls) -> Sequence[Setup]:
        return [Setup(NAMES[:3], TABLE)]


class TestGildedCompass(Level):
    game = registry.load("gilded-compass").at(TABLE)
    rules = rule_ids("gilded-compass")


class TestInnerCompass(Level):
    game = registry.load("inner-compass").at(TABLE)
    rules = rule_ids("inner-compass")


def test_the_level_comes_first_in_every_game() -> None:
    assert {registry.load(name).all_levels[0] for name in registry.names()} == {TABLE}


def test_the_level_is_played_by_the_rules_for_sheets() -> None:
    game = registry.load("compass-points")
    rules = game.at(TABLE)
    state = rules.new_initial_state(Setup(NAMES[:4], TABLE))
    assert isinstance(state, TableState)
    assert rules.action_to_string(rules.legal_actions(state, 0)[0]) == "hand_over"
    assert game.at("full") is game
    assert rules.at(TABLE) is rules


def test_other_levels_of_a_game_have_the_turn_ends_that_they_had() -> None:
    """Cards that are laid one after the other must not pass for one turn that goes on."""
    game = registry.load("compass-points")
    assert not game.turn_ends
    assert game.at(TABLE).turn_ends


def test_the_game_itself_does_not_begin_what_has_rules_of_its_own() -> None:
    game = registry.load("compass-points")
    with pytest.raises(TypeError, match="has its own rules"):
        game.new_initial_state(Setup(NAMES[:4], TABLE))
    with pytest.raises(SetupError, match="is for 4 players"):
        game.at(TABLE).new_initial_state(Setup(NAMES[:3], TABLE))


def test_points_are_secret_only_where_a_sheet_hides_them() -> None:
    """Pages, hub and previews of repairs ask the facet whether they may show points."""
    rules = [registry.load(name).at(TABLE) for name in registry.names()]
    rules += [shipped_sheets.load(name) for name in shipped_sheets.names()]
    secret = [each.id for each in rules if isinstance(each, SecretScore)]
    assert (
        secret
        == [name for name in shipped_sheets.names() if shipped_sheets.sheet(name).hidden]
        == ["most-money"]
    )
    plan = replace(compile_plan(shipped_sheets.sheet("points-per-round")), hidden=True)
    assert issubclass(rules_of(plan), SecretScore)


def test_pawns_at_the_centre_of_essence_are_level_however_far_they_would_go() -> None:
    """Gains beyond the last field are lost, and those who are equally far share (ES-END-5)."""
    rules = registry.load("essence").at(TABLE)
    state = rules.new_initial_state(Setup(NAMES[:3], TABLE))
    gains = (*[AddPoints(0, 7)] * 13, *[AddPoints(1, 7)] * 12)
    for action in (*gains, HandOver()):
        state = rules.apply_action(state, action).state
    while not rules.is_terminal(state):
        seat = rules.current_player(state)
        state = rules.apply_action(state, rules.legal_actions(state, seat)[0]).state
    assert rules.returns(state) == (84, 84, 0)
    assert rules.winners(state) == (0, 1)


@pytest.mark.parametrize(("count", "won"), [(2, ()), (3, (0,))])
def test_nobody_wins_essence_with_two_players(count: int, won: tuple[int, ...]) -> None:
    """ES-END-6."""
    game: Any = registry.load("essence").at(TABLE)
    state = game.new_initial_state(Setup(NAMES[:count], TABLE))
    for action in (AddPoints(0, 5), FinishGame(), HandOver()):
        state = game.apply_action(state, action).state
    while not game.is_terminal(state):
        first = game.legal_actions(state, game.current_player(state))[0]
        state = game.apply_action(state, first).state
    assert game.winners(state) == won
    words = Catalogue("en", game, NAMES[:count]).long(game.prompt(state, 0))
    assert ("Nobody wins" in words) == (count == 2)


def test_nobody_is_asked_who_wins_where_nobody_can() -> None:
    rules = game_of("wins: named\nno_winner: [2]\nfinish: now\n")
    state = do(rules, begun(rules, 2), FinishGame())
    assert rules.is_terminal(state)
    assert rules.winners(state) == ()
    assert do(rules, begun(rules, 3), FinishGame()).phase is Phase.WINNER
