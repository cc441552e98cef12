"""Bounds of data from boxes, so that every page can show it and a rating can count it.

Data within these bounds costs a page about the same, regardless of the sender. The same rules are
applied when a result arrives, to the rows of earlier versions, and when a row is read.
"""

import json
from collections.abc import Sequence
from types import MappingProxyType
from typing import Annotated, Final, TypeAlias

import msgspec
from msgspec import Meta

from companion.protocol.bounds import MOST_SEATS, Text
from companion.schema.bounds import LATEST, Time
from companion.schema.mistakes import Invalid
from companion.schema.reading import fits, read
from companion.schema.writable import is_writable

LONGEST_NAME: Final = 100
"""Characters of a player's name."""
LARGEST: Final = 10**9
"""Points, or seconds: sums of a hundred thousand of them fit into every database."""
MOST_LINES: Final = 500
"""Lines that explain the points of a game."""
LARGEST_SETUP: Final = 200_000
"""Characters of a setup as JSON."""
AHEAD: Final = 86_400.0
"""Seconds by which the clock of a box may be ahead of that of the hub."""
# Names contain no control characters (C0, C1), which break lines, tables and terminals.
Name: TypeAlias = Annotated[
    str, Meta(max_length=LONGEST_NAME, pattern=r"^(?![\s\S]*[\x00-\x1f\x7f-\x9f])")
]
Players: TypeAlias = Annotated[tuple[Name, ...], Meta(max_length=MOST_SEATS)]
Seats: TypeAlias = Annotated[
    tuple[Annotated[int, Meta(ge=0, le=MOST_SEATS - 1)], ...], Meta(max_length=MOST_SEATS)
]
Points: TypeAlias = Annotated[int, Meta(ge=-LARGEST, le=LARGEST)]
Seconds: TypeAlias = Annotated[int, Meta(ge=0, le=LARGEST)]
Place: TypeAlias = Annotated[int, Meta(ge=0, le=MOST_SEATS)]
Line: TypeAlias = tuple[Points, Points, Text]
"""A seat, points, and the id of a rule."""
_PARTS: Final = MappingProxyType({"finished": "time", "returns": "points", "totals": "points"})
"""The parts of a result that are named otherwise than their fields."""
_JSON: Final = json.JSONEncoder(allow_nan=False, separators=(",", ":"))


class _Setup(msgspec.Struct, frozen=True):
    """The parts of a setup that pages show; the rest is only bounded in total."""

    players: Players = ()
    level: Text = ""


class ReceivedEnd(msgspec.Struct, frozen=True):
    """The end of a game, in part; a suspended game has nothing else."""

    finished: Time
    players: Players
    level: Text


class ReceivedScore(msgspec.Struct, frozen=True):
    """The points and their sources; older boxes send no ``totals`` and ``places``."""

    returns: Annotated[tuple[Points, ...], Meta(max_length=MOST_SEATS)] = ()
    totals: Annotated[tuple[Points, ...], Meta(max_length=MOST_SEATS)] = ()
    places: Annotated[tuple[Place, ...], Meta(max_length=MOST_SEATS)] = ()
    winners: Seats = ()
    teams: Annotated[tuple[Seats, ...], Meta(max_length=MOST_SEATS)] | None = None
    """The seats of each team; a box of 0.2 sends none."""
    seconds: Annotated[tuple[Seconds, ...], Meta(max_length=MOST_SEATS)] = ()
    lines: Annotated[tuple[Line, ...], Meta(max_length=MOST_LINES)] = ()

    def wrong(self, seats: int) -> str:
        """Return the part that does not fit a game of a number of players, empty if all do."""
        checks = (
            ("points", len(self.returns) == seats and len(self.totals) in (0, seats)),
            ("places", len(self.places) in (0, seats) and max(self.places, default=0) <= seats),
            ("winners", are_seats(self.winners) and max(self.winners, default=-1) < seats),
            ("teams", self.teams is None or self._are_teams(self.teams, seats)),
            ("seconds", len(self.seconds) == seats),
        )
        return next((part for part, is_sound in checks if not is_sound), "")

    def _are_teams(self, teams: Sequence[Seats], seats: int) -> bool:
        seated = [seat for team in teams for seat in team]
        return len({*seated}) == len(seated) and max(seated, default=-1) < seats


def wrong_part(
    players: object, level: object, outcome: object, finished: object, now: float = LATEST
) -> str:
    """Return the part of a result that pages cannot show, empty if there is none.

    ``outcome`` is ``None`` for a suspended game, ``now`` the time of day at the hub.
    """
    try:
        ended = read(ReceivedEnd, {"finished": finished, "players": players, "level": level})
        if ended.finished > now + AHEAD:
            return "time"
        return "" if outcome is None else read(ReceivedScore, outcome).wrong(len(ended.players))
    except Invalid as invalid:
        place = invalid.mistakes[0].path[:1]
        return _PARTS.get(str(place[0]), str(place[0])) if place else "points"


def is_setup(setup: object) -> bool:
    """Return whether a setup can be stored, read again, and shown."""
    if not isinstance(setup, dict):
        return False
    try:
        if not is_writable(setup) or len(_JSON.encode(setup)) > LARGEST_SETUP:
            return False
    except (ValueError, RecursionError):
        return False
    return fits(_Setup, setup) and are_seats(setup.get("robots", []))


def are_seats(value: object) -> bool:
    """Return whether a value lists seats, each once."""
    return fits(Seats, value) and len({*value}) == len(value)  # type: ignore[misc,arg-type] # a list


def is_time(value: object) -> bool:
    """Return whether a value is a time within the range of dates."""
    return fits(Time, value)
