"""What covers the game on the displays: the menu, explanations, the join code, an enrolment."""

from msgspec.structs import replace

from companion.table import menu, parting, seat_given
from companion.table.command import STEPS, Command
from companion.table.covers import Listed
from companion.table.effects import Effect
from companion.table.enrolment import Enrolment, pressed, touched
from companion.table.state import (
    HELD,
    Asked,
    Cover,
    Joining,
    Order,
    Parting,
    SeatGiven,
    SheetRules,
    Table,
    TableInput,
    Topic,
    Touch,
    showing,
    uncovered,
)


def enrol(table: Table, enrolment: Enrolment, item: Command | Touch) -> Table:
    """Pass an input to an enrolment; the session stores what that learns."""
    if isinstance(item, Touch):
        known = None if item.piece is None else item.piece.id
        after = touched(enrolment, item.tag, known)
    else:
        after = pressed(enrolment, item)
    return showing(table, cover=after)


def cover(table: Table, command: Command) -> tuple[Table, TableInput | Effect | None] | None:
    """Return what a key does to whatever covers the game; ``None`` if the key is for the game.

    If an entry of the menu is chosen, the input or effect that it stands for is returned as well.
    """
    if isinstance(table.console.cover, Joining) and command in HELD:
        return showing(table, cover=Joining(hosting=True)), None
    if command is Command.MENU:
        return menu.toggle(table), None
    if command is Command.WHY:
        return _ask_why(table), None
    if isinstance(table.console.cover, Listed):
        return _listed(table, table.console.cover, command)
    if table.console.cover is None or table.enrol is not None:
        return None
    return showing(table, cover=_turned(table, command)), None


def _listed(
    table: Table, shown: Listed, command: Command
) -> tuple[Table, TableInput | Effect | None]:
    """Press a key in a list that covers the game."""
    if isinstance(shown, SeatGiven):
        return seat_given.press(table, shown, command)
    if isinstance(shown, Parting):
        return parting.press(table, shown, command)
    return menu.press(table, command)


def _ask_why(table: Table) -> Table:
    """Explain the last refusal since the last action; asked again, the points; then close."""
    if table.is_over:
        return replace(uncovered(table), cursor=(table.cursor or 0) + 1)
    if not isinstance(table.console.cover, Asked) or table.console.cover.topic is not Topic.WHY:
        return showing(table, cover=Asked())
    if table.refusal is not None:
        return replace(showing(table, cover=Asked()), refusal=None)
    return showing(table, cover=None)


def _turned(table: Table, command: Command) -> Cover | None:
    """Turn to another page of what is read; every other key closes it, the rules first.

    *Confirm* opens the rules behind points.
    """
    step, read = STEPS.get(command), table.console.cover
    if isinstance(read, SheetRules):
        return None if step is None else SheetRules(read.page + step)
    if not isinstance(read, Asked):
        return None
    if read.rule is not None:
        return replace(read, rule=None if step is None else read.rule + step)
    if command is Command.CONFIRM and shows_points(table):
        return replace(read, rule=0)
    return None if step is None else replace(read, page=read.page + step)


def shows_points(table: Table) -> bool:
    """Tell whether the open pages show points, during the game or after its end."""
    game, state = table.game, table.state
    if isinstance(table.console.cover, Joining):
        return False
    if table.is_over:
        return bool(table.cursor) and bool(game.score_breakdown(state))
    asked = isinstance(table.console.cover, Asked) and table.console.cover.topic is Topic.WHY
    return asked and table.refusal is None and bool(game.open_score(state))


def begins_anew(table: Table, wanted: TableInput) -> bool:
    """Tell whether an input, after the end of a game, asks for the next game: a key that is held.

    The result stays until then, whatever is pressed. Pages have a button of their own for it.
    """
    return table.is_over and wanted in (Command.CORRECT, Order(Command.CONFIRM))
