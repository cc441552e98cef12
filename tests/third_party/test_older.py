"""A game as the tutorial wrote it up to 0.2: its records are decorated as dataclasses."""

import json
from dataclasses import is_dataclass
from typing import Any

import pytest

from companion.engine.game import Setup
from companion.engine.general_questions import GeneralQuestions
from companion.engine.questions import answer
from companion.engine.selfplay import play
from tests.third_party.older.last_pebble_0_2 import GAME, State, Take

SETUP = Setup(("Ann", "Ben", "Cleo"))


def test_its_records_are_what_they_were() -> None:
    assert all(map(is_dataclass, (State, Take)))


@pytest.mark.parametrize("seed", range(20))
def test_it_is_played_to_its_end(seed: int) -> None:
    played = play(GAME, SETUP, seed)
    assert sum(played.returns) == 1
    assert sum(action.pebbles for action in played.actions if isinstance(action, Take)) == 12
    assert played.violations == ()


def test_its_actions_are_written_and_read() -> None:
    for action in map(Take, (1, 2, 3)):
        assert GAME.from_struct(GAME.to_struct(action)) == action


def test_it_answers_questions() -> None:
    actions: list[dict[str, Any]] = [{"type": "take", "pebbles": n} for n in (3, 3, 3, 4)]
    question = {"id": 1, "kind": "play", "in": {"players": SETUP.players, "actions": actions}}
    out = json.loads(answer(GeneralQuestions(GAME), json.dumps(question)).line)["out"]
    assert (out["legal"], out["why"], out["rule"], out["action"]) == (
        *(False, "not-so-many"),
        *("LP-1", 3),
    )
    assert out["actions"] == [{"type": "take", "pebbles": n} for n in (1, 2, 3)]
