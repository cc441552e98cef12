"""A list of choices, or the board on which they are chosen."""

from collections.abc import Sequence
from typing import Final

from msgspec.structs import replace

from companion.engine.diagram import Cell, Diagram
from companion.engine.facets import SecretScore
from companion.engine.text import Text, text
from companion.table.choice import choice_name
from companion.table.choosing import must_choose, offered, on_board
from companion.table.headline import Keys, entering, limit, only_seat, table_title, with_cursor
from companion.table.intent import Choice, values
from companion.table.screen import Row, Screen
from companion.table.squares import Square, marked
from companion.table.table import Table
from companion.table.voice import Voice

_BOARD: Final = 9
"""Characters of a line that a board takes."""


def listing(table: Table, voice: Voice, keys: Keys) -> Screen:
    """Return what can be chosen next, as a list or on a board."""
    found = on_board(table)
    if found:
        return _board(table, found, voice, keys)
    names = [voice.short(choice_name(table, choice)) for choice in offered(table)]
    asks = must_choose(table) or table.setup.level in table.game.apart
    must = not table.selection and not table.correcting and asks
    seat = table.game.current_player(table.state)
    prompt = table.game.prompt(table.state, seat) if must else text(f"keys.list.{keys}")
    who, status = entering(table), text("table.choose")
    if who is not None:
        total = table.game.returns(table.state)[who.index]
        status = text("table.value", value=total)
    elif table.correcting:
        status = _open_total(table)
    return Screen(
        title=voice.short(table_title(table)),
        status=" ".join(limit(table)) or voice.short(status),
        rows=with_cursor(names, table.cursor),
        footer=voice.short(prompt),
        diagram=_chosen(table)
        if all(len(name) <= voice.columns - _BOARD for name in names)
        else None,
        icons=table.game.icons,
    )


def _open_total(table: Table) -> Text:
    """Return the points of the only player whom corrections can still be about, if they are open.

    Whoever dials a figure sees what it has become.
    """
    lines = table.game.open_score(table.state)
    hidden = isinstance(table.game, SecretScore) and not lines
    seat = only_seat(table)
    if seat is None or hidden:
        return text("table.choose")
    total = sum(line.points for line in lines if line.player == seat)
    return text("table.value", value=total)


def _board(table: Table, found: Sequence[Square], voice: Voice, keys: Keys) -> Screen:
    """Draw the board, with the name of the square under the cursor and how many there are."""
    here = found[(table.cursor or 0) % len(found)].choice
    return Screen(
        title=voice.short(table_title(table)),
        status=" ".join(limit(table)) or voice.short(text("table.choose")),
        rows=(
            Row(voice.short(table.game.square_name(table.state, str(here.value)))),
            Row(voice.short(text("board.squares", n=len(found)))),
        ),
        footer=voice.short(text(f"keys.board.{keys}")),
        diagram=marked(table, found),
        icons=table.game.icons,
    )


def _chosen(table: Table) -> Diagram | None:
    """Return the board with the places that can be chosen, the one under the cursor inverted."""
    diagram = table.game.diagram(table.state)
    named = [_places(choice) for choice in table.choices]
    here = dict(enumerate(named)).get(table.cursor or 0, frozenset())
    possible = frozenset[str]().union(*named)
    if diagram is None or not possible & {cell.place for row in diagram.rows for cell in row}:
        return None
    return Diagram(
        tuple(tuple(_marked(cell, here, possible) for cell in row) for row in diagram.rows)
    )


def _places(choice: Choice) -> frozenset[str]:
    """Return the values of a choice that may be places."""
    if choice.action is None:
        return frozenset({str(choice.value)})
    return frozenset(map(str, values(choice.action).values()))


def _marked(cell: Cell, here: frozenset[str], possible: frozenset[str]) -> Cell:
    if cell.place and cell.place in possible:
        return replace(cell, mark="cursor" if cell.place in here else "target")
    return cell
