"""Mode before the first draw of a box that commits itself: players press keys.

The box has shown the beginning of its commitment. The draw depends on the times of their presses,
so neither they nor the box can choose the result.
"""

from msgspec.structs import replace

from companion.engine.draws.notes import Reveal, note_of, short
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.table.binding import Binding, InputEvent, InputSource, label
from companion.table.command import Command
from companion.table.history.entries import is_redraw, undo_to
from companion.table.mode import DrawContribution
from companion.table.modes.common_bindings import LEAVE
from companion.table.modes.lists import open_menu
from companion.table.modes.topic_pages import why
from companion.table.play import draw_setup
from companion.table.state import Notice, Table, notify


def bindings(_: Table, __: DrawContribution) -> tuple[Binding, ...]:
    """Return the bindings before the first draw."""
    return (
        Binding(Command.CONFIRM, label("contribute"), _contribute),
        Binding(Command.BACK, label("draw"), draw, upward=True),
        Binding(InputSource.SEAT, label("contribute"), _contribute),
        Binding(Command.MENU, label("menu"), open_menu),
        Binding(Command.WHY, label("why"), why),
        LEAVE,
    )


def may_draw_again(table: Table) -> bool:
    """Return whether a setup drawn with a commitment is being laid out.

    Players may ask for another one; the log keeps both.
    """
    return table.laying and _commitment_to_setup(table) is not None


def draw_again(table: Table, press: InputEvent) -> Table:
    """Take the setup back, and wait for key presses for the next one."""
    return undo_to(table, _commitment_to_setup(table) or 0, press.timestamp)


def _commitment_to_setup(table: Table) -> int | None:
    """Return the number of the first commitment of a game with a drawn setup, or ``None``."""
    if not table.steps:
        return None
    before = table.entries[table.steps[0].sequence - 2]
    if before.kind is EntryKind.UNDO and is_redraw(table.entries, before):
        return int(str(before.payload["to"]))
    return before.sequence if note_of(before) is not None else None


def awaited_presses(table: Table) -> int:
    """Return how many players have not pressed a key for the draw yet."""
    people = len(table.setup.players) - len(table.setup.robots)
    return people - len(table.contributions)


def _contribute(table: Table, press: InputEvent) -> Table:
    """Add the time of a press to the draw; the last press starts it."""
    if awaited_presses(table) > 1:
        return replace(table, contributions=(*table.contributions, press.timestamp.clock))
    return draw(table, press)


def draw(table: Table, press: InputEvent) -> Table:
    """Draw the setup, and show the beginning of its secret, which costs no press of its own."""
    drawn = draw_setup(table, press.timestamp, press.draw)
    notes = map(note_of, reversed(drawn.entries))
    reveal = next((each for each in notes if isinstance(each, Reveal)), None)
    if reveal is None:
        return drawn
    shown = text("draw.revealed", number=short(reveal.secret))
    return notify(drawn, Notice(shown, refused=False, passes=drawn.laying))
