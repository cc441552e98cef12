"""A list of choices, with a picture of the choice under the cursor, or the board to choose on."""

from collections.abc import Iterable, Mapping, Sequence

from msgspec.structs import replace

from companion.engine.diagram import CURSOR, Diagram, marked
from companion.engine.facets import SecretScore
from companion.engine.game import Action
from companion.engine.text import Text, text
from companion.table.choosing.choice import choice_name
from companion.table.choosing.choosing import board_squares, listed_choices, must_choose
from companion.table.choosing.squares import Square, mark_squares
from companion.table.modes.stack import bindings
from companion.table.narrowing.intent import Choice, narrow, values
from companion.table.screens.bottom_line import bottom_line
from companion.table.screens.headline import (
    KeyLayout,
    entering,
    headline,
    only_seat,
    stands_apart,
    table_title,
    timed_status,
    with_cursor,
)
from companion.table.screens.screen import Row, Screen
from companion.table.state import ActionChoice, StepChange
from companion.table.table import Table
from companion.table.voice import Voice


def listing(table: Table, voice: Voice, keys: KeyLayout) -> Screen:
    """Return the next choices as a list or on a board."""
    found = board_squares(table)
    if found:
        return _board(table, found, voice, keys)
    choices = listed_choices(table)
    asks = must_choose(table) or table.setup.level in table.game.apart
    must = not table.selection and table.corrections is None and asks
    seat = table.game.current_player(table.state)
    title, time = voice.short(table_title(table)), timed_status(table, table_title(table), voice)
    footer = bottom_line(bindings(table), voice, keys)
    taken = "" if stands_apart(time, footer, voice, free_line=False) else time
    if must and not isinstance(table.choosing, StepChange):
        what = voice.short(table.game.prompt(table.state, seat))
        title = headline(title, what, taken, voice) or headline(what, what, taken, voice) or title
    question = _question(table, choices)
    asked = "" if must else _asked(table, choices, title, taken, voice, is_timed=bool(time))
    who, status = entering(table), question
    if who is not None:
        total = table.game.returns(table.state)[who.index]
        status = text("table.value", value=total)
    elif table.corrections is not None:
        status = _open_total(table, question)
    rows = with_cursor([voice.short(choice_name(table, each)) for each in choices], table.cursor)
    drawn = _pictures(table, choices)
    return Screen(
        title=asked or title,
        status=time or ("" if must or asked else voice.short(status)),
        rows=tuple(replace(row, full=row.text) for row in rows) if drawn else rows,
        footer=footer,
        diagrams=drawn,
        icons=table.game.icons,
    )


def _question(table: Table, choices: Sequence[Choice]) -> Text:
    """Return the subject of a list; further lines may precede the values of a field."""
    fields = [choice.constraint.field for choice in choices]
    return table.game.words.question(fields[-1]) if fields else text("table.choose")


def _asked(
    table: Table,
    choices: Sequence[Choice],
    title: str,
    beside: str,
    voice: Voice,
    *,
    is_timed: bool,
) -> str:
    """Return the title of a list, empty if the status contains it, as without a clock.

    For whole actions it is the game's prompt, as in the turn before the list was opened.
    """
    question = _question(table, choices)
    plays = isinstance(table.choosing, ActionChoice) and entering(table) is None
    if plays and all(choice.action is not None for choice in choices):
        seat = table.game.current_player(table.state)
        return headline(title, voice.short(table.game.prompt(table.state, seat)), beside, voice)
    return headline(title, voice.short(question), beside, voice) if is_timed else ""


def _open_total(table: Table, question: Text) -> Text:
    """Return the points of the only player whom corrections can still affect, if they are public.

    The total is shown while a number is dialled; otherwise the question is.
    """
    lines = table.game.open_score(table.state)
    hidden = isinstance(table.game, SecretScore) and not lines
    seat = only_seat(table)
    if seat is None or hidden:
        return question
    total = sum(line.points for line in lines if line.player == seat)
    return text("table.value", value=total)


def _board(table: Table, found: Sequence[Square], voice: Voice, keys: KeyLayout) -> Screen:
    """Draw the board, with the name of the square under the cursor and the number of squares."""
    here = found[(table.cursor or 0) % len(found)].choice
    board = mark_squares(table, found)
    time = timed_status(table, table_title(table), voice)
    return Screen(
        title=voice.short(table_title(table)),
        status=time or voice.short(_question(table, [here])),
        rows=(
            Row(voice.short(table.game.square_name(table.state, str(here.value)))),
            Row(voice.short(text("board.squares", n=len(found)))),
        ),
        footer=bottom_line(bindings(table), voice, keys),
        diagrams=() if board is None else (board,),
        icons=table.game.icons,
    )


def _pictures(table: Table, choices: Sequence[Choice]) -> tuple[Diagram, ...]:
    """Return pictures of the choice under the cursor, with the places of the others."""
    if table.cursor is None or not choices:
        return ()
    here = choices[table.cursor % len(choices)]
    others = {str(value) for each in choices for value in _named(each)}
    drawn = table.game.choice_diagrams(table.state, _fixed_fields(table, here))
    place = None if here.action is None else table.game.leads_to(table.state, here.action)
    if drawn or place is not None:
        drawn = drawn or _board_with(table, (place or "",))
        return tuple(_with_targets(diagram, others) for diagram in drawn)
    return tuple(marked(diagram, (), others) for diagram in _board_with(table, others))


def _board_with(table: Table, places: Iterable[str]) -> tuple[Diagram, ...]:
    """Return the board with places on it, nothing if it has none of them."""
    listed = text("table.value", value=" ".join(sorted(places)))
    return table.game.text_diagrams(table.state, listed)


def _named(choice: Choice) -> Iterable[object]:
    """Return the values of a choice that may be places."""
    return (choice.value,) if choice.action is None else values(choice.action).values()


def _fixed_fields(table: Table, choice: Choice) -> Mapping[str, object]:
    """Return the fields that are determined once a choice is taken."""
    if choice.action is not None:
        return values(choice.action)
    left = narrow(table.distinct_candidates, (*table.selection, choice.constraint))
    return _common(left)


def _common(actions: Sequence[Action]) -> Mapping[str, object]:
    """Return the fields in which all actions agree."""
    if not actions:
        return {}
    first, *others = map(values, actions)
    return {
        field: value
        for field, value in first.items()
        if all(field in each and each[field] == value for each in others)
    }


def _with_targets(diagram: Diagram, possible: set[str]) -> Diagram:
    """Return a board on which the places of other choices are also marked."""
    here = {cell.place for row in diagram.rows for cell in row if cell.mark == CURSOR}
    return marked(diagram, here, possible) if "" not in here else diagram
