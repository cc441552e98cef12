"""What a box tells its broker, searched for secrets as all messages to phones are.

States that no seat may tell apart must look the same to everybody who listens to the broker.
"""

import json
from itertools import islice
from typing import Any

import pytest
from msgspec.structs import replace

from companion.engine.log import Entry
from companion.fleet.events import event_of, table_events
from companion.fleet.state import TableConditions, names_of, state_of
from companion.fleet.view import page_of
from companion.table.stage import Stage
from companion.table.state import ActionInput, Table
from tests.web.scene import GAMES, Scene, voice
from tests.web.secrets import TWINS

MANY = 4


def voice_for(language: str, stage: Stage, players: tuple[str, ...]) -> Any:  # noqa: ANN401
    return voice(language, stage.game.id, players)


def told(before: Table, after: Table, *, page: bool = True) -> str:
    """Return everything that is published when a table has come from one state to another."""
    new: tuple[Entry, ...] = after.entries[len(before.entries) :]
    names = names_of(after.setup.players, given=True)
    events = [event_of(what, after, names) for what in table_events(before, after, new)]
    shown = page_of(after, voice_for, given=True) if page else None
    return json.dumps([state_of(after, TableConditions()), events]) + str(shown)


@pytest.mark.slow
@pytest.mark.parametrize("game", GAMES)
def test_nothing_that_is_published_tells_a_secret(game: str) -> None:
    scene, compared = Scene(game, seed=11, count=3 if game == "essence" else None), 0
    before = scene.table
    for step in range(36):
        action = scene.choose()
        if action is None:
            break
        scene.act(ActionInput(action))
        after = scene.table
        for seat in range(step % 2, len(after.setup.players), 2):
            twins = list(islice(TWINS[game](after.state, seat), MANY))
            if twins:
                twin = replace(after, state=scene.source.choice(twins))
                assert told(before, twin) == told(before, after)
                compared += 1
        before = after
    assert compared > 10 or game == "compass-jewels"


def test_totals_that_are_secret_are_not_there_before_the_end() -> None:
    scene = Scene("inner-compass", seed=2)
    for _ in scene.play(30):
        assert state_of(scene.table, TableConditions())["points"] == []


def test_a_secret_in_the_state_would_be_found() -> None:
    """Without what is left out, twins could be told apart: the comparison above can fail."""
    scene = Scene("essence", seed=7)
    hidden = 0
    for _ in scene.play(12):
        table = scene.table
        struct = table.game.to_struct(table.state)
        twins = islice(TWINS["essence"](table.state, 0), MANY)
        hidden += sum(table.game.to_struct(twin) != struct for twin in twins)
    assert hidden
