"""A game of few lines declares its secret, its domains and what is set by hand; the rest follows.

It has no function that answers questions, hides a number, guesses one or lists corrections.
"""

import json
import sys
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from random import Random
from typing import Any

import pytest

from companion.engine.conformance import GameConformance
from companion.engine.game import SPECTATOR, Setup
from companion.engine.general_questions import GeneralQuestions
from companion.engine.questions import answer
from companion.engine.search import Thinker, playouts
from companion.engine.selfplay import play
from companion.i18n.catalogue import Catalogue
from companion.table.narrowing import intent
from tests.third_party.code_lines import code_lines

PACKAGE = Path(__file__).parent / "highest_alone"
SETUP = Setup(("Ann", "Ben", "Cleo"))


@pytest.fixture(scope="module", name="game")
def installed() -> Iterator[Any]:
    sys.path.insert(0, str(PACKAGE))
    yield import_module("highest_alone").GAME
    sys.path.remove(str(PACKAGE))
    del sys.modules["highest_alone"]


def asked(game: Any, **fields: object) -> dict[str, Any]:  # noqa: ANN401 - a game
    question = {"id": 1, "kind": "play", "in": {"players": SETUP.players, **fields}}
    reply: dict[str, Any] = json.loads(answer(GeneralQuestions(game), json.dumps(question)).line)
    return reply


def lay(seat: int, number: int) -> dict[str, object]:
    return {"type": "lay", "player": seat, "number": number}


def test_it_has_less_than_sixty_lines() -> None:
    source = (PACKAGE / "highest_alone" / "__init__.py").read_text(encoding="utf-8")
    assert 0 < code_lines(source) < 60


@pytest.mark.slow
def test_it_keeps_what_every_game_must(game: Any) -> None:  # noqa: ANN401 - a game
    class Kit(GameConformance):
        rules = ("HA-1", "HA-2", "HA-3")
        voice = Catalogue
        narrowing = intent

        @classmethod
        def twins(cls, state: Any, viewer: int) -> Iterator[Any]:  # noqa: ANN401 - a state
            """Yield states in which somebody else has laid another number."""
            for seat, player in enumerate(state.players):
                if seat != viewer and player.laid is not None:
                    yield from (state.with_player(seat, laid=number) for number in range(1, 6))

    Kit.game = game
    kit = Kit()
    checks = [name for name in dir(kit) if name.startswith("test_")]
    for check in checks:
        getattr(kit, check)()
    assert len(checks) > 40


def test_it_answers_where_actions_lead_and_why_one_is_refused(game: Any) -> None:  # noqa: ANN401
    out = asked(game, actions=[lay(0, 5), lay(1, 5), lay(2, 3), {"type": "show"}])["out"]
    assert (out["legal"], out["scores"], out["active"]) == (True, [0, 0, 3], [0, 1, 2])
    refused = asked(game, actions=[lay(0, 5), lay(0, 4)])["out"]
    assert (refused["legal"], refused["why"], refused["rule"]) == (False, "has-laid", "HA-1")
    assert "number" in asked(game, actions=[{"type": "lay", "player": 0}])["error"]["message"]


def test_nobody_sees_a_number_before_all_have_laid(game: Any) -> None:  # noqa: ANN401
    state = game.new_initial_state(SETUP)
    action = game.from_struct(lay(0, 4))
    after = game.apply_action(state, action).state
    seen = {viewer: game.observation(after, viewer)["players"] for viewer in (SPECTATOR, 0, 1)}
    assert [seen[viewer][0].get("laid") for viewer in seen] == [None, 4, None]
    assert seen[1][0]["has_laid"]
    assert game.audience(state, action) == (0,)


def test_points_are_set_by_hand(game: Any) -> None:  # noqa: ANN401
    state = game.new_initial_state(SETUP)
    listed = [game.to_struct(each) for each in game.corrections(state)]
    dialled = {"type": "dial_total", "player": 1, "worth": 10, "digit": 2}
    assert dialled in listed
    after = game.apply_action(state, game.from_struct(dialled)).state
    assert game.returns(after) == (0, 20, 0)


def test_a_robot_plays_it_from_what_it_sees(game: Any) -> None:  # noqa: ANN401
    state = game.new_initial_state(SETUP)
    state = game.apply_action(state, game.from_struct(lay(0, 4))).state
    legal = game.legal_actions(state, 1)
    thinker = Thinker(game, SETUP, seat=1)
    thought = thinker.think(game.observation(state, 1), legal, Random(1), playouts(40))
    assert thought.playouts == 40
    assert {choice.action for choice in thought.choices} == set(legal)


def test_games_at_random_keep_its_invariant(game: Any) -> None:  # noqa: ANN401
    played = [play(game, SETUP, seed) for seed in range(50)]
    assert not [each for each in played if each.violations]
    assert len({each.returns for each in played}) > 10
