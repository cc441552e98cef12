"""What every game answers: where actions lead, and what is legal then."""

import json
import random
from typing import Any

import pytest

from companion.engine import registry
from companion.engine.game import CHANCE, Setup
from companion.engine.general_questions import rules_questions
from companion.engine.questions import answer

STEPS = 40


def asked(game: str, **fields: object) -> dict[str, Any]:
    line = json.dumps({"id": 1, "kind": "play", "in": fields})
    reply: dict[str, Any] = json.loads(answer(rules_questions(game), line).line)
    return reply


def mistake(game: str, **fields: object) -> str:
    return str(asked(game, **fields)["error"]["message"])


def players(name: str) -> list[str]:
    return [f"p{seat}" for seat in range(registry.load(name).players[-1])]


@pytest.mark.slow
@pytest.mark.parametrize("name", registry.names())
def test_actions_at_random_lead_where_the_rules_lead(name: str) -> None:
    game, source = registry.load(name), random.Random(4)
    names = players(name)
    actions: list[dict[str, Any]] = []
    state = game.new_initial_state(Setup(tuple(names), game.levels[-1]))
    for _ in range(STEPS):
        out = asked(name, players=names, actions=actions)["out"]
        assert out["legal"]
        assert out["state"] == json.loads(json.dumps(game.to_struct(state)))
        assert out["scores"] == list(game.returns(state))
        assert out["active"] == list(game.active_players(state))
        assert out["over"] == game.is_terminal(state)
        for struct in out["actions"]:
            assert game.why_not(state, game.from_struct(struct)) is None
        listed = [game.legal_actions(state, seat) for seat in out["active"] if seat >= 0]
        if game.current_player(state) == CHANCE:
            listed = [tuple(action for action, _ in game.chance_outcomes(state))]
        assert len(out["actions"]) == len({action for each in listed for action in each})
        if out["over"]:
            break
        actions.append(source.choice(out["actions"]))
        state = game.apply_action(state, game.from_struct(actions[-1])).state


@pytest.mark.parametrize("name", registry.names())
def test_a_refused_action_ends_the_list_with_code_rule_and_number(name: str) -> None:
    first = asked(name, players=players(name))["out"]
    twice = [first["actions"][0]] * 200
    out = asked(name, players=players(name), actions=twice)["out"]
    assert not out["legal"]
    assert out["why"]
    assert out["rule"]
    assert asked(name, players=players(name), actions=twice[: out["action"]])["out"]["legal"]


def test_what_cannot_be_asked_is_one_sentence() -> None:
    game, names = "inner-compass", ["a", "b"]
    assert mistake(game, players=["a"]) == "in: Inner Compass is for 2 to 4 players, not 1"
    assert mistake(game, players=names, level="no").startswith("in: ")
    assert mistake(game, players=names, actions=[{"type": "no"}]).startswith(
        "in.actions[0]: unknown record type 'no'"
    )
    assert mistake(game, players=names, actions=[{"type": "state"}]).startswith("in.actions[0]: ")
    assert mistake(game, players=names, actions=[3]).startswith("in.actions[0]: ")
    assert "in.plaiers" in mistake(game, players=names, plaiers=names)


def test_a_level_and_options_can_be_asked_for() -> None:
    out = asked("inner-compass", players=["a", "b"], level="track", options={"mode": "advanced"})
    assert out["out"]["state"]["variant"]["level"] == "track"
    assert out["out"]["state"]["variant"]["advanced"] is True
