"""Public state of a table as a message, for automations and overviews.

Only public information is used: a page for the table shows the same.
"""

from collections.abc import Iterable, Mapping, Sequence
from datetime import UTC, datetime
from enum import StrEnum
from typing import Any, Final

import msgspec

from companion.devices import DeviceStatus, State
from companion.engine import ranking
from companion.engine.facets import SecretScore
from companion.protocol.topics import VERSION
from companion.table.clocks.kinds import ClockKind
from companion.table.clocks.time_control import read
from companion.table.lobby.lobby import Lobby
from companion.table.log_repair.running_game import running_game
from companion.table.screens.game_progress import awaited_since, rounds_begun
from companion.table.stage import Stage
from companion.table.state import Table

Struct = dict[str, Any]
_SECOND: Final = 1000
PASSING: Final = ("elapsed", "clock")
"""Keys that change without an event; they alone cause no publication."""


class Phase(StrEnum):
    """Phase of a table."""

    NONE = "none"
    """Nobody has begun to set up a game."""
    SETUP = "setup"
    PLAYING = "playing"
    PAUSED = "paused"
    OVER = "over"


class TableConditions(msgspec.Struct, frozen=True):
    """Conditions of a table besides the game: faulty devices, and whether all is saved."""

    out_of_service: tuple[str, ...] = ()
    unsaved: bool = False


def table_conditions(devices: Iterable[DeviceStatus], stage: Stage) -> TableConditions:
    """Return the conditions around a stage."""
    bad = {each.device for each in devices if each.state in (State.ABSENT, State.DEGRADED)}
    return TableConditions(tuple(sorted(bad)), bool(stage.console.unsaved))


def phase_of(stage: Stage) -> Phase:
    """Return the phase of a stage."""
    if isinstance(stage, Lobby):
        return Phase.SETUP if stage.given else Phase.NONE
    table = running_game(stage)
    if table.is_over:
        return Phase.OVER
    if table.laying:
        return Phase.SETUP
    return Phase.PAUSED if table.clocks.paused else Phase.PLAYING


def names_of(players: Sequence[str], *, given: bool) -> tuple[str, ...]:
    """Return the published names of players: their names, or their seat numbers from 1 on."""
    return tuple(players) if given else tuple(str(seat + 1) for seat in range(len(players)))


def state_of(stage: Stage, surroundings: TableConditions, *, given: bool = True) -> Struct:
    """Return the payload of ``state``; its times are seconds."""
    shared: Struct = {
        "v": VERSION,
        "phase": str(phase_of(stage)),
        "readers_bad": list(surroundings.out_of_service),
        "unsaved": surroundings.unsaved,
    }
    if isinstance(stage, Lobby):
        return {**shared, **_NO_GAME}
    table = running_game(stage)
    return {**shared, **_of_game(table, names_of(table.setup.players, given=given))}


_NO_GAME: Final[Mapping[str, object]] = {
    "game": None,
    "title": "",
    "level": "",
    "players": [],
    "player": None,
    "seat": None,
    "awaited": [],
    "round": None,
    "points": [],
    "winners": [],
    "turn_since": None,
    "elapsed": 0,
    "clock": None,
}
"""Value for a game where there is none."""


def round_of(table: Table) -> int:
    """Return the round as counted by the game, else by its first player."""
    counted = getattr(table.state, "round", None)
    return counted if isinstance(counted, int) else rounds_begun(table)


def points_of(table: Table) -> list[int]:
    """Return all public points."""
    hidden = isinstance(table.game, SecretScore) and not table.is_over
    return [] if hidden else list(ranking.points_of(table.game, table.state))


def _of_game(table: Table, names: Sequence[str]) -> Struct:
    game, state = table.game, table.state
    current = game.current_player(state)
    awaited = [seat for seat in game.awaited(state) if seat >= 0]
    since = None if table.is_over else awaited_since(table)
    return {
        "game": game.id,
        "title": game.title,
        "level": table.setup.level,
        "players": list(names),
        "player": names[current] if current >= 0 else None,
        "seat": current if current >= 0 else None,
        "awaited": awaited,
        "round": round_of(table),
        "points": points_of(table),
        "winners": list(game.winners(state)),
        "turn_since": None if since is None else iso_time(since),
        "elapsed": table.clocks.at // _SECOND,
        "clock": _clock(table),
    }


def iso_time(wall: float) -> str:
    """Return a time (POSIX seconds) in ISO 8601."""
    return datetime.fromtimestamp(wall, UTC).isoformat(timespec="seconds")


def _clock(table: Table) -> Struct:
    seats = [read(table.clocks, seat, table.clocks.at) for seat in range(len(table.setup.players))]
    limited = table.clocks.control.kind is not ClockKind.NONE
    return {
        "kind": str(table.clocks.control.kind),
        "running": list(table.clocks.ticking),
        "used": [shown.used // _SECOND for shown in seats],
        "left": [(shown.left or 0) // _SECOND for shown in seats] if limited else None,
    }


def differs(before: Struct | None, after: Struct) -> bool:
    """Return whether two states differ in more than the passing of time."""
    if before is None:
        return True
    return any(value != before.get(key) for key, value in after.items() if key not in PASSING)


def alike(before: Stage, after: Stage) -> bool:
    """Return whether two stages differ only in the passing of time."""
    if type(before) is not type(after):
        return False
    names = (name for name in before.__struct_fields__ if name not in ("clocks", "console"))
    same = all(getattr(before, name) is getattr(after, name) for name in names)
    return same and before.console == after.console and _paused(before) == _paused(after)


def _paused(stage: Stage) -> bool:
    return isinstance(stage, Table) and stage.clocks.paused
