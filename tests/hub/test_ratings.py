"""Ratings and standings from results."""

import pytest
from msgspec.structs import replace

from companion_hub.queries import StoredGame
from companion_hub.ratings import tables
from companion_hub.seasons import bounds_of, season_of


def played(
    *points: int, winners: tuple[int, ...] | None = None, players: str = "ABCD", at: float = 1.0
) -> StoredGame:
    best = max(points)
    won = tuple(seat for seat, each in enumerate(points) if each == best)
    outcome = {"returns": list(points), "winners": list(won if winners is None else winners)}
    names = tuple(players[: len(points)])
    return StoredGame("j", 1, "s", "b", "g", 0.0, at, True, names, "full", outcome, 1, frozenset())  # noqa: FBT003


def test_places_follow_points_and_ties_that_rules_have_broken() -> None:
    assert played(3, 9, 5).ranking.places == (3, 1, 2)
    assert played(5, 9, 9, 5).ranking.places == (3, 1, 1, 3)
    assert played(9, 9, 5, winners=(1,)).ranking.places == (2, 1, 3)


def test_whoever_has_left_has_no_place_and_is_not_rated() -> None:
    game = played(0, 9, 5)
    game.outcome["places"] = [0, 1, 2]  # type: ignore[index] # a dictionary here
    assert game.ranking.places == (0, 1, 2)
    assert [each.player for each in tables([game])["g"].listed()] == ["B", "C"]


def test_whoever_wins_is_rated_higher() -> None:
    table = tables([played(9, 5, at=at) for at in range(1, 6)])["g"]
    best, worst = table.listed()
    assert (best.player, best.games, best.won) == ("A", 5, 5)
    assert best.skill > 0 > worst.skill


def test_a_shared_win_counts_by_its_part() -> None:
    standings = tables([played(5, 5)])[""].standings
    assert [each.won for each in standings.values()] == [0.5, 0.5]


def test_robots_and_single_players_are_not_rated() -> None:
    game = played(5, 9)
    robot = replace(game, robots=frozenset({1}))
    table = tables([robot])["g"]
    assert [*table.standings] == ["A"]
    assert table.standings["A"].rating is None


def test_results_count_in_the_order_in_which_games_ended() -> None:
    games = [played(9, 5, at=2.0), played(5, 9, at=1.0)]
    one, other = tables(games)["g"], tables(reversed(games))["g"]
    assert one.listed()[0].skill == other.listed()[0].skill


def test_a_game_that_was_left_counts_for_nobody() -> None:
    left = played(1, 2)
    none = replace(left, outcome={})
    assert tables([none]) == {}


def test_seasons_are_quarters() -> None:
    assert season_of(1_772_323_199.0) == "2026-1"
    assert season_of(1_775_001_601.0) == "2026-2"


@pytest.mark.parametrize("season", ["1970-1", "2026-2", "2026-3", "2026-4", "9998-4"])
def test_a_season_ends_where_the_next_one_begins(season: str) -> None:
    begins, ends = bounds_of(season)
    assert season_of(begins) == season_of(ends - 1) == season
    assert season_of(begins - 1) != season if begins else True
    assert bounds_of(season_of(ends))[0] == ends
