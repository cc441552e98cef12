"""Every output says the same of a game: who has won, with whom, at which place, with which points.

What is right is counted here from the game's last state, apart from what the program counts.
"""

import json
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from xml.etree.ElementTree import fromstring

import pytest

from companion.engine import registry
from companion.fleet.result import outcome_of
from companion.records import archive
from companion.records.archive import ArchivedGame
from companion.records.exports import bgg, bgstats, csv
from companion.records.player_statistics import player_statistics
from companion.records.result_lines import GameResult, line_of, read
from companion.records.statistics import estimates
from companion.table.screens.previous_games import previous_game
from companion.table.table import Table
from companion.web.views.final_ranking import final_ranking
from companion_hub.queries import StoredGame
from companion_hub.ratings import tables
from tests.matrix import WHOLE
from tests.records.exports.played import PLAIN_NAMES, played, records

GAMES = (*registry.names(), *registry.sheets())
COUNT = 200 if WHOLE else 6


@dataclass(frozen=True)
class Expected:
    """What is true of a game, by seat."""

    points: tuple[int, ...]
    places: tuple[int, ...]
    wins: tuple[Fraction, ...]


def expected(table: Table) -> Expected:
    game, state = table.game, table.state
    own, ranks, won = game.returns(state), game.standing(state), game.winners(state)
    seats = range(len(own))
    teams = getattr(game, "teams", ())
    side = [next((team for team in teams if seat in team), (seat,)) for seat in seats]
    winning = {side[seat] for seat in won}
    gone = game.gone(state)

    def rank(team: tuple[int, ...]) -> int:
        return sum(ranks[seat] for seat in team)

    def place(team: tuple[int, ...]) -> int:
        if team in winning:
            return 1
        there = {other for other in side if not {*other} <= {*gone}}
        better = {other for other in there - winning if rank(other) > rank(team)}
        return 1 + len(winning) + len(better)

    return Expected(
        tuple(sum(own[seat] for seat in side[each]) for each in seats),
        tuple(0 if each in gone else place(side[each]) for each in seats),
        tuple(Fraction(1, len(winning)) if side[each] in winning else Fraction() for each in seats),
    )


def on_hub(table: Table, kept: ArchivedGame, *, teams: bool = True) -> StoredGame:
    """Return a game as the hub stores what a box sends of it, of 0.2 without ``teams``."""
    outcome = json.loads(json.dumps(outcome_of(table)))
    if not teams:
        del outcome["teams"]
    setup = kept.setup
    facts = (kept.game, kept.began, kept.ended, True, setup.players, setup.level, outcome, 1)
    return StoredGame("journal", kept.id, "club", "box", *facts, frozenset(setup.robots))


@pytest.fixture(scope="module", params=GAMES)
def games(request: pytest.FixtureRequest) -> Sequence[tuple[Table, ArchivedGame, Expected]]:
    name = request.param
    tables_ = [archive.table_of(recorded) for recorded in records(name, COUNT, PLAIN_NAMES)]
    kept = played(name, COUNT, PLAIN_NAMES)
    assert len(kept) == len(tables_) == COUNT
    return [
        (table, game, expected(table)) for table, game in zip(tables_, reversed(kept), strict=True)
    ]


Games = Sequence[tuple[Table, ArchivedGame, Expected]]


@pytest.mark.slow
def test_the_archive_and_a_line_of_results(games: Games) -> None:
    for _, kept, right in games:
        (line,) = read([line_of(kept)])
        for ranking in (kept.ranking, line.result.ranking):
            assert (ranking.points, ranking.places, ranking.wins) == (
                right.points,
                right.places,
                right.wins,
            )


def test_the_panel_and_pages(games: Games) -> None:
    for table, kept, right in games:
        podium = final_ranking(table, 1)
        assert podium is not None
        shown = {
            seat: (step["place"], step["points"])
            for step in podium["podium"]
            for seat in step["seats"]
        }
        listed = {each.name: each for each in previous_game(1, "", table).ranking}
        for seat, name in enumerate(kept.setup.players):
            if right.places[seat]:
                assert shown[seat] == (right.places[seat], right.points[seat])
                there = listed[name]
                assert (there.place, there.points) == shown[seat]
                assert there.won == (right.wins[seat] > 0)


def test_exports(games: Games) -> None:
    for _, kept, right in games:
        rows = list(csv.read(csv.text([kept])))
        link, file = bgstats.play(kept), bgstats.file([kept])["plays"][0]
        plays = fromstring(bgg.plays([kept]))  # noqa: S314 - our own
        scored = [player.attrib for player in plays.iter("player")]
        for seat, row in enumerate(rows):
            points, place, wins = right.points[seat], right.places[seat], right.wins[seat]
            assert int(row["points"]) == points
            assert int(row["place"] or 0) == place
            assert float(row["wins"]) == pytest.approx(float(wins), abs=0.0001)
            assert bool(int(row["winner"])) == (wins > 0)
            linked, filed = link["players"][seat], file["playerScores"][seat]
            assert (linked["score"], linked["rank"], linked["winner"]) == (points, place, wins > 0)
            assert (filed["score"], filed["rank"], filed["winner"]) == (
                str(points),
                place,
                wins > 0,
            )
            assert (scored[seat]["score"], scored[seat]["win"]) == (str(points), str(int(wins > 0)))
        assert rows[0]["play"] == link["sourcePlayId"] == file["uuid"].lower()


@pytest.mark.parametrize("teams", [True, False], ids=["0.3", "0.2"])
def test_the_hub(games: Games, *, teams: bool) -> None:
    stored = [on_hub(table, kept, teams=teams) for table, kept, _ in games]
    for there, (_, _, right) in zip(stored, games, strict=True):
        ranking = there.ranking
        assert (ranking.points, ranking.places, ranking.wins) == (
            right.points,
            right.places,
            right.wins,
        )
    count = counted(games)
    standings = tables(stored)[stored[0].game].standings
    assert {name: (each.games, each.points) for name, each in standings.items()} == {
        name: (number, points) for name, (number, points, _) in count.items()
    }
    for name, each in standings.items():
        assert each.won == pytest.approx(float(count[name][2]))


def counted(games: Games) -> dict[str, tuple[int, int, Fraction]]:
    """Return each player's games, points and wins."""
    found: dict[str, tuple[int, int, Fraction]] = {}
    for _, kept, right in games:
        for seat, name in enumerate(kept.setup.players):
            if right.places[seat]:
                number, points, wins = found.get(name, (0, 0, Fraction()))
                found[name] = (number + 1, points + right.points[seat], wins + right.wins[seat])
    return found


def test_statistics_and_studies(games: Games) -> None:
    kept = [each for _, each, _ in games]
    count = counted(games)
    for each in player_statistics(kept):
        number, points, wins = count.pop(each.name)
        assert (each.games, each.wins) == (number, wins)
        assert each.points == pytest.approx(points / number)
        assert 0 <= each.low <= each.wins / each.games <= each.high <= 1
    assert not count
    lines = [game for each in kept for game in read([line_of(each)])]
    for size in {len(each.players) for each in lines}:
        some = [each for each in lines if len(each.players) == size]
        same_size = [right for _, each, right in games if len(each.setup.players) == size]
        _study(some, same_size)


def _study(games: Sequence[GameResult], rights: Sequence[Expected]) -> None:
    for seat, found in enumerate(estimates.wins(games)):
        wins = sum(right.wins[seat] for right in rights)
        assert found.value == pytest.approx(100 * float(wins) / len(rights))
    for seat, found in enumerate(estimates.points(games)):
        points = sum(right.points[seat] for right in rights)
        assert found.value == pytest.approx(points / len(rights))
    seats = sum(len(game.players) for game in games)
    for found in estimates.rules(games):
        scored = sum(n for game in games for _, n, rule in game.result.lines if rule == found.label)
        assert found.value == pytest.approx(scored / seats)
        assert found.of == seats
