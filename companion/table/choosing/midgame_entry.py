"""Entry of a game in progress: its position is set by a sequence of corrections."""

from collections.abc import Sequence

from msgspec.structs import replace

from companion.engine.figures import WORTHS, DialTotal
from companion.engine.game import CHANCE, Correction
from companion.engine.log import EntryKind
from companion.table.choosing.choosing import must_choose, open_corrections
from companion.table.narrowing.intent import VERB, Selection, constraints, narrow, value
from companion.table.state import (
    ActionChoice,
    MidgameEntry,
    Table,
    Timestamp,
    with_choosing,
)


def reopen_corrections(before: Table, after: Table, timestamp: Timestamp) -> Table:
    """Reopen the corrections after each one, for the player being entered.

    What a correction makes due, such as a value token, comes first. *Back* ends it all.
    """
    new = after.entries[len(before.entries) :]
    played = any(entry.kind in (EntryKind.CORRECTION, EntryKind.ACTION) for entry in new)
    choosing = before.choosing
    if not isinstance(choosing, MidgameEntry) or not played or after.is_over:
        return after
    if must_choose(after) and (
        after.game.current_player(after.state) == CHANCE
        or not must_choose(replace(before, choosing=ActionChoice()))
    ):
        return replace(after, choosing=MidgameEntry(None, in_pause=choosing.in_pause))
    reopened = open_corrections(after, timestamp, choosing)
    if reopened.corrections is None:
        return reopened
    return with_choosing(reopened, selection=_kept(reopened, reopened.corrections))


def _kept(table: Table, listed: Sequence[Correction]) -> Selection:
    """Return the selection that is kept: a player's next tile, or the next digit of a number."""
    last = table.steps[-1].action if table.steps else None
    kept: Selection = ()
    if isinstance(last, DialTotal) and last.worth != WORTHS[-1]:
        worth = WORTHS[WORTHS.index(last.worth) + 1]
        kept = constraints({VERB: "dial_total", "player": last.player, "worth": worth})
    elif isinstance(last, Correction) and last.again:
        fields = {field: value(last, field) for field in (VERB, *last.again)}
        kept = constraints(fields)
    return kept if narrow(listed, kept) else ()
