"""Mode in which a running game is raised to a higher level, and its position entered."""

from functools import partial

from msgspec.structs import replace

from companion.engine.game import SetupError
from companion.engine.message import reason
from companion.engine.text import Text, text
from companion.table.binding import Binding, InputEvent
from companion.table.choosing.choosing import is_correctable, must_choose, open_corrections
from companion.table.choosing.take_over import take_over
from companion.table.history.entries import open_first_question, raise_level
from companion.table.modes.lists import list_bindings
from companion.table.state import (
    LevelChoice,
    MidgameEntry,
    Notice,
    StepChange,
    Table,
    Timestamp,
    notify,
    with_console,
)


def levels(table: Table) -> tuple[str, ...]:
    """Return the levels to which the running game can be raised now, none after its end."""
    if table.is_over or _is_busy(table):
        return ()
    return table.game.higher_levels(table.setup.level)


def _is_busy(table: Table) -> bool:
    """Return whether the setup is being laid out, or a step of the log changed."""
    return table.laying or isinstance(table.choosing, StepChange)


def level_list(table: Table) -> tuple[Text, ...]:
    """Return the list of levels."""
    return tuple(text(f"level.{level}") for level in levels(table))


def bindings(_: Table, shown: LevelChoice) -> tuple[Binding, ...]:
    """Return the bindings in the list of levels."""

    def moved(table: Table, by: int) -> LevelChoice:
        return LevelChoice((shown.cursor + by) % max(len(levels(table)), 1))

    return list_bindings("take", partial(_chosen, shown=shown), moved)


def _chosen(table: Table, press: InputEvent, *, shown: LevelChoice) -> Table:
    found = levels(table)
    table = with_console(table, cover=None)
    if not found:
        return table
    return raise_to(table, found[shown.cursor % len(found)], press.timestamp)


def raise_to(table: Table, level: str, timestamp: Timestamp) -> Table:
    """Return the table at a higher level, whose position is entered next.

    What lies on the table from the setup comes first, then the rest as corrections. A level that
    is not possible is refused with the reason.
    """
    if level not in levels(table):
        return notify(table, Notice(_why_not(table)))
    in_pause = table.clocks.paused
    try:
        raised = raise_level(table, level, timestamp)
    except SetupError as error:
        return notify(table, Notice(text("raise.unfit", why=str(reason(error)))))
    if not raised.game.follows(level):
        return open_first_question(raised)
    taken = take_over(raised, raised.entries[-1].sequence, timestamp)
    entering = replace(taken, choosing=MidgameEntry(None, in_pause=in_pause))
    if must_choose(entering) or not is_correctable(entering):
        return entering
    return open_corrections(entering, timestamp, MidgameEntry(None, in_pause=in_pause))


def _why_not(table: Table) -> Text:
    """Return why no level is possible, with the remedy."""
    if _is_busy(table):
        return text("raise.busy")
    return text("raise.stopped" if table.is_over else "raise.highest")
