"""Joining a game that already goes on: people enter how it stands, one correction after another."""

from dataclasses import replace

from companion.engine.figures import WORTHS, DialTotal
from companion.engine.log import EntryKind
from companion.table.choosing import correct, must_choose
from companion.table.intent import Selection, constraints, narrow
from companion.table.state import Moment, Table


def caught_up(before: Table, after: Table, moment: Moment) -> Table:
    """Open the corrections again after each, with the player who is being entered.

    What a correction makes due, such as a value token, comes first. *Back* ends it all.
    """
    new = after.entries[len(before.entries) :]
    played = any(entry.kind in (EntryKind.CORRECTION, EntryKind.ACTION) for entry in new)
    if not before.catching_up or not played or after.is_over:
        return after
    if must_choose(after) and not must_choose(_closed(before)):
        return replace(after, catching_up=True)
    opened = correct(replace(after, catching_up=True), moment)
    kept = _kept(opened)
    return replace(opened, selection=kept) if opened.correcting else opened


def _closed(table: Table) -> Table:
    return replace(table, correcting=False, selection=(), cursor=None)


def _kept(table: Table) -> Selection:
    """Return what stays chosen: the player whose figure is being dialled, at the next digit."""
    last = table.past[-1].action if table.past else None
    if not isinstance(last, DialTotal) or last.worth == WORTHS[-1]:
        return ()
    worth = WORTHS[WORTHS.index(last.worth) + 1]
    kept = constraints({"action": "dial_total", "player": last.player, "worth": worth})
    return kept if narrow(table.listed, kept) else ()
