"""The worked examples of the rules (section 13), carried out by actions."""

from collections.abc import Mapping
from typing import Any

import pytest

from companion.engine.game import Action
from companion.games.compass_points import GAME
from companion.games.compass_points.actions import (
    GivePoints,
    LayDirection,
    LaySpeed,
    PutOnCorner,
    Turn,
)
from companion.games.compass_points.state import Phase, State
from companion.games.compass_points.variant import ROUNDS, SIDES
from tests.games.compass_points.tables import board_of, position
from tests.games.examples import Carry, assert_carried_out, lines_beside, name

LINES = lines_beside(__file__)


def take(state: State, action: Action, *seats: int) -> State:
    """Return the state after an action that is legal for one of these seats."""
    assert any(action in GAME.legal_actions(state, seat) for seat in seats), action
    after: State = GAME.apply_action(state, action).state
    return after


def round_(given: Mapping[str, Any]) -> object:
    """Lay all cards, turn them over one after the other, and choose where there is a choice."""
    land = given.get("board")
    on = board_of(land["size"], **land["squares"]) if land else None
    out = "".join(given["sitting_out"])
    state = position(given["pawn"], given["round"], given["scores"], out, on)
    seats = [SIDES.index(side) for side in given["plays"]]
    for seat, (direction, _) in zip(seats, given["plays"].values(), strict=True):
        state = take(state, LayDirection(seat, direction), seat)
    for seat, (_, speed) in zip(seats, given["plays"].values(), strict=True):
        state = take(state, LaySpeed(seat, speed), seat)
    choices = list(given["choices"])
    while state.round == given["round"] and state.phase is not Phase.OVER:
        active = GAME.active_players(state)
        if state.phase is Phase.MOVE:
            state = take(state, Turn(), *active)
        elif state.phase is Phase.CORNER:
            state = take(state, PutOnCorner(choices.pop(0)), *active)
        else:
            state = take(state, GivePoints(SIDES.index(choices.pop(0))), *active)
    assert choices == []
    over = GAME.is_terminal(state)
    scores = dict(zip(SIDES, GAME.returns(state), strict=True))
    teams = {team: sum(scores[side] for side in team) for team in ("NS", "EW")}
    came: dict[str, object] = {"pawn": state.pawn, "scores": scores, "teams": teams, "over": over}
    if over:
        won = GAME.winners(state)
        came["winner"] = "draw" if len(won) == len(SIDES) else ("NS" if 0 in won else "EW")
        came["goal"] = state.goal
        assert state.goal or given["round"] == ROUNDS
    else:
        missing = (side for side, it in zip(SIDES, state.players, strict=True) if it.misses)
        came |= {"sit_out_next": list(missing), "goal": None, "winner": None}
    return came


CARRIES: Mapping[str, Carry] = {"round": round_}


@pytest.mark.parametrize("line", [pytest.param(line, id=name(line)) for line in LINES])
def test_example_by_actions(line: str) -> None:
    assert_carried_out(CARRIES, line)
