"""Result of a game: points, places, times, and counts of actions, undos and corrections."""

from collections import Counter
from collections.abc import Iterable, Mapping
from typing import Any, Final

import msgspec
from msgspec.structs import asdict

from companion.engine.log import (
    PLAYED,
    EntryKind,
    count_undone,
    effective,
)
from companion.engine.teams import ranking_points
from companion.table.ledger import seat_transfers
from companion.table.lobby.start import starter_in
from companion.table.previous_games.previous_game import places
from companion.table.state import Table

_SECOND: Final = 1000
_GOES_ON: Final = PLAYED | {EntryKind.RESUME}
"""Entries that end a pause."""


class Result(msgspec.Struct, frozen=True):
    """The result of a game, or how it stood when it was left; lists go by seat."""

    over: bool
    points: tuple[int, ...]
    winners: tuple[int, ...]
    """The seats that have won; empty unless the game is ``over``."""
    places: tuple[int, ...]
    """From 1 on; those who are level share a place, but nobody shares that of the winners.

    0 for those who have left the game: they have none.
    """
    seconds: tuple[int, ...]
    """The time that each has used."""
    length: int
    """Seconds on the table's clock, pauses left out."""
    actions: int
    """Actions that counted at the end."""
    undone: int
    """Actions that were taken back."""
    corrections: int
    ended: float
    """Time of day of the last entry (POSIX seconds)."""
    starter: int | None = None
    """Who began, if the game draws that."""
    lines: tuple[tuple[int, int, str], ...] = ()
    """Every score line: its seat, its points, and the rule behind it."""
    spent: tuple[tuple[int, str, int], ...] = ()
    """The seconds that each seat has spent on each kind of action, in the kind's name."""
    unsure: bool = False
    """Whether the points rest on what nobody had confirmed about the owner's copy."""
    handed: tuple[tuple[int, str], ...] = ()
    """Who has taken which seat during the game, in order."""

    def fits(self, players: int) -> bool:
        """Return whether it can be the result of a game with so many players."""
        lists = (self.points, self.places, self.seconds)
        named = (*self.winners, *(seat for seat, *_ in (*self.lines, *self.spent, *self.handed)))
        return all(len(each) == players for each in lists) and {*named} <= {*range(players)}


def result_of(table: Table) -> Result:
    """Return the result of the game on a table."""
    game, state = table.game, table.state
    over = game.is_terminal(state)
    winners = tuple(game.winners(state)) if over else ()
    played = effective(table.entries)
    pauses = table.entries[-1] if table.entries else None
    return Result(
        over=over,
        points=tuple(game.returns(state)),
        winners=winners,
        places=places(ranking_points(game, state), winners, game.gone(state)),
        seconds=tuple((clock.used + clock.turn) // _SECOND for clock in table.clocks.seats),
        length=_length(table),
        actions=sum(entry.kind is EntryKind.ACTION for entry in played),
        undone=count_undone(table.entries),
        corrections=sum(entry.kind is EntryKind.CORRECTION for entry in played),
        ended=0.0 if pauses is None else pauses.wall,
        starter=starter_in(played),
        lines=tuple((line.player, line.points, line.rule) for line in game.score_breakdown(state)),
        spent=_spent(table),
        unsure=table.console.unsure,
        handed=seat_transfers(table.entries),
    )


def _spent(table: Table) -> tuple[tuple[int, str, int], ...]:
    """Return the time before each action, pauses left out, by seat and kind of action."""
    spent: Counter[tuple[int, str]] = Counter()
    since = 0
    paused = False
    for entry in table.entries:
        if entry.kind is EntryKind.ACTION and not paused:
            spent[entry.actor, str(entry.payload["type"])] += entry.clock - since
        since = entry.clock
        paused = entry.kind is EntryKind.PAUSE or (paused and entry.kind not in _GOES_ON)
    return tuple((seat, kind, time // _SECOND) for (seat, kind), time in sorted(spent.items()))


def _length(table: Table) -> int:
    """Return the seconds for which the game was not paused."""
    passed = since = 0
    paused = False
    for entry in table.entries:
        passed += 0 if paused else entry.clock - since
        since = entry.clock
        if entry.kind in (EntryKind.PAUSE, EntryKind.RESUME):
            paused = entry.kind is EntryKind.PAUSE
        elif entry.kind in PLAYED:
            paused = False
    return passed // _SECOND


def result_struct(result: Result) -> dict[str, object]:
    """Return a result as a JSON object."""
    return {
        name: list(value) if isinstance(value, tuple) else value
        for name, value in asdict(result).items()
    }


def result_from(struct: Mapping[str, Any]) -> Result | None:
    """Return the result in a JSON object, ``None`` if there is none that we know how to read."""
    try:
        starter = struct.get("starter")
        return Result(
            over=bool(struct["over"]),
            points=_whole(struct["points"]),
            winners=_whole(struct["winners"]),
            places=_whole(struct["places"]),
            seconds=_whole(struct["seconds"]),
            length=int(struct["length"]),
            actions=int(struct["actions"]),
            undone=int(struct["undone"]),
            corrections=int(struct["corrections"]),
            ended=float(struct["ended"]),
            starter=None if starter is None else int(starter),
            lines=tuple(
                (int(seat), int(n), str(rule)) for seat, n, rule in struct.get("lines", ())
            ),
            spent=tuple(
                (int(seat), str(kind), int(s)) for seat, kind, s in struct.get("spent", ())
            ),
            unsure=bool(struct.get("unsure", False)),
            handed=tuple((int(seat), str(name)) for seat, name in struct.get("handed", ())),
        )
    except (KeyError, TypeError, ValueError, OverflowError):
        return None


def _whole(values: Iterable[Any]) -> tuple[int, ...]:
    return tuple(map(int, values))
