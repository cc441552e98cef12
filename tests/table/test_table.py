"""One table: inputs become entries, undo takes anything back, a refusal changes nothing."""

import random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion.engine import registry
from companion.engine.fold import Draw, fold, sampler
from companion.engine.game import Setup
from companion.engine.log import EntryKind, effective
from companion.engine.rules import AnyGame
from companion.games.inner_compass.actions import ClearLine, CorrectEP, EndTurn, Imprint, PlaceValue
from companion.table.command import Command
from companion.table.effects import Effect
from companion.table.modes.menu import entries
from companion.table.state import with_console
from companion.table.table import (
    ALL,
    ActionInput,
    Outcome,
    Table,
    TagInput,
    Timestamp,
    begin,
    handle,
    resume,
)
from tests.table.conftest import NOW

HAPPINESS = Imprint("Y", None, None, None)


def touch(table: Table, piece: str) -> TagInput:
    pieces = {piece.id: piece for piece in table.game.pieces(table.state)}
    return TagInput(f"tag of {piece}", pieces[piece])


def act(table: Table, *inputs: object, draw: Draw) -> Table:
    for item in inputs:
        table = handle(table, item, NOW, draw).table  # type: ignore[arg-type]
    return table


def with_three_memories(table: Table, draw: Draw) -> Table:
    """Return a table of two where the player on turn has three memories.

    From then on a turn does not end with its memory: a line could follow.
    """
    for _ in range(3):
        table = act(table, touch(table, "token-Y"), Command.BACK, ActionInput(EndTurn()), draw=draw)
    return table


def effects(table: Table, *inputs: object, draw: Draw) -> tuple[Effect, ...]:
    """Return what inputs ask the session for."""
    asked: tuple[Effect, ...] = ()
    for item in inputs:
        outcome = handle(table, item, NOW, draw)  # type: ignore[arg-type]
        table, asked = outcome.table, asked + outcome.effects
    return asked


def test_the_box_draws_the_setup_and_logs_every_draw(table: Table) -> None:
    assert {entry.kind for entry in effective(table.entries)} == {EntryKind.CHANCE}
    assert sorted(table.state.track) == sorted("YBKWRX")


def test_the_box_does_not_draw_what_the_table_enters(game: AnyGame, draw: Draw) -> None:
    by_hand = begin(game, Setup(("Ann", "Ben"), "track"), ("place_token",), NOW, draw).table
    assert by_hand.state.track == ()
    by_hand = act(by_hand, Command.BACK, touch(by_hand, "token-K"), draw=draw)
    assert by_hand.state.track == ("K",)


def test_everything_can_be_entered_by_hand(game: AnyGame, draw: Draw) -> None:
    assert begin(game, Setup(("Ann", "Ben"), "track"), (ALL,), NOW, draw).entries == ()


def test_an_emotion_token_on_the_reader_is_a_memory(table: Table, draw: Draw) -> None:
    outcome = handle(table, touch(table, "token-Y"), NOW, draw)
    assert [entry.payload["type"] for entry in outcome.entries] == ["imprint", "end_turn"]
    assert outcome.table.state.players[table.state.current].memories == 1


def test_confirm_without_a_list_ends_the_turn_with_one_tap(table: Table, draw: Draw) -> None:
    outcome = handle(table, Command.CONFIRM, NOW, draw)
    assert outcome.table.game.from_struct(outcome.entries[0].payload) == EndTurn()


def test_the_joystick_opens_a_list_and_confirm_takes_what_is_under_the_cursor(
    table: Table, draw: Draw
) -> None:
    """*Done* needs no list: the joystick moves past it, to the emotion that gives most."""
    dearest = next(emotion for emotion in table.state.track if emotion != "X")
    memory = Imprint(dearest, None, None, None)
    listed = act(table, Command.NEXT, draw=draw)
    assert listed.choices[listed.cursor or 0].action == memory
    taken = handle(listed, Command.CONFIRM, NOW, draw)
    assert taken.table.game.from_struct(taken.entries[0].payload) == memory


def test_back_closes_the_list(table: Table, draw: Draw) -> None:
    assert act(table, Command.NEXT, Command.BACK, draw=draw).cursor is None


def test_a_tag_that_no_legal_action_fits_is_refused_with_the_reason(
    table: Table, draw: Draw
) -> None:
    after = act(with_three_memories(table, draw), touch(table, "token-Y"), draw=draw)
    outcome = handle(after, touch(after, "token-B"), NOW, draw)
    assert outcome.entries == ()
    assert outcome.table.notice is not None
    assert outcome.table.notice.message.key == "refusal.not-now-close"
    assert outcome.table.notice.rule == "IC-IMPRINT-1"
    assert replace(with_console(outcome.table, cover=None), refusal=None) == after


def test_an_unknown_tag_is_shown_with_its_number(table: Table, draw: Draw) -> None:
    outcome = handle(table, TagInput("0415C3A1B2", None), NOW, draw)
    assert outcome.entries == ()
    assert outcome.table.notice is not None
    assert outcome.table.notice.message.params == {"tag": "0415C3A1B2"}


def test_a_line_is_entered_by_its_value_token_and_the_tile_by_itself(
    table: Table, draw: Draw
) -> None:
    table = with_three_memories(table, draw)
    seat = table.state.current
    table = act(table, touch(table, "token-Y"), touch(table, f"value-{seat + 1}-1"), draw=draw)
    tile = table.state.tiles[0]
    table = act(table, touch(table, f"tile-{tile}"), draw=draw)
    assert table.state.values == ((seat, tile),)


def test_undo_is_an_entry_and_goes_back_across_players(table: Table, draw: Draw) -> None:
    before = table.state
    inputs = (touch(table, "token-Y"), Command.BACK, touch(table, "token-B"), Command.BACK)
    after = act(table, *inputs, draw=draw)
    undone = act(after, *[Command.UNDO] * 2, draw=draw)
    assert undone.state == before
    taken_back = undone.entries[len(after.entries) :]
    assert [entry.kind for entry in taken_back] == [EntryKind.UNDO] * len(taken_back)


def test_undo_does_nothing_and_is_not_offered_when_there_is_nothing_to_undo(
    table: Table, draw: Draw
) -> None:
    assert handle(table, Command.UNDO, NOW, draw) == Outcome(table)
    opened = handle(table, Command.MENU, NOW, draw).table
    assert "undo" not in {entry.name for entry in entries(opened)}
    played = act(opened, ActionInput(table.candidates[0]), draw=draw)
    assert "undo" in {entry.name for entry in entries(act(played, Command.MENU, draw=draw))}


def test_a_correction_is_labelled_as_one(table: Table, draw: Draw) -> None:
    outcome = handle(table, ActionInput(CorrectEP(1, 3)), NOW, draw)
    assert [entry.kind for entry in outcome.entries] == [EntryKind.CORRECTION]
    assert outcome.table.state.players[1].ep == 3
    assert any(line.rule == "IC-AP-4" for line in table.game.score_breakdown(outcome.table.state))


def test_corrections_are_chosen_like_actions(table: Table, draw: Draw) -> None:
    opened = act(table, Command.CORRECT, draw=draw)
    verbs = [choice.constraint.parts[0] for choice in opened.choices]
    assert verbs == [
        *("correct_ep", "dial_total", "correct_track"),
        *("correct_turn", "correct_value", "correct_memories"),
    ]
    seat = act(opened, Command.CONFIRM, draw=draw)
    amount = act(seat, Command.CONFIRM, draw=draw)
    done = act(amount, Command.NEXT, Command.CONFIRM, draw=draw)
    assert done.entries[-1].kind is EntryKind.CORRECTION


def test_entries_carry_the_clock(table: Table, draw: Draw) -> None:
    outcome = handle(table, Command.CONFIRM, Timestamp(1234, 5.0), draw)
    assert {(entry.clock, entry.wall) for entry in outcome.entries} == {(1234, 5.0)}


@pytest.mark.slow
@pytest.mark.parametrize("level", ["track", "scoring", "full"])
@given(seed=st.integers(0, 10_000))
@settings(max_examples=8, deadline=None)
def test_random_inputs_leave_a_log_that_folds_to_the_same_state(level: str, seed: int) -> None:
    source = random.Random(seed)
    draw = sampler(source)
    game = registry.load("inner-compass")
    outcome = begin(game, Setup(("Ann", "Ben", "Cem"), level), (), NOW, draw)
    for _ in range(60):
        outcome = _random_step(outcome, source, draw)
    table = outcome.table
    assert [entry.sequence for entry in table.entries] == list(range(1, len(table.entries) + 1))
    assert fold(game, table.setup, table.entries).state == table.state
    assert resume(game, table.setup, table.enter, table.entries).state == table.state


def _random_step(outcome: Outcome, source: random.Random, draw: Draw) -> Outcome:
    table = outcome.table
    pieces = table.game.pieces(table.state)
    random_input = source.choice(
        [
            *Command,
            Command.NEXT,
            Command.CONFIRM,
            TagInput("t", source.choice(pieces)),
            ActionInput(source.choice(table.candidates or (EndTurn(),))),
            ActionInput(source.choice((ClearLine(0), PlaceValue("joy"), CorrectEP(0, 1)))),
        ]
    )
    return handle(table, random_input, NOW, draw)


def test_an_action_that_a_seat_may_not_take_changes_nothing(table: Table, draw: Draw) -> None:
    seat = table.game.current_player(table.state)
    assert handle(table, ActionInput(HAPPINESS, 1 - seat), NOW, draw).table == table
    taken = handle(table, ActionInput(HAPPINESS, seat), NOW, draw)
    assert [entry.actor for entry in taken.entries] == [seat, seat], "the memory ends the turn"
