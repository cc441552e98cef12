"""Choosing one of the actions: with a list's cursor, a piece, or a place on a board."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import CHANCE, Action, Piece
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.table.binding import InputEvent
from companion.table.choosing.assumptions import (
    INSTEAD,
    OTHERWISE,
    actor_alternatives,
    detail_alternatives,
    reassign,
    replace_assumed_action,
)
from companion.table.choosing.handover import (
    end_forgotten_turn,
    end_turn,
    goes_on,
    next_seat,
    turn_end,
)
from companion.table.choosing.squares import (
    Square,
    enter_board,
    move_cursor,
    squares,
)
from companion.table.choosing.squares import step as straight
from companion.table.command import Command
from companion.table.history.entries import note
from companion.table.narrowing.candidates import ChoiceContext, has_corrections
from companion.table.narrowing.intent import (
    VERB,
    Choice,
    Selection,
    closest_action,
    constraints,
    single_action,
    values,
)
from companion.table.play import notice, take
from companion.table.state import (
    ActionChoice,
    CorrectionChoice,
    MidgameEntry,
    Notice,
    Table,
    TagInput,
    Timestamp,
    notify,
    with_choosing,
)

_PLAYER: Final = "player"
"""The field of an action that names its player."""
UNKNOWN_TAG: Final = "table.unknown_tag"
"""Key of the message that *confirm* answers by learning the tag."""


def step(table: Table, _: InputEvent, *, by: int) -> Table:
    """Move the cursor of a list; the first step opens the list."""
    listed = listed_choices(table)
    return with_choosing(table, cursor=_moved(table, listed, by)) if listed else table


def _moved(table: Table, listed: Sequence[Choice], by: int) -> int:
    """Return the new cursor: a list is entered from its nearer end, past trivial choices."""
    count = len(listed)
    if table.cursor is not None:
        return (table.cursor + by) % count
    if by < 0:
        return count - 1
    return 1 if count > 1 and is_plain(listed[0]) and not is_on_board(table) else 0


def is_plain(choice: Choice) -> bool:
    """Return whether a choice is an action without parameters, such as *done*."""
    return choice.action is not None and len(values(choice.action)) == 1


def open_chance_list(before: Table, table: Table) -> Table:
    """Open the list where the table has to enter what was drawn, rolled or turned over.

    A player's own decision does not cover the table.
    """
    who = table.game.current_player(table.state)
    is_told = who == CHANCE or not table.game.follows(table.setup.level)
    busy = table.tasks or table.laying or table.console.cover is not None or table.is_over
    if busy or table.cursor is not None or not (is_told or goes_on(before, table)):
        return table
    return with_choosing(table, cursor=_likeliest(table)) if must_choose(table) else table


def _likeliest(table: Table) -> int:
    """Return the initial cursor: the most likely outcome of chance."""
    outcomes = table.game.chance_outcomes(table.state)
    odds = [
        sum(odd for action, odd in outcomes if action == choice.action) for choice in table.choices
    ]
    return odds.index(max(odds))


def must_choose(table: Table) -> bool:
    """Return whether a choice is mandatory: no *done*, and no action at once."""
    listed = table.choices
    return len(listed) > 1 and not any(is_plain(choice) for choice in listed)


def listed_choices(table: Table) -> tuple[Choice, ...]:
    """Return the entries of the box's list: the choices, then corrections of who acted last.

    Alternatives to an assumed detail come first, after *done*.

    Where squares of a board are chosen, these are the entries, the nearest first.
    """
    found = board_squares(table)
    if found:
        return tuple(square.choice for square in found)
    listed = table.choices
    at = 1 if listed and is_plain(listed[0]) else 0
    return (*listed[:at], *detail_alternatives(table), *listed[at:], *actor_alternatives(table))


def board_squares(table: Table) -> tuple[Square, ...]:
    """Return the squares for the cursor; none if something else is to be chosen."""
    listed = table.corrections is not None and not table.selection
    return () if listed or actor_alternatives(table) else squares(table)


def is_on_board(table: Table) -> bool:
    """Return whether the cursor is on a board."""
    return bool(board_squares(table))


def move_on_board(table: Table, press: InputEvent) -> Table:
    """Move the cursor on the board with a joystick; the first movement opens the board.

    Where a direction is the only choice, it may be played as a step at once.
    """
    found, command = squares(table), Command(str(press.item))
    if table.cursor is not None:
        return with_choosing(table, cursor=move_cursor(found, table.cursor % len(found), command))
    step_there = step_at_once(table, command)
    if step_there is not None:
        return take(table, step_there, press.timestamp, press.draw)
    return open_board(table, press)


def open_board(table: Table, press: InputEvent) -> Table:
    """Open the board with the cursor at the joystick's first movement."""
    at = enter_board(table, squares(table), Command(str(press.item)))
    return with_choosing(table, cursor=at)


def step_at_once(table: Table, way: Command) -> Action | None:
    """Return the step that a direction of the joystick takes while no board is open.

    A step that would end a turn opens the board instead, where a key confirms it.
    """
    there = straight(table, squares(table), way)
    if there is None or there.action is None:
        return None
    return None if turn_end(table, there.action) else there.action


def correct(table: Table, timestamp: Timestamp) -> Table:
    """Open the list of corrections and stop the clocks, or leave it and let them run.

    They do not run before the setup is laid out, nor if players had paused the game.
    """
    if table.corrections is None:
        mode = table.choosing
        return open_corrections(table, timestamp, mode if isinstance(mode, MidgameEntry) else None)
    if table.clocks.paused and not table.laying and not _was_paused(table):
        table = note(table, EntryKind.RESUME, timestamp)
    return replace(table, choosing=ActionChoice())


def _was_paused(table: Table) -> bool:
    """Return whether players had paused the game before they opened the corrections."""
    mode = table.choosing
    return isinstance(mode, CorrectionChoice | MidgameEntry) and mode.in_pause


def is_correctable(table: Table) -> bool:
    """Return whether anything can be corrected, without listing all corrections."""
    return has_corrections(ChoiceContext(table.game, table.state, None, ()))


def open_corrections(
    table: Table, timestamp: Timestamp, mode: CorrectionChoice | MidgameEntry | None = None
) -> Table:
    """Open the list of corrections and stop the clocks; a given ``mode`` continues."""
    listed = table.game.corrections(table.state)
    if not listed:
        return notify(table, Notice(text("table.nothing_to_correct")))
    paused = table.clocks.paused
    if not paused:
        table = note(table, EntryKind.PAUSE, timestamp)
    mode = mode or CorrectionChoice(listed, in_pause=paused)
    return replace(table, choosing=replace(mode, listed=listed, selection=(), cursor=0))


def choice_under_cursor(table: Table) -> Choice | None:
    """Return the choice that *confirm* would take, ``None`` if there is nothing to choose."""
    listed = listed_choices(table)
    return listed[(table.cursor or 0) % len(listed)] if listed else None


def at_once(table: Table) -> Choice | None:
    """Return the choice that *confirm* takes without an open list, ``None`` if it opens one."""
    first = next(iter(table.choices), None)
    if first is not None and is_plain(first):
        return first
    listed = listed_choices(table)
    return listed[0] if len(listed) == 1 else None


def confirm(table: Table, press: InputEvent) -> Table:
    """Take the choice under the cursor; without a list, take the only choice or open the list."""
    timestamp, draw = press.timestamp, press.draw
    choice = choice_under_cursor(table) if table.has_open_list else at_once(table)
    if choice is None:
        return with_choosing(table, cursor=0) if listed_choices(table) else table
    if choice.action is not None and choice.constraint.field == OTHERWISE:
        return replace_assumed_action(table, choice.action, timestamp, draw)
    if choice.constraint.field == INSTEAD:
        return reassign(table, int(choice.constraint.parts[0]), timestamp, draw)
    if choice.action is not None:
        return take(table, choice.action, timestamp, draw)
    return with_choosing(table, selection=(*table.selection, choice.constraint), cursor=0)


def touch(table: Table, touch: TagInput, timestamp: Timestamp, draw: Draw) -> Table:
    """Narrow down by the meanings of a piece; the first one that fits wins."""
    if touch.piece is None:
        return notify(table, Notice(text(UNKNOWN_TAG, tag=touch.tag)))
    return (
        _picked(table, touch.piece, timestamp, draw)
        or _of_the_next(table, touch.piece, timestamp, draw)
        or _after_the_turn(table, touch.piece, timestamp, draw)
        or notify(table, _refused(table, touch.piece))
    )


def _picked(table: Table, piece: Piece, timestamp: Timestamp, draw: Draw) -> Table | None:
    """Return the table after a piece was understood, within the selection before all else."""
    for start in _starts(table):
        for select in piece.selects:
            after = _narrowed(table, (*start, *constraints(select)), timestamp, draw)
            if after is not None:
                return after
    return None


def _of_the_next(table: Table, piece: Piece, timestamp: Timestamp, draw: Draw) -> Table | None:
    """Play the next player's own piece, although the previous turn was not ended explicitly."""
    seat = next_seat(table)
    owners = {select["player"] for select in piece.selects if "player" in select}
    if seat is None or owners != {seat}:
        return None
    onward = end_forgotten_turn(table, seat, timestamp, draw)
    return onward and (_picked(onward, piece, timestamp, draw) or onward)


def _after_the_turn(table: Table, piece: Piece, timestamp: Timestamp, draw: Draw) -> Table | None:
    """Play a piece drawn after a turn, such as a card, without an explicit end of the turn."""
    over = end_turn(table, timestamp, draw)
    if over is None or over.game.current_player(over.state) != CHANCE:
        return None
    return _picked(over, piece, timestamp, draw)


def pick(
    table: Table, picked: Selection, timestamp: Timestamp, draw: Draw, *, exact: bool = False
) -> Table | None:
    """Narrow down within the selection, else from scratch; ``None`` if no legal action fits.

    A player who was named without anything else stays named for what comes next. With ``exact``
    nothing is assumed, because the display shows every choice.
    """
    narrowed = (
        _narrowed(table, (*start, *picked), timestamp, draw, exact=exact)
        for start in _starts(table)
    )
    return next((after for after in narrowed if after is not None), None)


def _starts(table: Table) -> Sequence[Selection]:
    """Return what a further choice may follow: the selection, a named player, or nothing."""
    return tuple(dict.fromkeys((table.selection, _named_player(table.selection), ())))


def _narrowed(
    table: Table, selection: Selection, timestamp: Timestamp, draw: Draw, *, exact: bool = False
) -> Table | None:
    """Return the table with a selection, or after the only action left; ``None`` without one."""
    narrowed = with_choosing(table, selection=selection)
    left = narrowed.candidates if exact else narrowed.distinct_candidates
    action = single_action(left)
    if action is not None:
        return take(table, action, timestamp, draw)
    return with_choosing(table, selection=selection, cursor=0) if left else None


def _named_player(selection: Selection) -> Selection:
    """Return the player in a selection that says nothing else, but what it would be for."""
    fields = {constraint.field for constraint in selection}
    if fields != {VERB, _PLAYER}:
        return ()
    return tuple(constraint for constraint in selection if constraint.field == _PLAYER)


def _refused(table: Table, piece: Piece) -> Notice:
    legal = replace(table, choosing=ActionChoice()).candidates
    action = closest_action(table.game, legal, piece.selects[0])
    refusal = None if action is None else table.game.why_not(table.state, action)
    if action is not None and refusal is not None:
        return notice(table, action, refusal)
    if action is not None and table.game.audience(table.state, action) is not None:
        return Notice(text("table.secret_refused"))
    return Notice(text("table.no_use", piece=piece.name))
