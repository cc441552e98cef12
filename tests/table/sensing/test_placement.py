"""Sensed placements: old space, new space and emptied slot show what was done (IC-AP-3)."""

import random

import pytest
from msgspec.structs import replace

from companion.engine.fold import Draw, sampler
from companion.engine.game import CHANCE, Setup
from companion.engine.rules import AnyGame
from companion.games.inner_compass.actions import Feel, FreeMove, Move
from companion.games.inner_compass.board import board
from companion.games.inner_compass.state import Phase, State
from companion.table.sensing.placement import Placement, action_sequences, matches
from companion.table.state import GameProgress
from companion.table.table import (
    ActionInput,
    PlacementInput,
    Table,
    begin,
    handle,
)
from tests.table.conftest import NOW

M = ("YYKRRY", "BRKWKY", "BWYWBB", "KWWBKK", "KYRBYW", "BYRRYY")


@pytest.fixture
def full(game: AnyGame, draw: Draw) -> Table:
    """The first turn of a game at full level: board M, pieces on b3 and f5, all cards known."""
    table = begin(game, Setup(("Ann", "Ben"), "full"), (), NOW, draw).table
    while game.current_player(table.state) >= 0 and table.state.phase is Phase.PIECES:
        action = table.candidates[0]
        state = game.apply_action(table.state, action).state
        table = replace(table, state=state)
    pieces = ("b3", "f5")
    players = tuple(replace(p, piece=at) for p, at in zip(table.state.players, pieces, strict=True))
    state = replace(table.state, board=M, players=players, current=0, display=("K", "Y", "W", "B"))
    return replace(table, state=state, entries=(), tasks=(), progress=GameProgress.PLAYING)


def piece_at(space: str, *, left: str = "b3") -> Placement:
    return {left: frozenset(), space: frozenset({"seat-1"})}


def test_one_step_is_a_move(full: Table) -> None:
    assert next(action_sequences(full.game, full.state, piece_at("b2"))) == (Move("N"),)


def test_a_space_further_off_is_a_free_move_and_a_step(full: Table) -> None:
    """b3, b4 and c4 are one white group: from c4 a step leads to d4."""
    way = next(action_sequences(full.game, full.state, piece_at("d4")))
    assert way == (FreeMove("c4"), Move("E"))


def test_two_steps(full: Table) -> None:
    assert len(next(action_sequences(full.game, full.state, piece_at("b1")))) == 2


def test_an_emptied_slot_shows_the_direction(full: Table) -> None:
    sensed = {**piece_at("c3"), "display-E": frozenset[str]()}
    assert next(action_sequences(full.game, full.state, sensed)) == (Move("E"), Feel())
    via_c4 = {**piece_at("c3"), "display-N": frozenset[str]()}
    assert next(action_sequences(full.game, full.state, via_c4)) == (
        FreeMove("c4"),
        Move("N"),
        Feel(),
    )


def test_a_place_out_of_legal_reach_is_reported(full: Table, draw: Draw) -> None:
    outcome = handle(full, PlacementInput(tuple(piece_at("f1").items())), NOW, draw)
    assert outcome.entries == ()
    assert outcome.table.notice is not None


def test_an_expected_placement_changes_nothing(full: Table, draw: Draw) -> None:
    outcome = handle(full, PlacementInput((("b3", frozenset({"seat-1"})),)), NOW, draw)
    assert outcome.table == full


def test_a_turn_is_reinterpreted_when_the_slot_shows_another_way(game: AnyGame, draw: Draw) -> None:
    """The piece came to rest first; only the emptied slot shows that it was a free move."""
    table, space, slot, way = _two_readings(game, draw)
    first = handle(table, PlacementInput(tuple(space.items())), NOW, draw).table
    assert game.placements(first.state) != game.placements(table.state)
    later = handle(first, PlacementInput(tuple({**space, **slot}.items())), NOW, draw).table
    done = [game.from_struct(entry.payload) for entry in later.entries if entry.kind == "action"]
    assert tuple(done[-len(way) :]) == way
    assert any(entry.kind == "undo" for entry in later.entries)


def _two_readings(
    game: AnyGame, draw: Draw
) -> tuple[Table, Placement, Placement, tuple[object, ...]]:
    """Find a table where a space is reached both by a step and by a free move from elsewhere."""
    for seed in range(200):
        source = random.Random(seed)
        table = begin(game, Setup(("Ann", "Ben"), "full"), (), NOW, sampler(source)).table
        while table.state.phase is Phase.PIECES:
            table = handle(table, ActionInput(source.choice(table.candidates)), NOW, draw).table
        here = table.state.players[table.state.current].piece
        seat = frozenset({f"seat-{table.state.current + 1}"})
        for direction, there in _neighbours(table.state, here):
            for slot_side in "NESW":
                space = {here: frozenset[str](), there: seat}
                slot = {f"display-{slot_side}": frozenset[str]()}
                way = next(action_sequences(game, table.state, {**space, **slot}), ())
                if len(way) == 3 and slot_side != direction:
                    return table, space, slot, way
    raise AssertionError("no such table")


def _neighbours(state: State, here: str | None) -> list[tuple[str, str]]:
    assert state.board is not None
    assert here is not None
    return list(board(state.board).neighbours[here].items())


def test_every_legal_way_is_found_in_random_positions(game: AnyGame) -> None:
    source = random.Random(7)
    draw = sampler(source)
    state = game.new_initial_state(Setup(("Ann", "Ben", "Cem"), "full"))
    checked = 0
    while checked < 60:
        seat = game.current_player(state)
        if seat == CHANCE:
            state = game.apply_action(state, draw(game.chance_outcomes(state))).state
            continue
        if state.phase is Phase.FREE:
            after = _random_way(game, state, source)
            sensed = {
                place: game.placements(after).get(place, frozenset())
                for place in {*game.placements(state), *game.placements(after)}
            }
            if game.placements(after) != game.placements(state):
                way = next(action_sequences(game, state, sensed))
                end = state
                for action in way:
                    end = game.apply_action(end, action).state
                assert matches(game, end, sensed)
                checked += 1
        legal = game.legal_actions(state, seat)
        state = game.apply_action(state, source.choice(legal)).state
        if game.is_terminal(state):
            state = game.new_initial_state(Setup(("Ann", "Ben", "Cem"), "full"))


def _random_way(game: AnyGame, state: State, source: random.Random) -> State:
    for _ in range(source.randint(1, 3)):
        hand = [
            action
            for action in game.legal_actions(state, state.current)
            if isinstance(action, Move | FreeMove | Feel)
        ]
        if not hand or game.current_player(state) == CHANCE:
            break
        state = game.apply_action(state, source.choice(hand)).state
    return state
