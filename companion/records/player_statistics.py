"""Statistics of players over a box's games."""

from collections import defaultdict
from collections.abc import Iterable
from statistics import mean

import msgspec

from companion.records.archive import ArchivedGame
from companion.records.interval import wilson


class PlayerStatistics(msgspec.Struct, frozen=True):
    """A player's games of one title that were played to their end."""

    title: str
    name: str
    games: int
    wins: int
    low: float
    high: float
    """The share of wins lies between these in 95 of 100 cases."""
    points: float
    best: int
    seconds: float
    """The mean time that the player has used in a game."""


def player_statistics(games: Iterable[ArchivedGame]) -> tuple[PlayerStatistics, ...]:
    """Return a standing for each title and player, those with most games first.

    Robots have none, and a game that somebody has left does not count for whoever has left it.
    Points are those by which they were ranked: those of the team where teams play.
    """
    found: dict[tuple[str, str], list[tuple[bool, int, int]]] = defaultdict(list)
    for played in games:
        result = played.result
        if result is None or not result.over:
            continue
        points = played.totals
        for seat, name in enumerate(played.players):
            if result.places[seat] and seat not in played.robots:
                had = (seat in result.winners, points[seat], result.seconds[seat])
                found[played.title, name].append(had)
    all_ = [_player_statistics(title, name, had) for (title, name), had in found.items()]
    return tuple(sorted(all_, key=lambda each: (each.title, -each.games, -each.wins, each.name)))


def _player_statistics(title: str, name: str, had: list[tuple[bool, int, int]]) -> PlayerStatistics:
    wins = sum(won for won, _, _ in had)
    points = [count for _, count, _ in had]
    seconds = mean(used for _, _, used in had)
    return PlayerStatistics(
        title, name, len(had), wins, *wilson(wins, len(had)), mean(points), max(points), seconds
    )
