"""Mode before the first draw of a box that commits itself: people press keys.

The box has shown the beginning of its commitment. When they press is up to people, and the draw
depends on it; so neither they nor the box can choose the result.
"""

from msgspec.structs import replace

from companion.engine.draws.notes import Reveal, note_of, short
from companion.engine.log import EntryKind
from companion.engine.text import text
from companion.table.binding import Binding, InputEvent, InputSource, label
from companion.table.command import Command
from companion.table.ledger import is_redraw, take_back
from companion.table.mode import DrawContribution
from companion.table.modes.common_bindings import LEAVE
from companion.table.modes.lists import open_menu
from companion.table.modes.topic_pages import why
from companion.table.play import draw_setup
from companion.table.state import Notice, Table, notify


def bindings(_: Table, __: DrawContribution) -> tuple[Binding, ...]:
    """Return what inputs do before the first draw."""
    return (
        Binding(Command.CONFIRM, label("contribute"), _contribute),
        Binding(Command.BACK, label("draw"), draw, upward=True),
        Binding(InputSource.SEAT, label("contribute"), _contribute),
        Binding(Command.MENU, label("menu"), open_menu),
        Binding(Command.WHY, label("why"), why),
        LEAVE,
    )


def may_draw_again(table: Table) -> bool:
    """Return whether a setup is laid out that was drawn with a commitment.

    Whoever would rather have another one can ask for it; the log keeps both.
    """
    return table.laying and _commitment_to_setup(table) is not None


def draw_again(table: Table, press: InputEvent) -> Table:
    """Take the setup back, and wait for key presses for the next one."""
    return take_back(table, _commitment_to_setup(table) or 0, press.timestamp)


def _commitment_to_setup(table: Table) -> int | None:
    """Return the number of the first commitment of a game whose setup is drawn, if it has one."""
    if not table.steps:
        return None
    before = table.entries[table.steps[0].sequence - 2]
    if before.kind is EntryKind.UNDO and is_redraw(table.entries, before):
        return int(str(before.payload["to"]))
    return before.sequence if note_of(before) is not None else None


def awaited_presses(table: Table) -> int:
    """Return how many people have not pressed a key for the draw yet."""
    people = len(table.setup.players) - len(table.setup.robots)
    return people - len(table.contributions)


def _contribute(table: Table, press: InputEvent) -> Table:
    """Draw with the time of a press, too; the last one begins the draw."""
    if awaited_presses(table) > 1:
        return replace(table, contributions=(*table.contributions, press.timestamp.clock))
    return draw(table, press)


def draw(table: Table, press: InputEvent) -> Table:
    """Draw the setup, and show the beginning of the secret behind it."""
    drawn = draw_setup(table, press.timestamp, press.draw)
    notes = map(note_of, reversed(drawn.entries))
    reveal = next((each for each in notes if isinstance(each, Reveal)), None)
    if reveal is None:
        return drawn
    return notify(drawn, Notice(text("draw.revealed", number=short(reveal.secret)), refused=False))
