"""Speeds are secret to all other players until they are turned (CP-SPEED-2, CP-R20)."""

from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.engine.game import SPECTATOR, Action, Event
from companion.games.compass_points import GAME
from companion.games.compass_points.actions import LaySpeed, LayUnread, TurnUnread
from companion.games.compass_points.state import Phase, State
from tests.games.compass_points.tables import do, in_phase, laid, position
from tests.matrix import example_count

VIEWERS = (*range(4), SPECTATOR)


def seen(state: State, viewer: int) -> Any:  # noqa: ANN401 - JSON
    return GAME.observation(state, viewer)["players"]


@pytest.mark.parametrize("viewer", VIEWERS)
def test_a_seat_sees_its_own_speed_and_which_others_are_laid(viewer: int) -> None:
    for seat, player in enumerate(seen(laid(position(), "N N1, E S2, S E3, W W0"), viewer)):
        assert (player["laid"], player["read"]) == (True, True)
        assert ("speed" in player) == (seat == viewer)


def test_a_turned_speed_is_open_to_all() -> None:
    state = do(laid(position(), "N N1, E S2, S E3, W W0"), "turn").state
    for viewer in VIEWERS:
        assert seen(state, viewer)[0]["speed"] == 1


@given(st.integers(0, 3), st.tuples(*[st.integers(0, 3)] * 4), st.integers(0, 3))
@settings(max_examples=example_count(20))
def test_tables_that_differ_in_face_down_speeds_look_alike(
    seat: int, speeds: tuple[int, ...], other: int
) -> None:
    """Everything that others see or hear at two tables is the same, step by step."""
    first = second = in_phase(Phase.SPEED)
    for layer, speed in enumerate(speeds):
        action = LaySpeed(layer, speed)
        changed = LaySpeed(layer, other if layer == seat else speed)
        assert noticed(first, action, seat) == noticed(second, changed, seat)
        first, second = do(first, action).state, do(second, changed).state


def noticed(state: State, action: LaySpeed, seat: int) -> list[object]:
    """Return what everybody except one seat notices when a card is laid."""
    step = do(state, action)
    after = step.state
    return [
        GAME.current_player(after),
        GAME.active_players(after),
        GAME.awaited(after),
        GAME.summary(after),
        GAME.status(after),
        GAME.diagram(after),
        GAME.instructions(state, action, step),
        [GAME.prompt(after, viewer) for viewer in VIEWERS],
        [GAME.placements(after), GAME.score_breakdown(after)],
        [GAME.observation(after, viewer) for viewer in VIEWERS if viewer != seat],
        [GAME.legal_actions(after, viewer) for viewer in VIEWERS],
        step.events,
    ]


def test_only_its_owner_may_know_of_a_speed_that_is_laid() -> None:
    state = in_phase(Phase.SPEED)
    assert GAME.audience(state, LaySpeed(2, 3)) == (2,)
    events: tuple[Action | Event, ...] = do(state, LaySpeed(0, 3)).events
    for news in (LayUnread(), TurnUnread(2, 3), *events):
        assert GAME.audience(state, news) is None


def test_refusals_do_not_reveal_it_either() -> None:
    """Nobody learns even which of two cards was tried."""
    state = position()
    for seat in range(4):
        refused = {repr(GAME.why_not(state, LaySpeed(seat, speed))) for speed in range(4)}
        assert len(refused) == 1


def test_cards_of_a_game_that_a_goal_ended_stay_face_down() -> None:
    """CP-GOAL-5."""
    state = laid(position(pawn="e8"), "N N0, E N2, S N3, W N3")
    state = do(do(state, "turn").state, "turn").state
    assert GAME.is_terminal(state)
    assert "speed" not in seen(state, SPECTATOR)[2]
