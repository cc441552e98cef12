"""A pause: the clocks stand still, and *confirm* does nothing but let them run on."""

from companion.engine.log import EntryKind
from companion.table.command import PLAIN, STEPS, Command
from companion.table.ledger import note
from companion.table.state import Done, Moment, Table, TableInput


def is_paused(table: Table) -> bool:
    """Tell whether people have paused the game, or it waits after a power cut.

    A list that is open comes first, and so does whatever has stopped the clocks by itself.
    """
    is_open = table.cursor is not None or table.selection
    stopped = table.laying or table.correcting or table.sensed is not None or table.is_over
    return table.clocks.paused and not is_open and not stopped and table.editing is None


def resumed(table: Table, item: TableInput, moment: Moment) -> Table | None:
    """Return the table after a key in a pause; ``None`` if the input means what it always does."""
    if not is_paused(table):
        return None
    if item is Command.CONFIRM or isinstance(item, Done):
        return note(table, EntryKind.RESUME, moment)
    nudged = isinstance(item, Command) and (item in STEPS or item in PLAIN)
    return table if nudged else None
