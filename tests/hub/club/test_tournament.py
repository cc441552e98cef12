"""A tournament from the first round to the last."""

from fractions import Fraction

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from companion_hub.club.tournament import (
    Entrant,
    Pairing,
    PairingSystem,
    Tournament,
    TournamentError,
    places_of,
    same,
)

F = Fraction


def made(count: int, size: int = 2, rounds: int = 3, **more: object) -> Tournament:
    entrants = tuple(Entrant(number, f"P{number}") for number in range(1, count + 1))
    usual = Tournament(1, "Open", "compass-jewels", PairingSystem.SWISS, size, min(size, 3), rounds)
    return replace(usual, entrants=entrants, **more)


def decided(tournament: Tournament, *places: tuple[int, ...]) -> Tournament:
    """Give the pairings that wait a result, the last one again and again."""
    results = [*places, *[places[-1]] * len(tournament.awaited)]
    waiting = iter(results)
    pairings = tuple(
        each if each.places or each.is_bye else replace(each, places=next(waiting))
        for each in tournament.pairings
    )
    return replace(tournament, pairings=pairings)


def paired(tournament: Tournament) -> Tournament:
    return replace(tournament, pairings=(*tournament.pairings, *tournament.next_round(5.0)))


@pytest.mark.parametrize(
    ("places", "shares"),
    [
        ((1, 2), (1, 0)),
        ((1, 1), (F(1, 2), F(1, 2))),
        ((2, 1, 3), (F(1, 2), 1, 0)),
        ((1, 2, 2, 4), (1, F(1, 2), F(1, 2), 0)),
        ((1, 1, 3), (F(3, 4), F(3, 4), 0)),
        ((1, 1, 1, 1), (F(1, 2),) * 4),
    ],
)
def test_a_place_counts_by_the_part_that_is_beaten(
    places: tuple[int, ...], shares: tuple[Fraction, ...]
) -> None:
    assert Pairing(1, 1, tuple(range(len(places))), places=places).shares() == shares


@given(st.lists(st.integers(1, 5), min_size=2, max_size=5))
def test_a_table_has_the_same_to_share_whatever_the_result(places: list[int]) -> None:
    shares = Pairing(1, 1, tuple(range(len(places))), places=tuple(places)).shares()
    assert sum(shares) == F(len(places), 2)


def test_a_swiss_tournament_of_four() -> None:
    tournament = decided(paired(made(4)), (1, 2), (1, 2))
    assert [each.players for each in tournament.pairings] == [(1, 2), (3, 4)]
    tournament = paired(tournament)
    assert [each.players for each in tournament.pairings[2:]] == [(1, 3), (2, 4)]
    tournament = decided(tournament, (1, 2), (1, 2))
    rows = tournament.standings()
    assert [row.entrant.number for row in rows] == [1, 2, 3, 4]
    assert [row.score for row in rows] == [2, 1, 1, 0]
    assert [row.strength for row in rows] == [2, 2, 2, 2]
    tournament = decided(paired(tournament), (1, 2))
    with pytest.raises(TournamentError, match="no_more_rounds"):
        tournament.next_round(0.0)


def test_opponents_count_by_their_mean_and_only_where_there_is_a_result() -> None:
    tournament = decided(paired(made(6, size=3)), (1, 2, 3), (1, 2, 3))
    before = {row.entrant.number: row.strength for row in tournament.standings()}
    assert before == {1: F(1, 4), 2: F(1, 2), 3: F(3, 4), 4: F(1, 4), 5: F(1, 2), 6: F(3, 4)}
    waiting = paired(tournament)
    assert {row.entrant.number: row.strength for row in waiting.standings()} == before


def test_a_round_waits_for_all_results() -> None:
    with pytest.raises(TournamentError, match="results_missing"):
        paired(made(4)).next_round(0.0)


def test_too_few_and_too_late() -> None:
    with pytest.raises(TournamentError, match="too_few"):
        made(1).next_round(0.0)
    with pytest.raises(TournamentError, match="tournament_over"):
        made(4, over=True).next_round(0.0)


def test_a_bye_is_a_win_and_goes_round() -> None:
    tournament = made(3, rounds=3)
    for _ in range(3):
        tournament = decided(paired(tournament), (1, 2))
    byes = [each.players[0] for each in tournament.pairings if each.is_bye]
    assert sorted(byes) == [1, 2, 3]
    assert byes[0] == 3
    assert [row.played for row in tournament.standings()] == [3, 3, 3]


def test_rooms_go_to_the_first_tables() -> None:
    tournament = paired(made(6, rooms=(("club", "t1"), ("club", "t2"))))
    assert [each.box for each in tournament.pairings] == ["t1", "t2", ""]


def test_who_has_left_is_paired_no_more_but_stays_in_the_standings() -> None:
    tournament = decided(paired(made(4)), (1, 2))
    gone = tuple(replace(each, active=each.number != 1) for each in tournament.entrants)
    tournament = paired(replace(tournament, entrants=gone))
    assert all(1 not in each.players for each in tournament.pairings[2:])
    assert len(tournament.standings()) == 4


def test_in_groups_each_meets_each() -> None:
    tournament = made(8, kind=PairingSystem.GROUPS, groups=2, rounds=9)
    for _ in range(3):
        tournament = decided(paired(tournament), (1, 2))
    assert tournament.parts() == ((1, 4, 5, 8), (2, 3, 6, 7))
    pairs = {frozenset(each.players) for each in tournament.pairings}
    assert len(pairs) == 12
    assert all(any(pair <= {*part} for part in tournament.parts()) for pair in pairs)
    with pytest.raises(TournamentError, match="too_few"):
        tournament.next_round(0.0)


def following(tournament: Tournament) -> tuple[Pairing, ...]:
    try:
        return tournament.next_round(1.0)
    except TournamentError:
        return ()


def any_places(pairing: Pairing) -> st.SearchStrategy[tuple[int, ...]]:
    return st.permutations(range(1, len(pairing.players) + 1)).map(tuple)


@pytest.mark.slow
@settings(max_examples=25)
@given(st.data())
def test_any_tournament_comes_to_its_end(data: st.DataObject) -> None:
    """Whatever the results, and whoever leaves: nobody sits twice, points are all shared out."""
    size = data.draw(st.integers(2, 4))
    kind = data.draw(st.sampled_from(PairingSystem))
    parts = data.draw(st.integers(1, 3))
    tournament = made(data.draw(st.integers(2, 13)), size, 4, kind=kind, groups=parts)
    for _ in range(4):
        leaves = data.draw(st.integers(1, 40))
        entrants = tuple(
            replace(each, active=each.active and each.number != leaves)
            for each in tournament.entrants
        )
        tournament = replace(tournament, entrants=entrants)
        new = following(tournament)
        if not new:
            left = sum(each.active for each in entrants)
            assert kind is PairingSystem.GROUPS or left < tournament.smallest
            return
        playing = [number for each in new for number in each.players]
        assert len(playing) == len({*playing})
        active = {each.number for each in entrants if each.active}
        assert {*playing} <= active
        assert {
            *playing
        } == active or kind is PairingSystem.GROUPS  # a small group is through earlier
        results = [
            each if each.is_bye else replace(each, places=data.draw(any_places(each)))
            for each in new
        ]
        tournament = replace(tournament, pairings=(*tournament.pairings, *results))
        total = sum(F(len(each.players) + each.is_bye, 2) for each in tournament.pairings)
        assert sum(row.score for row in tournament.standings()) == total


def test_places_that_are_given_by_hand() -> None:
    assert places_of([2, 1, 2]) == (2, 1, 2)
    for wrong in ([], [2, 3], [0, 1], [1, 3]):
        with pytest.raises(TournamentError, match="bad_places"):
            places_of(wrong)


def test_names_are_compared_without_case_and_blanks() -> None:
    assert same(" ann  B", "Ann b")
    assert not same("Ann", "Anne")
