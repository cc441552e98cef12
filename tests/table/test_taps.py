"""How many inputs each part of a turn takes.

What a thumb does for them on pins, each step of a joystick counted, is in
``tests/daemon/test_presses.py`` and in the bench of presses.

A tap is one button, one tag on a reader, or one touch on a phone. Sensed placements cost nothing.
"""

import random

import pytest
from msgspec.structs import replace

from companion.engine.fold import sampler
from companion.engine.game import Setup
from companion.games.inner_compass import GAME
from companion.games.inner_compass.actions import Feel, Move, RowEP, Stay
from companion.games.inner_compass.board import board
from companion.games.inner_compass.state import Phase, State, cards
from companion.table.clocks.time_control import resume
from companion.table.command import Command
from companion.table.narrowing.intent import Constraint
from companion.table.state import GameProgress
from companion.table.table import (
    ActionInput,
    FieldInput,
    PlacementInput,
    Table,
    TableInput,
    TagInput,
    begin,
    handle,
)
from tests.table.conftest import NOW

M = ("YYKRRY", "BRKWKY", "BWYWBB", "KWWBKK", "KYRBYW", "BYRRYY")
TRACK = ("Y", "B", "K", "W", "R", "X")
TILES = ("joy", "solidarity", "solitude", "variety", "equilibrium")
DRAW = sampler(random.Random(1))


def at(
    level: str, *, mode: str = "standard", removed: tuple[str, ...] = (), **first: object
) -> Table:
    """A table at which a turn begins: board M, the first player on c3, squares ``removed``."""
    table = begin(GAME, Setup(("Ann", "Ben"), level, {"mode": mode}), {"deal"}, NOW, DRAW).table
    state = table.state
    cubes = tuple(space for space in board(M).spaces if space not in ("c3", "b3"))[: len(removed)]
    follows = level != "track"
    players = (
        replace(
            state.players[0],
            memories=len(removed),
            removed=removed if follows else (),
            cubes=cubes if follows else (),
            **first,
        ),
        state.players[1],
    )
    full = level == "full"
    state = replace(
        state,
        board=M,
        track=TRACK,
        tiles=TILES,
        players=tuple(
            replace(player, piece=piece, hand=cards("YYYBBBKKKWWWRRR"[:9]))
            for player, piece in zip(players, ("c3", "f5"), strict=True)
        )
        if full
        else players,
        display=("K", "Y", "W", "B") if full else (None,) * 4,
        current=0,
        phase=Phase.FREE if full else Phase.MEMORY,
    )
    running = resume(table.clocks, 0)
    return replace(
        table, state=state, entries=(), tasks=(), progress=GameProgress.PLAYING, clocks=running
    )


def tag(piece: str) -> TableInput:
    pieces = {piece.id: piece for piece in GAME.pieces(at("track").state)}
    return TagInput(piece, pieces[piece])


def touch(field: str, *parts: str) -> TableInput:
    return FieldInput(Constraint(field, parts))


def sensed(**placement: set[str]) -> TableInput:
    named = {place.replace("_", "-"): frozenset(pieces) for place, pieces in placement.items()}
    return PlacementInput(tuple(named.items()))


DONE = Command.CONFIRM


def play(table: Table, *inputs: TableInput) -> State:
    """Give the inputs, each of which must be accepted, and return the state."""
    for item in inputs:
        table = handle(table, item, NOW, DRAW).table
        assert table.notice is None, table.notice
    state: State = table.state
    return state


def ended(state: State) -> bool:
    return state.current == 1 or state.phase is Phase.REFILL


def taps(*inputs: TableInput) -> int:
    return sum(not isinstance(item, PlacementInput) for item in inputs)


@pytest.mark.parametrize("level", ["track", "scoring"])
def test_a_turn_without_a_memory_is_one_tap(level: str) -> None:
    assert ended(play(at(level), DONE))


@pytest.mark.parametrize(
    ("inputs", "count"),
    [
        ((ActionInput(Move("N")), DONE), 2),
        ((ActionInput(Move("N")), ActionInput(Move("N")), DONE), 3),
        ((ActionInput(Move("W")), ActionInput(Feel()), DONE), 3),
        ((sensed(c3=set(), c2={"seat-1"}), DONE), 1),
        ((sensed(c3=set(), b3={"seat-1"}, display_W=set()), DONE), 1),
    ],
)
def test_a_turn_without_a_memory_at_full_level(inputs: tuple[TableInput, ...], count: int) -> None:
    """Direction, second direction or take, done; where tags are sensed, only done."""
    assert ended(play(at("full"), *inputs))
    assert taps(*inputs) == count


def test_a_free_move_is_one_tap_more() -> None:
    table = at("full")
    state = replace(
        table.state,
        players=(replace(table.state.players[0], piece="b3"), table.state.players[1]),
    )
    inputs = (touch("space", "c", "4"), ActionInput(Move("N")), DONE)
    assert ended(play(replace(table, state=state), *inputs))
    assert taps(*inputs) == 3


def test_a_memory_at_track_level_is_the_emotion_and_done() -> None:
    inputs = (tag("token-K"), Command.BACK)
    state = play(at("track"), *inputs)
    assert ended(state)
    assert state.players[0].memories == 1
    assert taps(*inputs) == 2


@pytest.mark.parametrize(
    "inputs",
    [
        (touch("space", "c", "2"), touch("square", "r2"), DONE),
        (touch("space", "c"), touch("space", "c", "2"), touch("square", "r2"), DONE),
    ],
    ids=["phone", "keys"],
)
def test_a_memory_at_scoring_level_is_space_row_and_done(inputs: tuple[TableInput, ...]) -> None:
    """One tap for the space on a phone, two on keys (column, row)."""
    state = play(at("scoring"), *inputs)
    assert ended(state)
    assert state.players[0].cubes == ("c2",)
    assert state.players[0].removed == ("r2c3",)


def test_a_memory_at_full_level_pays_by_itself() -> None:
    """The space is under the piece, and all cards of its colour pay: only row and done remain."""
    table = at("full")
    state = play(table, sensed(c3=set(), c2={"seat-1"}), touch("square", "r2"), DONE)
    assert ended(state)
    assert state.players[0].memories == 1


def test_the_row_is_not_asked_when_one_square_is_lawful() -> None:
    state = play(at("scoring", removed=("r1c3", "r3c3")), touch("space", "c", "2"))
    assert state.players[0].removed[-1] == "r2c3"


def test_row_then_column_when_the_colour_is_exhausted() -> None:
    gone = ("r1c3", "r2c3", "r3c3")
    table = at("scoring", removed=gone, lines=1)
    state = play(
        table, touch("space", "c", "2"), touch("square", "r2"), touch("square", "r2", "c1")
    )
    assert state.players[0].removed[-1] == "r2c1"


def test_a_line_at_track_level_is_the_value_token_and_the_tile() -> None:
    table = at("track", removed=("r1c1", "r2c1"))
    inputs = (tag("token-Y"), tag("value-1-1"), tag("tile-joy"), DONE)
    state = play(table, *inputs)
    assert state.values == ((0, "joy"),)
    assert taps(*inputs) == taps(tag("token-Y"), DONE) + 2


def test_a_line_is_seen_above_track_level_and_only_the_tile_is_asked() -> None:
    table = at("scoring", removed=("r1c1", "r2c1"))
    state = play(table, touch("space", "f", "1"), tag("tile-joy"), DONE)
    assert state.values == ((0, "joy"),)


def test_the_third_line_is_one_tap_at_track_level_and_none_above() -> None:
    two_columns = (f"r{row}c{column}" for column in (1, 2) for row in (1, 2, 3))
    eight = (*two_columns, "r1c3", "r2c3")
    position = at("track", removed=eight, lines=2)
    assert play(position, tag("token-K"), tag("value-1-1")).compass == 0
    seen = at("scoring", removed=eight, lines=2)
    assert play(seen, touch("space", "c", "2")).compass == 0


def test_the_ep_row_is_one_key_at_track_level_and_none_above() -> None:
    table = at("track", mode="advanced")
    state = play(table, tag("token-K"), ActionInput(RowEP()), DONE)
    assert state.players[0].row_cubes == 1
    seen = play(
        at("scoring", mode="advanced", removed=("r2c1",)),
        touch("space", "c", "2"),
        touch("square", "r2"),
    )
    assert seen.players[0].ep_row == 1


def test_a_shift_is_from_and_to() -> None:
    table = at("scoring", mode="advanced", removed=("r3c1",))
    own = table.state.players[0].cubes[0]
    after = play(table, touch("space", "c", "2"), touch("square", "r3"))
    assert after.phase is Phase.SHIFT
    at_shift = replace(table, state=after)
    column, row = own[0], own[1:]
    moved = play(at_shift, touch("source", column, row), touch("space", "b", "1"))
    assert moved.players[0].cubes[0] == "b1"
    assert ended(play(at_shift, ActionInput(Stay()))), "nothing is left to be done"


def test_an_unseen_bonus_card_costs_no_tap() -> None:
    options = {"unknown_cards": True}
    table = begin(GAME, Setup(("Ann", "Ben"), "full", options), {"deal"}, NOW, DRAW).table
    assert table.state.phase is Phase.DISPLAY, "display cards lie open: the table enters them"
    for item in (Command.BACK, *(tag(f"card-{colour}-1") for colour in "YBKW"), Command.BACK):
        table = handle(table, item, NOW, DRAW).table
    hands = [player.unknown for player in table.state.players]
    assert sorted(hands) == [1, 2]


def test_each_card_to_discard_is_one_tap() -> None:
    table = at("full")
    hand = cards("YYYYBBBBKKKK")
    state = replace(
        table.state,
        players=(replace(table.state.players[0], hand=hand), table.state.players[1]),
    )
    inputs = (ActionInput(Move("N")), DONE, tag("card-Y-1"), tag("card-B-1"))
    assert ended(play(replace(table, state=state), *inputs))
    assert taps(*inputs) == 4


def test_a_refilled_slot_is_the_tag_of_its_card() -> None:
    table = at("full")
    state = play(table, sensed(c3=set(), b3={"seat-1"}, display_W=set()), DONE)
    assert state.phase is Phase.REFILL
    assert play(replace(table, state=state), tag("card-R-1")).display[3] == "R"
