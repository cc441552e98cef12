"""Result of a game: points, places, times, and counts of actions, undos and corrections."""

from collections import Counter
from collections.abc import Mapping
from itertools import chain
from typing import Annotated, Any, Final, TypeAlias, TypeVar

import msgspec
from msgspec import Meta
from msgspec.structs import asdict, replace

from companion.engine import registry
from companion.engine.log import (
    PLAYED,
    EntryKind,
    count_undone,
    effective_at_all_levels,
)
from companion.engine.ranking import Ranking, ranking_of, recorded_ranking, teams_of
from companion.schema.bounds import Line, Many, PersonName, Time, Word
from companion.schema.mistakes import Invalid
from companion.schema.reading import read
from companion.table.history.entries import seat_transfers
from companion.table.level_change import level_began
from companion.table.lobby.start import starter_in
from companion.table.state import Table

T = TypeVar("T")

_SECOND: Final = 1000
_GOES_ON: Final = PLAYED | {EntryKind.RESUME}
"""Entries that end a pause."""


_Points: TypeAlias = Annotated[int, Meta(ge=-(10**9), le=10**9)]
"""As the hub counts them: sums of a hundred thousand of them fit into every database."""
_Time: TypeAlias = Annotated[int, Meta(ge=0, le=2**53 - 1)]
"""Seconds, or how often something was done: the last whole number that every JSON reader has."""
_Seat: TypeAlias = Annotated[int, Meta(ge=0, le=99)]
_Place: TypeAlias = Annotated[int, Meta(ge=0, le=100)]
_Each: TypeAlias = Annotated[tuple[T, ...], Meta(max_length=100)]


class Result(msgspec.Struct, frozen=True):
    """The result of a game, or its state when suspended; lists are ordered by seat."""

    over: bool
    points: _Each[_Points]
    """Each one's own points; ``ranking`` has those of the sides."""
    winners: _Each[_Seat]
    """The seats that have won; empty unless the game is ``over``."""
    places: _Each[_Place]
    """The place of each one's side, 0 for those who have left the game: they have none."""
    seconds: _Each[_Time]
    """The time that each has used."""
    length: _Time
    """Seconds on the table's clock, pauses left out."""
    actions: _Time
    """Actions that counted at the end."""
    undone: _Time
    """Actions that were taken back."""
    corrections: _Time
    ended: Time
    """Time of day of the last entry (POSIX seconds)."""
    starter: _Seat | None = None
    """Who began, if the game draws that."""
    lines: Many[tuple[_Seat, _Points, Line]] = ()
    """Every score line: its seat, its points, and the rule behind it."""
    spent: Many[tuple[_Seat, Line, _Time]] = ()
    """The seconds that each seat has spent on each kind of action, in the kind's name."""
    unsure: bool = False
    """Whether the points rest on what nobody had confirmed about the owner's copy."""
    handed: Many[tuple[_Seat, PersonName]] = ()
    """Who has taken which seat during the game, in order."""
    teams: _Each[_Each[_Seat]] = ()
    """The seats of each team, if people played in teams."""
    level: Word | None = None
    """The level at which it ended, if it was raised during the game."""

    @property
    def ranking(self) -> Ranking:
        """The sides with their places, points and wins."""
        return recorded_ranking(self.teams, self.points, self.places, self.winners)

    def fits(self, players: int) -> bool:
        """Return whether it is a possible result for a number of players."""
        lists = (self.points, self.places, self.seconds)
        begun = () if self.starter is None else (self.starter,)
        named = (
            *begun,
            *self.winners,
            *chain.from_iterable(self.teams),
            *(seat for seat, *_ in (*self.lines, *self.spent, *self.handed)),
        )
        seated = [*chain.from_iterable(self.teams)]
        return (
            all(len(each) == players for each in lists)
            and {*named} <= {*range(players)}
            and len({*seated}) == len(seated)
        )


def result_of(table: Table) -> Result:
    """Return the result of the game on a table."""
    game, state = table.game, table.state
    over = game.is_terminal(state)
    winners = tuple(game.winners(state)) if over else ()
    played = effective_at_all_levels(table.entries)
    pauses = table.entries[-1] if table.entries else None
    return Result(
        over=over,
        points=tuple(game.returns(state)),
        winners=winners,
        places=ranking_of(game, state, winners).places,
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
        teams=teams_of(game),
        level=None if level_began(table) is None else table.setup.level,
    )


def with_teams(result: Result, game: str) -> Result:
    """Return a result with the teams of its game, which 0.2 did not store."""
    teams = result.teams or registry.teams(game)
    return replace(result, teams=teams) if teams else result


def _spent(table: Table) -> tuple[tuple[int, str, int], ...]:
    """Return the time before each action, without pauses, by seat and kind of action."""
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
    """Return the seconds of a game without its pauses."""
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
    """Parse the result in a JSON object; return ``None`` if its format is unknown."""
    try:
        return read(Result, struct)
    except Invalid:
        return None
