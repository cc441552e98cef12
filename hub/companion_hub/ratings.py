"""Ratings and win counts, computed from results alone.

Everything is recomputed from the results, so that a correction affects all later ratings.
"""

from collections import defaultdict
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from openskill.models import PlackettLuce, PlackettLuceRating

from companion_hub.queries import StoredGame


@dataclass(slots=True)
class Standing:
    """Score of a player."""

    player: str
    games: int = 0
    won: float = 0.0
    """Wins; one that is shared counts for each by its part."""
    points: int = 0
    rating: PlackettLuceRating | None = None

    def count(self, points: int, won: float) -> None:
        """Count a game, with this player's share of its win."""
        self.games += 1
        self.points += points
        self.won += won

    def rate(self, rating: PlackettLuceRating) -> None:
        """Set the rating after a game."""
        self.rating = rating

    @property
    def skill(self) -> float:
        """The conservative rating: the mean minus three standard deviations."""
        return 0.0 if self.rating is None else self.rating.ordinal()


@dataclass(slots=True)
class StandingsTable:
    """Standings of one game, or of all."""

    standings: dict[str, Standing] = field(default_factory=dict)
    model: PlackettLuce = field(default_factory=PlackettLuce)

    def count(self, played: StoredGame) -> None:
        """Count a result for the players who stayed to the end, by their sides.

        Robots are not rated, but their opponents are.
        """
        rated: list[tuple[list[str], int]] = []
        for side in played.ranking.ordered:
            seats = (seat for seat in side.seats if seat not in played.ranking.gone)
            names = [played.players[seat] for seat in seats if seat not in played.robots]
            for name in names:
                standing = self.standings.setdefault(name, Standing(name))
                standing.count(side.points, float(side.wins))
            if names:
                rated.append((names, side.place))
        self._rate(rated)

    def _rate(self, sides: Sequence[tuple[Sequence[str], int]]) -> None:
        """Rate sides by their ranks: partners win and lose together, and not from each other."""
        known = {name for names, _ in sides for name in names}
        if len(sides) < 2 or len(known) < sum(len(names) for names, _ in sides):  # noqa: PLR2004
            return  # no opponent, or the same player on several sides
        teams = [
            [self.standings[name].rating or self.model.rating(name=name) for name in names]
            for names, _ in sides
        ]
        ranks = [float(place) for _, place in sides]
        for (names, _), ratings in zip(sides, self.model.rate(teams, ranks=ranks), strict=True):
            for name, rated in zip(names, ratings, strict=True):
                self.standings[name].rate(rated)

    def listed(
        self, *, by: Callable[[Standing], float] = lambda each: each.skill
    ) -> list[Standing]:
        """Return all standings, the best first."""
        return sorted(self.standings.values(), key=lambda each: (-by(each), each.player))


def tables(results: Iterable[StoredGame]) -> dict[str, StandingsTable]:
    """Return the standings of each game, and of all under an empty name."""
    found: dict[str, StandingsTable] = defaultdict(StandingsTable)
    for played in sorted(results, key=lambda each: (each.finished or 0, each.journal, each.play)):
        if len(played.ranking.places) == len(played.players):
            found[""].count(played)
            found[played.game].count(played)
    return dict(found)
