"""Statistics of players over a box's games."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from fractions import Fraction
from statistics import mean

import msgspec

from companion.records import interval
from companion.records.archive import ArchivedGame


class PlayerStatistics(msgspec.Struct, frozen=True):
    """A player's finished games of one kind."""

    game: str
    """The game's id."""
    name: str
    games: int
    wins: Fraction
    """Games won; one that is shared counts for each side by its part."""
    shared: int
    """How many of the games won were shared."""
    low: float
    high: float
    """The share of wins lies between these in 95 of 100 cases."""
    points: float
    best: int
    seconds: float
    """The mean time that the player has used in a game."""


def player_statistics(games: Iterable[ArchivedGame]) -> tuple[PlayerStatistics, ...]:
    """Return the statistics of each game and player, those with most games first.

    Robots are excluded, and a game does not count for a player who left it. Wins and points are
    those of a player's side.
    """
    found: dict[tuple[str, str], list[tuple[Fraction, int, int]]] = defaultdict(list)
    for played in games:
        result = played.result
        if result is None or not result.over:
            continue
        ranking = result.ranking
        for seat in ranking.seats:
            if seat not in played.robots:
                side = ranking.side_of(seat)
                had = (side.wins, side.points, result.seconds[seat])
                found[played.game, played.players[seat]].append(had)
    all_ = [_player_statistics(game, name, had) for (game, name), had in found.items()]
    return tuple(sorted(all_, key=lambda each: (each.game, -each.games, -each.wins, each.name)))


def _player_statistics(
    game: str, name: str, had: Sequence[tuple[Fraction, int, int]]
) -> PlayerStatistics:
    wins = sum((won for won, _, _ in had), Fraction())
    shared = sum(0 < won < 1 for won, _, _ in had)
    points = [count for _, count, _ in had]
    seconds = mean(used for _, _, used in had)
    share = interval.share(interval.sums((float(won), 1) for won, _, _ in had))
    return PlayerStatistics(
        *(game, name, len(had), wins, shared, share.low, share.high),
        *(mean(points), max(points), seconds),
    )
