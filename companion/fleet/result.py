"""Result of a game as a message, complete enough to be stored without the rules."""

from collections.abc import Sequence
from typing import Any, Final

from companion.engine.log import Entry
from companion.engine.ranking import ranking_of, teams_of
from companion.fleet.outbox import ClosedGame, EntryBatch
from companion.fleet.state import names_of
from companion.protocol.topics import VERSION
from companion.records.archive import record_of, table_of
from companion.storage.journal import Play
from companion.storage.setup import setup_of, setup_struct
from companion.table.state import Table

Struct = dict[str, Any]
_SECOND: Final = 1000


def replay_game(play: Play, entries: Sequence[Entry]) -> Table | None:
    """Replay a game of the journal; ``None`` if the installed rules cannot."""
    try:
        return table_of(record_of(play, entries))
    except ValueError:
        return None


def outcome_of(table: Table | None) -> Struct:
    """Return a result's points, times and final level; an unfinished game has secrets."""
    if table is None:
        return {"over": False}
    if not table.is_over:
        return {"over": False, "level": table.setup.level}
    game, state = table.game, table.state
    ranking = ranking_of(game, state)
    return {
        "over": True,
        "level": table.setup.level,
        "returns": list(game.returns(state)),
        "totals": list(ranking.points),
        "winners": list(game.winners(state)),
        "places": list(ranking.places),
        "teams": [list(team) for team in teams_of(game)],
        "seconds": [(seat.used + seat.turn) // _SECOND for seat in table.clocks.seats],
        "lines": [[line.player, line.points, line.rule] for line in game.score_breakdown(state)],
    }


def _head(play: Play, box: str, journal: str) -> Struct:
    return {
        "v": VERSION,
        "box": box,
        "journal": journal,
        "play": play.id,
        "game": play.game,
        "rules": play.rules_version,
        "began": play.began,
    }


def result_of(
    closing: ClosedGame,
    last: tuple[Entry, int] | None,
    outcome: Struct,
    lineage: tuple[str, str],
    *,
    given: bool,
) -> Struct:
    """Return the payload of ``result``; ``lineage`` names the box and its journal."""
    play = closing.play
    setup, _ = setup_of(play.setup)
    return {
        **_head(play, *lineage),
        "after": closing.after.struct(),
        "sequence": closing.sequence,
        "crc": 0 if last is None else last[1],
        "finished": play.began if last is None else last[0].wall,
        "level": setup.level,
        "options": dict(setup.options),
        "players": list(names_of(setup.players, given=given)),
        "robots": list(setup.robots),
        **outcome,
    }


def log_of(batch: EntryBatch, lineage: tuple[str, str], *, given: bool) -> Struct:
    """Return the payload of ``log``; the first batch of a game includes its setup."""
    first = batch.entries[0].sequence == 1
    return {
        **_head(batch.play, *lineage),
        "after": batch.after.struct(),
        **({"head": {"setup": _setup(batch.play, given=given)}} if first else {}),
        "entries": [
            {
                "sequence": entry.sequence,
                "kind": str(entry.kind),
                "actor": entry.actor,
                "payload": entry.payload,
                "clock": entry.clock,
                "wall": entry.wall,
            }
            for entry in batch.entries
        ],
        "crc": batch.crc,
    }


def _setup(play: Play, *, given: bool) -> Struct:
    """Return a setup without private names."""
    setup, enter = setup_of(play.setup)
    struct = setup_struct(setup, enter)
    return {**struct, "players": list(names_of(setup.players, given=given))}
