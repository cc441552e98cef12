"""What covers the game on the displays: the menu, explanations, the join code, an enrolment."""

from dataclasses import replace

from companion.table import menu
from companion.table.command import STEPS, Command
from companion.table.enrolment import Enrolment, pressed, touched
from companion.table.state import HELD, Done, Order, Table, TableInput, Topic, Touch


def enrol(table: Table, enrolment: Enrolment, item: Command | Touch) -> Table:
    """Pass an input to an enrolment; the session stores what that learns."""
    if isinstance(item, Touch):
        known = None if item.piece is None else item.piece.id
        after = touched(enrolment, item.tag, known)
    else:
        after = pressed(enrolment, item)
    return replace(table, enrol=after)


def uncovered(table: Table) -> Table:
    """Close the menu and whatever else covers the game."""
    return replace(table, menu=None, leaving=False, why=None, rule=None, joining=False)


def cover(table: Table, command: Command) -> tuple[Table, TableInput | None] | None:
    """Return what a key does to whatever covers the game; ``None`` if the key is for the game.

    If an entry of the menu is chosen, the input that it stands for is returned as well.
    """
    opened = _opened(table, command)
    if opened is not None:
        return opened, None
    if table.menu is not None:
        return menu.press(table, command)
    if table.rule is not None:
        step = STEPS.get(command)
        return replace(table, rule=None if step is None else table.rule + step), None
    covered = table.why is not None or table.joining
    return (_turn_page(table, command), None) if covered else None


def _opened(table: Table, command: Command) -> Table | None:
    """Return the table after a key that works whatever covers it, ``None`` for every other key."""
    if table.joining and command in HELD:
        return replace(table, hosting=True)
    if command is Command.MENU:
        return menu.toggle(replace(table, why=None, rule=None))
    if command is Command.WHY:
        return _ask_why(replace(table, rule=None))
    return None


def _ask_why(table: Table) -> Table:
    """Explain the last refusal since the last action; asked again, the points; then close."""
    if table.is_over:
        return replace(table, cursor=(table.cursor or 0) + 1, menu=None)
    table = replace(table, menu=None, joining=False)
    if table.why is None or table.topic is not Topic.WHY:
        return replace(table, why=0, topic=Topic.WHY)
    if table.refusal is not None:
        return replace(table, why=0, refusal=None)
    return replace(table, why=None)


def _turn_page(table: Table, command: Command) -> Table:
    """Turn to another page of an explanation; every other key closes what covers the table.

    *Confirm* opens the rules behind points.
    """
    step = STEPS.get(command)
    if command is Command.CONFIRM and shows_points(table):
        return replace(table, rule=0)
    if table.why is None or step is None:
        return replace(table, why=None, joining=False)
    return replace(table, why=table.why + step)


def shows_points(table: Table) -> bool:
    """Tell whether the open pages show points, during the game or after its end."""
    game, state = table.game, table.state
    if table.joining:
        return False
    if table.is_over:
        return bool(table.cursor) and bool(game.score_breakdown(state))
    asked = table.why is not None and table.topic is Topic.WHY and table.refusal is None
    return asked and bool(game.open_score(state))


def begins_anew(table: Table, wanted: TableInput) -> bool:
    """Tell whether an input, after the end of a game, asks for the next game."""
    if not table.is_over:
        return False
    if wanted == Order(Command.CONFIRM):
        return True
    covered = table.menu is not None or table.notice is not None or table.rule is not None
    confirmed = wanted is Command.CONFIRM and not shows_points(table)
    return not covered and (confirmed or isinstance(wanted, Done))
