"""Choosing one of the actions: with a list's cursor, a piece, or a place on a board."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.fold import Draw
from companion.engine.game import CHANCE, Action, Piece
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.table.assumed import INSTEAD, OTHERWISE, details, done_otherwise, others, reassign
from companion.table.command import STEPS, Command
from companion.table.cover import shows_points
from companion.table.handover import ends_turn, follower, goes_on, passed_on, turn_ended
from companion.table.intent import Choice, Selection, constraints, meant, settled, values
from companion.table.ledger import note, notice, take
from companion.table.squares import WAYS, Square, entered, moved, squares, step
from companion.table.state import Moment, Notice, SheetRules, Table, Touch, notify, showing

UNKNOWN_TAG: Final = "table.unknown_tag"
"""Key of the notice that *confirm* answers by enrolling the tag."""


def key(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    """Move the cursor, take the choice under it, or close what is open."""
    if command is Command.BACK:
        return _back(table, moment)
    if command is Command.CONFIRM and not table.is_over:
        return _confirm(table, moment, draw)
    if command is Command.CONFIRM:
        return showing(table, cover=SheetRules()) if shows_points(table) else table
    if command in WAYS:
        return _way(table, command, moment, draw)
    return _step(table, STEPS[command])


def _step(table: Table, step: int) -> Table:
    """Move the cursor of a list, or turn a page after the end."""
    if table.is_over:
        return replace(table, cursor=(table.cursor or 0) + step)
    listed = offered(table)
    return replace(table, cursor=_moved(table, listed, step)) if listed else table


def _moved(table: Table, listed: Sequence[Choice], step: int) -> int:
    """Return where a step leads: into a list from its nearer end, past what needs no list."""
    count = len(listed)
    if table.cursor is not None:
        return (table.cursor + step) % count
    if step < 0:
        return count - 1
    return 1 if count > 1 and is_plain(listed[0]) and not is_on_board(table) else 0


def is_plain(choice: Choice) -> bool:
    """Tell whether a choice is an action with nothing to choose in it, such as *done*."""
    return choice.action is not None and len(values(choice.action)) == 1


def turn_end(table: Table) -> Action | None:
    """Return the action by which *confirm* would end the turn at once."""
    first = next(iter(table.choices), None) if table.cursor is None else None
    if first is None or first.action is None or table.selection or not is_plain(first):
        return None
    return first.action if ends_turn(table, first.action) else None


def opened(before: Table, table: Table) -> Table:
    """Open the list where the table has to tell the box what was drawn, rolled or turned over.

    A player's own decision does not cover what lies on the table.
    """
    who = table.game.current_player(table.state)
    told = who == CHANCE or table.setup.level in table.game.apart
    busy = table.tasks or table.laying or table.console.cover is not None or table.is_over
    if busy or table.cursor is not None or not (told or goes_on(before, table)):
        return table
    return replace(table, cursor=_likeliest(table)) if must_choose(table) else table


def _likeliest(table: Table) -> int:
    """Return where the cursor starts: on what chance is most likely to have led to."""
    outcomes = table.game.chance_outcomes(table.state)
    odds = [
        sum(odd for action, odd in outcomes if action == choice.action) for choice in table.choices
    ]
    return odds.index(max(odds))


def must_choose(table: Table) -> bool:
    """Tell whether there is no way around a choice: no *done*, nothing to do at once."""
    listed = table.choices
    return len(listed) > 1 and not any(is_plain(choice) for choice in listed)


def offered(table: Table) -> tuple[Choice, ...]:
    """Return what the box's own list offers: the choices, then whose action the last one was.

    What else a detail of the last one may have been comes first, after *done*.

    Where squares of a board are chosen, they are offered, the nearest first.
    """
    found = on_board(table)
    if found:
        return tuple(square.choice for square in found)
    listed = table.choices
    at = 1 if listed and is_plain(listed[0]) else 0
    return (*listed[:at], *details(table), *listed[at:], *others(table))


def on_board(table: Table) -> tuple[Square, ...]:
    """Return the squares between which the cursor is; none if something else is to be said."""
    listed = table.correcting and not table.selection
    return () if listed or others(table) else squares(table)


def is_on_board(table: Table) -> bool:
    """Tell whether the cursor is on a board."""
    return bool(on_board(table))


def _way(table: Table, command: Command, moment: Moment, draw: Draw) -> Table:
    """Move the cursor on the board as a joystick is moved; its first touch opens the board.

    Where there is nothing to choose but a direction, that is a step.
    """
    found = squares(table)
    if table.cursor is not None:
        return replace(table, cursor=moved(found, table.cursor % len(found), command))
    at_once = step(table, found, command)
    if at_once is not None and at_once.action is not None:
        return take(table, at_once.action, moment, draw)
    return replace(table, cursor=entered(table, found, command))


def _back(table: Table, moment: Moment) -> Table:
    """Close what is open; if nothing is, switch between the summary and the clock."""
    if table.catching_up and table.selection:
        return replace(table, selection=table.selection[:-1], cursor=0)
    if table.correcting:
        return correct(table, moment)
    if table.selection or table.cursor is not None:
        return replace(table, selection=(), cursor=None)
    return replace(table, watching=not table.watching)


def correct(table: Table, moment: Moment) -> Table:
    """Open the list of corrections and stop the clocks, or leave it and let them run."""
    opened = not table.correcting
    listed = table.game.corrections(table.state) if opened else ()
    if opened and not listed:
        return notify(table, Notice(text("table.nothing_to_correct")))
    if table.clocks.paused is not opened:
        table = note(table, EntryKind.PAUSE if opened else EntryKind.RESUME, moment)
    return replace(
        table,
        selection=(),
        cursor=0 if opened else None,
        correcting=opened,
        listed=listed,
        catching_up=opened and table.catching_up,
    )


def _confirm(table: Table, moment: Moment, draw: Draw) -> Table:
    """Take the choice under the cursor; without a list, take the first one or open the list."""
    at_once = table.cursor is None and not table.selection and table.choices[:1]
    listed = at_once if at_once and is_plain(at_once[0]) else offered(table)
    if not listed:
        return table
    if table.cursor is None and not is_plain(listed[0]) and len(listed) > 1:
        return replace(table, cursor=0)
    chosen = listed[(table.cursor or 0) % len(listed)]
    if chosen.action is not None and chosen.constraint.field == OTHERWISE:
        return done_otherwise(table, chosen.action, moment, draw)
    if chosen.constraint.field == INSTEAD:
        return reassign(table, int(chosen.constraint.parts[0]), moment, draw)
    if chosen.action is not None:
        return take(table, chosen.action, moment, draw)
    return replace(table, selection=(*table.selection, chosen.constraint), cursor=0)


def touch(table: Table, touch: Touch, moment: Moment, draw: Draw) -> Table:
    """Narrow down by what a piece stands for; the first of its meanings that fits wins."""
    if touch.piece is None:
        return notify(table, Notice(text(UNKNOWN_TAG, tag=touch.tag)))
    return (
        _picked(table, touch.piece, moment, draw)
        or _of_the_next(table, touch.piece, moment, draw)
        or _after_the_turn(table, touch.piece, moment, draw)
        or notify(table, _refused(table, touch.piece))
    )


def _picked(table: Table, piece: Piece, moment: Moment, draw: Draw) -> Table | None:
    for select in piece.selects:
        after = pick(table, constraints(select), moment, draw)
        if after is not None:
            return after
    return None


def _of_the_next(table: Table, piece: Piece, moment: Moment, draw: Draw) -> Table | None:
    """Take the next player's own piece: they go on although nobody has ended the turn before."""
    seat = follower(table)
    owners = {select["player"] for select in piece.selects if "player" in select}
    onward = passed_on(table, seat, moment, draw) if owners == {seat} else None
    return onward and (_picked(onward, piece, moment, draw) or onward)


def _after_the_turn(table: Table, piece: Piece, moment: Moment, draw: Draw) -> Table | None:
    """Take a piece that is drawn when a turn is over, such as a card, although nobody said so."""
    over = turn_ended(table, moment, draw)
    if over is None or over.game.current_player(over.state) != CHANCE:
        return None
    return _picked(over, piece, moment, draw)


def pick(
    table: Table, picked: Selection, moment: Moment, draw: Draw, *, exact: bool = False
) -> Table | None:
    """Narrow down within the selection, else from scratch; ``None`` if no legal action fits.

    With ``exact`` nothing is taken for granted: more is picked on a display that shows all of it.
    """
    for start in dict.fromkeys((table.selection, ())):
        selection = (*start, *picked)
        narrowed = replace(table, selection=selection)
        left = narrowed.candidates if exact else narrowed.told_apart
        action = settled(left)
        if action is not None:
            return take(table, action, moment, draw)
        if left:
            return replace(table, selection=selection, cursor=0)
    return None


def _refused(table: Table, piece: Piece) -> Notice:
    legal = replace(table, selection=(), correcting=False).candidates
    action = meant(table.game, legal, piece.selects[0])
    refusal = None if action is None else table.game.why_not(table.state, action)
    if action is not None and refusal is not None:
        return notice(table, action, refusal)
    if action is not None and table.game.audience(table.state, action) is not None:
        return Notice(text("table.secret_refused"))
    return Notice(text("table.no_use", piece=piece.name))
