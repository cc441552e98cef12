"""Table events for home automation, derived from two successive tables."""

from collections.abc import Iterable, Iterator, Sequence
from enum import StrEnum
from typing import Any

from msgspec.structs import replace

from companion.engine.log import Entry, EntryKind
from companion.fleet.state import round_of
from companion.table.lobby.lobby import Lobby
from companion.table.log_repair.running_game import running_game
from companion.table.stage import Stage
from companion.table.state import Table


class TableEvent(StrEnum):
    """The types of events."""

    TURN = "turn"
    REFUSED = "refused"
    CORRECTION = "correction"
    UNDO = "undo"
    ROUND = "round"
    GAME_BEGAN = "game_began"
    GAME_OVER = "game_over"


def table_events(
    before: Stage | None, after: Stage, entries: Iterable[Entry]
) -> Iterator[TableEvent]:
    """Yield the events between two stages, with the entries in between."""
    if isinstance(after, Lobby):
        return
    kinds = {entry.kind for entry in entries}
    earlier = before if isinstance(before, Table) and _same_game(before, after) else None
    if earlier is None:
        if before is not None and kinds:
            yield TableEvent.GAME_BEGAN
        return
    # The last action comes last, because it remains visible.
    yield from _progress_events(running_game(earlier), running_game(after))
    if EntryKind.UNDO in kinds:
        yield TableEvent.UNDO
    if kinds & {EntryKind.CORRECTION, EntryKind.EDIT}:
        yield TableEvent.CORRECTION
    if after.refusal is not earlier.refusal and after.refusal is not None:
        yield TableEvent.REFUSED


def _progress_events(before: Table, after: Table) -> Iterator[TableEvent]:
    """Yield the changes of round, turn and game."""
    if before.state is after.state:
        return
    if after.is_over:
        if not before.is_over:
            yield TableEvent.GAME_OVER
        return
    if round_of(after) != round_of(before):
        yield TableEvent.ROUND
    if after.game.awaited(after.state) != before.game.awaited(before.state):
        yield TableEvent.TURN


def _same_game(before: Table, after: Table) -> bool:
    """Return whether a log continues an earlier one, rather than starting a new game.

    A game that is raised to a higher level continues.
    """
    setup = replace(before.setup, level=after.setup.level)
    if before.game.whole is not after.game.whole or setup != after.setup:
        return False
    return not before.entries or before.entries[:1] == after.entries[:1]


def event_of(what: TableEvent, table: Table, names: Sequence[str]) -> dict[str, Any]:
    """Return the payload of an event."""
    table = running_game(table)
    seat = table.game.current_player(table.state)
    refused = table.refusal if what is TableEvent.REFUSED else None
    return {
        "event_type": str(what),
        "seat": seat if seat >= 0 else None,
        "player": names[seat] if seat >= 0 else None,
        "round": round_of(table),
        **({} if refused is None else {"rule": refused.rule}),
    }
